"""The settings of what a marker works with: the panel and the buttons on the rail."""

from typing import Annotated, Literal

import msgspec

from luza.settings.kinds import FilePath, Section, form, key

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
"""A pin of the Raspberry Pi by its GPIO number."""

Entered = Literal[
    "stroke",
    "fell",
    "undo",
    "redo",
    "score",
    "sides",
    "sense",
    "start",
    "stop",
    "confirm",
    "setup",
    "call",
    "incident",
    "rule",
    "nominate",
    "identify",
    "choose",
    "removed",
    "clock",
    "extension",
    "adjust",
    "concede",
]


class Panel(Section, frozen=True):
    """[panel]"""

    enabled: Annotated[
        bool, key("Есть ли пульт маркёра на страницах", "Whether the pages have a marker's panel")
    ] = True
    path: Annotated[
        FilePath | None,
        key(
            "Файл пульта: ключи и хеши кодов, самих кодов в нём нет. Удалите его, и при запуске будут "
            "новые коды. Без этого ключа: panel.json рядом с журналом",
            "The panel's file: keys and hashes of the PINs, the PINs themselves are not in it. Delete it, "
            "and there are new PINs at the next start. Without this key: panel.json beside the journal",
        ),
    ] = None
    address: Annotated[
        Annotated[
            str,
            form(
                "адрес вида http://имя:порт или пусто",
                "an address like http://name:port, or empty",
                pattern=r"^(https?://[0-9A-Za-z.:\[\]-]{1,253}/?)?$",
            ),
        ],
        key(
            "Адрес страниц, как его открывают планшеты; пусто: по адресу машины",
            "The pages' address as tablets open it; empty: by the machine's own address",
        ),
    ] = ""
    players: Annotated[
        FilePath | None,
        key(
            "Список игроков клуба, имя в строке (его пишет luza club players names): пульт предлагает их для "
            "нового матча. Без этого ключа предлагаются те, кто играл на этом столе",
            "The club's players, a name a line (luza club players names writes it): the panel offers them "
            "for a new match. Without this key it offers those who have played at this table",
        ),
    ] = None
    referee_only: Annotated[
        tuple[Entered, ...],
        key(
            "Что с пульта может только судья или управляющий",
            "What only a referee or a manager may do at the panel",
        ),
    ] = ()


class Buttons(Section, frozen=True):
    """[buttons]"""

    next: Annotated[
        Pin | None,
        key(
            "Вывод GPIO кнопки «следующий игрок»; без этого ключа её нет",
            "The GPIO pin of the button for the next player; without this key there is none",
        ),
    ] = None
    foul: Annotated[
        Pin | None,
        key("Вывод GPIO кнопки «нарушение» (держать)", "The GPIO pin of the button for a foul (to be held)"),
    ] = None
    undo: Annotated[
        Pin | None,
        key("Вывод GPIO кнопки «отмена» (держать)", "The GPIO pin of the button to take back (to be held)"),
    ] = None
    extension: Annotated[
        Pin | None, key("Вывод GPIO кнопки «продление»", "The GPIO pin of the button for an extension")
    ] = None
    led: Annotated[
        Pin | None,
        key(
            "Вывод GPIO светодиода, который отвечает на нажатие",
            "The GPIO pin of the light that answers a press",
        ),
    ] = None
    bounce_s: Annotated[
        float,
        key(
            "Сколько секунд дребезга контакта не в счёт",
            "For how many seconds a bouncing contact does not count",
            ge=0.0,
            le=1.0,
        ),
    ] = 0.05
    hold_s: Annotated[
        float,
        key(
            "Сколько секунд держать кнопки «нарушение» и «отмена»",
            "How many seconds the buttons for a foul and to take back are to be held",
            ge=0.2,
            le=5.0,
        ),
    ] = 0.8
