"""The settings of the club's server: a file of its own, made and checked as a table's is."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from luza.messages import Words
from luza.mqtt.access import Access
from luza.settings.allowed import sections_of
from luza.settings.kinds import FilePath, Host, Port, Proxies, Section, form, key
from luza.settings.model import Club, Language, Log
from luza.settings.problems import Problem
from luza.settings.read import Lines, from_folder, parse_as, read_text
from luza.settings.write import write

DEFAULT_PATH = Path("/etc/luza/club.toml")
"""Where the service's settings are, if neither an option nor `LUZA_CLUB_SETTINGS` names another file."""

HEAD = Words(
    ru="Настройки сервера клуба. Чего здесь нет, то по умолчанию. Проверить: luza club check ФАЙЛ",
    en="The settings of the club's server. What is left out has its default. To check: luza club check FILE",
)
EVERY_CLUB = "*"


class Hears(Section, frozen=True):
    """[hears]"""

    clubs: Annotated[
        tuple[
            Annotated[
                str,
                form(
                    'имя клуба в темах MQTT или "*"',
                    'a club\'s name in the MQTT topics, or "*"',
                    pattern=r"^(\*|[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?)$",
                ),
            ],
            ...,
        ],
        key(
            "Чьи столы слушать, если не только свои: другие клубы сети, чьи брокеры соединены с этим; "
            '"*": всех, кто слышен',
            "Whose tables to hear besides this club's own: clubs of a chain whose brokers are bridged to "
            'this one; "*": everybody who can be heard',
        ),
    ] = ()
    kept_h: Annotated[
        int,
        key(
            "Сколько часов брокер хранит для сервера то, что столы сказали без него",
            "For how many hours the broker keeps for the server what tables say while it is away",
            ge=1,
            le=720,
        ),
    ] = 168


class Mqtt(Section, frozen=True):
    """[mqtt]"""

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
            "Учётная запись сервера у брокера; пусто: без неё",
            "The server's account at the broker; empty: none",
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

    def access(self) -> Access:
        """How to reach the broker."""
        return Access(
            host=self.host,
            port=self.port,
            username=self.username,
            password_file=self.password_file,
            tls=self.tls,
            ca_file=self.ca_file,
        )


class Database(Section, frozen=True):
    """[database]"""

    url: Annotated[
        Annotated[
            str,
            form(
                "sqlite:///ФАЙЛ или postgresql://ИМЯ@МАШИНА/БАЗА",
                "sqlite:///FILE or postgresql://USER@HOST/DATABASE",
                pattern=r"^(sqlite:///[^\x00-\x20]|postgres(ql)?://)[^\x00-\x20]{0,500}$",
            ),
        ],
        key(
            "Где хранить историю. Одному клубу хватает SQLite; сети клубов нужен PostgreSQL. "
            "Относительный путь считается от папки файла настроек",
            "Where the history is kept. SQLite will do for one club; a chain wants PostgreSQL. "
            "A relative path counts from the settings' folder",
        ),
    ] = "sqlite:////var/lib/luza/club.db"
    password_file: Annotated[
        FilePath | None,
        key(
            "Файл, в первой строке которого пароль для PostgreSQL",
            "The file whose first line is the password for PostgreSQL",
        ),
    ] = None


class Web(Section, frozen=True):
    """[web]"""

    host: Annotated[
        Host,
        key(
            "Адрес, по которому открыты страницы. 127.0.0.1: только на этой машине; 0.0.0.0: всем в сети",
            "The address that the pages are open at. 127.0.0.1: on this machine alone; 0.0.0.0: to everyone",
        ),
    ] = "127.0.0.1"
    port: Annotated[Port, key("Порт страниц", "The pages' port")] = 8090
    proxies: Proxies = ()
    language: Annotated[
        Language,
        key("Язык страниц, пока не выбрали другой", "The pages' language until it is switched there"),
    ] = "ru"


class Staff(Section, frozen=True):
    """[staff]"""

    path: Annotated[
        FilePath,
        key(
            "Файл с хешами PIN-кодов сотрудников; удалите его, и при запуске появятся новые",
            "The file with the hashes of the staff's PINs; delete it, and the next start makes new ones",
        ),
    ] = "/var/lib/luza/club-staff.json"


class Time(Section, frozen=True):
    """[time]"""

    lamps: Annotated[
        FilePath | None,
        key(
            "Файл TOML с лампами над столами; без этого ключа ламп нет",
            "A TOML file with the lamps over the tables; without this key there are none",
        ),
    ] = None


class Webhooks(Section, frozen=True):
    """[webhooks]"""

    file: Annotated[
        FilePath | None,
        key(
            "Файл TOML с адресами, которым сообщать о концах партий; без этого ключа никому",
            "A TOML file with the addresses that are told of frames' ends; without this key nobody is",
        ),
    ] = None
    spool: Annotated[
        FilePath,
        key(
            "Папка, где ждёт то, что адреса ещё не приняли",
            "The folder where what the addresses have not taken yet waits",
        ),
    ] = "/var/lib/luza/webhooks"


class ClubSettings(Section, frozen=True):
    """All sections; what a file leaves out has its default."""

    club: Annotated[Club, key("Клуб", "The club")] = Club()
    hears: Annotated[Hears, key("Кого слушать", "Whom to hear")] = Hears()
    mqtt: Annotated[Mqtt, key("Связь со столами", "The way to the tables")] = Mqtt()
    database: Annotated[Database, key("База данных", "The database")] = Database()
    web: Annotated[Web, key("Страницы", "The pages")] = Web()
    staff: Annotated[Staff, key("Сотрудники", "The staff")] = Staff()
    time: Annotated[Time, key("Время столов", "Table time")] = Time()
    webhooks: Annotated[Webhooks, key("Вебхуки", "Webhooks")] = Webhooks()
    log: Annotated[Log, key("Лог", "The log")] = Log()


SECTIONS = sections_of(ClubSettings)


def find(path: Path | None = None) -> Path | None:
    """The file to read: the named one, else `LUZA_CLUB_SETTINGS`, else `DEFAULT_PATH` if it exists."""
    if path is not None:
        return path
    if named := os.environ.get("LUZA_CLUB_SETTINGS"):
        return Path(named)
    return DEFAULT_PATH if DEFAULT_PATH.exists() else None


def load(path: Path | None = None) -> ClubSettings:
    """The settings from the file that `find` names; the defaults where there is none.

    Raises `SettingsError` with every problem of the file.
    """
    found = find(path)
    if found is None:
        return ClubSettings()
    folder = found.resolve().parent
    paths = (
        *(("mqtt", "password_file"), ("mqtt", "ca_file"), ("database", "password_file")),
        *(("staff", "path"), ("time", "lamps"), ("webhooks", "file"), ("webhooks", "spool")),
    )
    settings = from_folder(parse(read_text(found), found), folder, paths)
    return _database_from_folder(settings, folder)


def parse(text: str, source: Path | str = "club.toml") -> ClubSettings:
    """The settings in a TOML text. Raises `SettingsError` with every problem of it."""
    return parse_as(ClubSettings, SECTIONS, _contradictions, text, source)


def text_of(settings: ClubSettings, language: Language = "ru") -> str:
    """The whole file, every key with its meaning, its bounds and its default."""
    return write(settings, language, SECTIONS, HEAD)


def database_url(database: Database) -> str:
    """The URL with the password of the file; raises BadAccess where it cannot be read."""
    if database.password_file is None:
        return database.url
    password = Access(password_file=database.password_file).password()
    return make_url(database.url).set(password=password).render_as_string(hide_password=False)


def _database_from_folder(settings: ClubSettings, folder: Path) -> ClubSettings:
    url = make_url(settings.database.url)
    if url.get_backend_name() != "sqlite" or not url.database:
        return settings
    moved = URL.create("sqlite", database=str(folder / Path(url.database).expanduser()))
    database = msgspec.structs.replace(settings.database, url=moved.render_as_string())
    return msgspec.structs.replace(settings, database=database)


def _contradictions(settings: ClubSettings, lines: Lines) -> Iterator[Problem]:
    def problem(section: str, key: str, value: object, ru: str, en: str) -> Problem:
        return Problem(Words(ru=ru, en=en), section, key, value, lines.get((section, key)))

    mqtt, database = settings.mqtt, settings.database
    if mqtt.password_file and not mqtt.username:
        yield problem(
            "mqtt", "password_file", mqtt.password_file, "нужен и username", "username is needed too"
        )
    if mqtt.ca_file and not mqtt.tls:
        yield problem("mqtt", "ca_file", mqtt.ca_file, "нужно и tls = true", "tls = true is needed too")
    try:
        backend = make_url(database.url).get_backend_name()
    except ArgumentError:
        ru, en = "это не адрес базы данных", "this is no database's URL"
        yield problem("database", "url", database.url, ru, en)
    else:
        if database.password_file and backend == "sqlite":
            ru, en = "у SQLite нет пароля", "SQLite has no password"
            yield problem("database", "password_file", database.password_file, ru, en)
