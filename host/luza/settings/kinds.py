"""What the settings are made of: keys with their words and bounds, and the kinds of value that keys share."""

from typing import Annotated, Any

import msgspec

from luza.rules.fouls import FOULS


def key(ru: str, en: str, **bounds: Any) -> msgspec.Meta:
    """What a key means, in Russian and English, with its bounds as msgspec knows them."""
    return msgspec.Meta(description=en, extra={"ru": ru}, **bounds)


def form(ru: str, en: str, **bounds: Any) -> msgspec.Meta:
    """Bounds that want words of their own, such as a pattern."""
    return msgspec.Meta(extra={"form": (ru, en)}, **bounds)


Slug = Annotated[
    str,
    form(
        "от 1 до 32 строчных латинских букв, цифр и дефисов",
        "1 to 32 lower-case Latin letters, digits and hyphens",
        pattern=r"^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$",
    ),
]
Name = Annotated[
    str,
    form(
        "от 1 до 80 знаков в одну строку",
        "1 to 80 characters on one line",
        pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]{1,80}$",
    ),
]
FilePath = Annotated[str, form("путь к файлу", "the path of a file", pattern=r"^[^\x00-\x1f\x7f]{1,1024}$")]
Host = Annotated[
    str,
    form(
        "имя машины или её адрес",
        "the name of a machine, or its address",
        pattern=r"^[0-9A-Za-z]([0-9A-Za-z.-]{0,251}[0-9A-Za-z])?$|^[0-9a-fA-F:.]{2,45}$",
    ),
]
Foul = Annotated[
    str,
    form(
        f"одно из: {', '.join(FOULS)}",
        f"one of: {', '.join(FOULS)}",
        pattern=f"^({'|'.join(FOULS)})$",
    ),
]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Proxies = Annotated[
    tuple[
        Annotated[
            str,
            form(
                "адрес IPv4, например 127.0.0.1",
                "an IPv4 address, such as 127.0.0.1",
                pattern=r"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$",
            ),
        ],
        ...,
    ],
    key(
        "Адреса обратных прокси (nginx, Caddy), через которые открывают страницы по HTTPS. Только от них "
        "принимаются X-Forwarded-For и X-Forwarded-Proto: чей это запрос и шёл ли он по HTTPS. Пустой "
        "список: ни от кого",
        "The addresses of reverse proxies (nginx, Caddy) through which the pages are opened by HTTPS. From "
        "them alone X-Forwarded-For and X-Forwarded-Proto are heard: whose the request is, and whether it "
        "came by HTTPS. An empty list: from nobody",
        max_length=8,
    ),
]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every section is: frozen, and strict about its keys."""
