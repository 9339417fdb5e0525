"""The settings of one table: every key with its bounds, its default and what it means, in both languages.

This is the one place where a key is written down; the commented file, the checks, `luza config explain` and
the error texts are all made from these classes. Values are frozen: they are read once, at the start.
"""

from typing import Annotated, Literal

import msgspec

from luza.entries import Game
from luza.facts import Sensor
from luza.settings.board import Board as Board
from luza.settings.board import Gpio
from luza.settings.desk import Buttons, Panel
from luza.settings.kinds import FilePath, Foul, Host, Name, Port, Proxies, Section, Slug, form, key

Language = Literal["ru", "en"]


class Club(Section, frozen=True):
    """[club]"""

    id: Annotated[
        Slug,
        key(
            "Имя клуба в темах MQTT: luza/v1/<club>/…", "The club's name in the MQTT topics: luza/v1/<club>/…"
        ),
    ] = "club"
    name: Annotated[Name, key("Название клуба, как его читают люди", "The club's name as people read it")] = (
        "Бильярдный клуб"
    )


class Table(Section, frozen=True):
    """[table]"""

    id: Annotated[
        Slug,
        key(
            "Имя стола в темах MQTT; у каждого стола клуба своё",
            "The table's name in the MQTT topics; each table of the club has its own",
        ),
    ] = "table-1"
    name: Annotated[Name, key("Название стола на табло", "The table's name on the scoreboard")] = "Стол 1"
    language: Annotated[
        Language,
        key(
            "Язык табло, пока на нём не выбрали другой",
            "The scoreboard's language until it is switched there",
        ),
    ] = "ru"
    idle_after_s: Annotated[
        int,
        key(
            "Через сколько секунд после конца матча стол считается "
            "свободным и табло больше не показывает счёт",
            "How many seconds after a match's end the table counts as free and the scoreboard shows no score",
            ge=10,
            le=86_400,
        ),
    ] = 900


class Match(Section, frozen=True):
    """[match]"""

    game: Annotated[Game, key("Игра", "The game")] = "free"
    players: Annotated[
        tuple[Name, ...],
        key("Имена игроков", "The players' names", min_length=2, max_length=4),
    ] = ("Игрок 1", "Игрок 2")
    race_to: Annotated[
        int, key("До скольких выигранных партий идёт матч", "How many frames win the match", ge=1, le=99)
    ] = 3
    breaks_first: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=4)] | None,
        key(
            "Который по счёту игрок разбивает первую партию; без этого ключа матч начинается с розыгрыша",
            "Which player, counted from 1, breaks the first frame; "
            "without this key the match starts with the lag",
        ),
    ] = None
    unproven: Annotated[
        Literal["legal", "ask", "lean"],
        key(
            "Удар, правильность которого датчики не доказали: legal: засчитан, пока его не оспорят; "
            "ask: ждёт решения судьи; lean: решается по тому, на что ясно указывают факты",
            "A shot that the sensors could not prove: legal: stands "
            "unless called; ask: waits for a ruling; "
            "lean: goes the way the facts lean, where they lean strongly",
        ),
    ] = "legal"
    handicap: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=-100, le=100)], ...],
        key(
            "Фора: с каким счётом каждый игрок начинает партию; пустой список: без форы",
            "The handicap: the score each player starts a frame with; an empty list: none",
            max_length=4,
        ),
    ] = ()
    waive: Annotated[
        tuple[Foul, ...],
        key(
            "Нарушения, за которые по уговору не наказывают",
            "Fouls that are not penalised, by agreement",
        ),
    ] = ()
    clock_s: Annotated[
        Annotated[int, msgspec.Meta(ge=5, le=3600)] | None,
        key(
            "Время на удар в секундах; без этого ключа время не ограничено",
            "The time for a stroke in seconds; without this key there is no shot clock",
        ),
    ] = None
    overtime: Annotated[
        Literal["call", "foul"],
        key(
            "Время вышло: call: нарушение подтверждает человек; foul: опоздавший удар штрафуется сам",
            "The time was overrun: call: a person confirms the foul; foul: a late stroke is one by itself",
        ),
    ] = "call"


class Sensors(Section, frozen=True):
    """[sensors]"""

    fitted: Annotated[
        tuple[Sensor, ...],
        key(
            "Что стоит на этом столе. Чего в списке нет, о том стол "
            "не судит: это неизвестно, а не «не было». "
            "contact: каждое касание шаров, first_contact: только "
            "первое за удар; нужно одно из двух или ни одного",
            "What this table is fitted with. What is not listed is "
            "unknown, never taken as not having happened. "
            "contact: every touch of two balls, first_contact: only "
            "a shot's first; one of the two, or neither",
            min_length=1,
        ),
    ] = ("strike", "first_contact", "cushion", "centre_line", "pocket", "rest")
    settle_s: Annotated[
        float,
        key(
            "Без датчика покоя (rest) удар кончается через столько секунд тишины",
            "Without the rest sensor a shot ends after this many seconds of quiet",
            ge=0.5,
            le=30.0,
        ),
    ] = 4.0


class Mqtt(Section, frozen=True):
    """[mqtt]"""

    enabled: Annotated[
        bool,
        key(
            "Сообщать ли о счёте по MQTT; стол работает и без него",
            "Whether to tell the score over MQTT; the table works without it",
        ),
    ] = True
    host: Annotated[Host, key("Машина, где работает брокер", "The machine that the broker runs on")] = (
        "127.0.0.1"
    )
    port: Annotated[
        Port, key("Порт брокера; с TLS обычно 8883", "The broker's port; with TLS usually 8883")
    ] = 1883
    username: Annotated[
        Annotated[
            str,
            form("до 64 знаков или пусто", "up to 64 characters, or empty", pattern=r"^[^\x00-\x1f]{0,64}$"),
        ],
        key(
            "Учётная запись стола у брокера; пусто: без неё", "The table's account at the broker; empty: none"
        ),
    ] = ""
    password_file: Annotated[
        FilePath | None,
        key(
            "Файл, в первой строке которого пароль этой записи",
            "The file whose first line is the account's password",
        ),
    ] = None
    tls: Annotated[
        bool, key("Шифровать ли связь с брокером", "Whether the way to the broker is encrypted")
    ] = False
    ca_file: Annotated[
        FilePath | None,
        key(
            "Сертификат, которым подписан сертификат брокера; без этого ключа: те, которым верит система",
            "The certificate that signed the broker's; without this key: those the system trusts",
        ),
    ] = None
    keepalive_s: Annotated[
        int,
        key(
            "Через сколько секунд молчания брокер узнаёт, что стол пропал",
            "After how many seconds of silence the broker knows that the table is gone",
            ge=5,
            le=3600,
        ),
    ] = 20
    outbox_max: Annotated[
        int,
        key(
            "Сколько сообщений ждут на диске, пока брокера нет; "
            "потом уходят самые старые, а стол бьёт тревогу",
            "How many messages wait on disk while the broker is away; "
            "then the oldest go and the table raises an alarm",
            ge=100,
            le=1_000_000,
        ),
    ] = 20_000
    home_assistant: Annotated[
        bool,
        key(
            "Чтобы Home Assistant (с 2024.11) сам нашёл стол: одно устройство, несколько величин",
            "Whether Home Assistant (from 2024.11 on) finds the table by itself: one device, few entities",
        ),
    ] = False


class Web(Section, frozen=True):
    """[web]"""

    enabled: Annotated[
        bool,
        key("Показывать ли табло и другие страницы", "Whether to serve the scoreboard and the other pages"),
    ] = True
    host: Annotated[
        Host,
        key(
            "Адрес, по которому открыты страницы. 127.0.0.1: только на этой машине; "
            "0.0.0.0: всем в сети клуба, и чужим в ней тоже",
            "The address that the pages are open at. 127.0.0.1: on this machine alone; "
            "0.0.0.0: to everyone on the club's network, strangers among them",
        ),
    ] = "127.0.0.1"
    port: Annotated[Port, key("Порт страниц", "The pages' port")] = 8080
    proxies: Proxies = ()


class Journal(Section, frozen=True):
    """[journal]"""

    path: Annotated[
        FilePath,
        key(
            "Файл журнала: всё, что было на столе. Относительный путь считается от папки файла настроек",
            "The journal's file: all that happened at the table. A "
            "relative path counts from the settings' folder",
        ),
    ] = "/var/lib/luza/table.db"


class Log(Section, frozen=True):
    """[log]"""

    level: Annotated[
        Literal["debug", "info", "warning", "error"],
        key("Насколько подробно писать в лог", "How much to write to the log"),
    ] = "info"


class Settings(Section, frozen=True):
    """All sections; what a file leaves out has its default."""

    club: Annotated[Club, key("Клуб", "The club")] = Club()
    table: Annotated[Table, key("Стол", "The table")] = Table()
    match: Annotated[
        Match,
        key("Матч, если при начале не сказано иначе", "A match, where nothing else is said at its start"),
    ] = Match()
    sensors: Annotated[Sensors, key("Датчики стола", "The table's sensors")] = Sensors()
    board: Annotated[Board, key("Плата под столом", "The board under the table")] = Board()
    gpio: Annotated[
        Gpio, key("Датчики на выводах самой Raspberry Pi", "Sensors on the Raspberry Pi's own pins")
    ] = Gpio()
    mqtt: Annotated[
        Mqtt, key("MQTT: табло, пульты и сводка клуба", "MQTT: scoreboards, panels, the club's dashboard")
    ] = Mqtt()
    web: Annotated[Web, key("Страницы: табло и пульт", "The pages: the scoreboard and the panel")] = Web()
    panel: Annotated[Panel, key("Пульт маркёра", "The marker's panel")] = Panel()
    buttons: Annotated[
        Buttons, key("Кнопки на борту, на выводах Raspberry Pi", "Buttons on the rail, on the Pi's pins")
    ] = Buttons()
    journal: Annotated[Journal, key("Журнал", "The journal")] = Journal()
    log: Annotated[Log, key("Лог программы", "The program's log")] = Log()
