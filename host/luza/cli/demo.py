"""`luza demo`: the whole product on this machine, without hardware."""

import importlib.util
import logging
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from luza.cli import language
from luza.cli.ending import until_told
from luza.locale import say
from luza.settings import Settings

if TYPE_CHECKING:
    from luza.messages import Words
    from luza.service import Service

SENSORS = ("strike", "first_contact", "cushion", "centre_line", "pocket", "ball_kind", "rest")
"""What the standard table is fitted with, and the simulated one too."""


def demo(
    speed: Annotated[
        float, typer.Option("--speed", min=0.5, max=20, help="How fast the players play; 1 is life.")
    ] = 3.0,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Of the pages; if it is taken, any free one.")
    ] = 8080,
    club: Annotated[bool, typer.Option("--club/--no-club", help="Run the club's server too.")] = True,
    log: Annotated[bool, typer.Option("--log", help="Show what the parts have to say.")] = False,
) -> None:
    """Run everything here: a private broker, a simulated table with controller and pages, the club's server.

    The board's real firmware runs, and two players who never tire. Ctrl-C ends all of it.
    """
    logging.basicConfig(level="INFO" if log else "ERROR", format="%(levelname)s %(name)s: %(message)s")
    until_told(_run(speed, port, club and importlib.util.find_spec("sqlalchemy") is not None))


async def _run(speed: float, port: int, club: bool) -> None:
    from luza.mqtt.broker import PrivateBroker
    from luza.mqtt.errors import NoBroker
    from luza.players import Players
    from luza.service import Service

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="luza-demo-")))
        broker: PrivateBroker | None = None
        try:
            broker = await stack.enter_async_context(PrivateBroker())
        except NoBroker as problem:
            _tell("no_broker", reason=str(problem))
        settings = settings_for(folder, port, None if broker is None else broker.port)
        service = await stack.enter_async_context(Service(settings, any_port=True, tempo=speed))
        hall = None
        if club and broker is not None:
            hall = await _club(stack, folder, broker.port)
        _introduce(service, folder, hall)
        assert service.board is not None
        players = Players(service.controller, service.board, speed)
        await service.run(players.play())


async def _club(stack: AsyncExitStack, folder: Path, broker: int) -> tuple[str, "Words | None"]:
    """Starts the club's server; the address of its pages, and the PINs of its staff."""
    from luza.club.service import ClubService
    from luza.club.settings import ClubSettings
    from luza.club.web.pages.routes import ClubPages

    base, change = ClubSettings(), msgspec.structs.replace
    settings = change(
        base,
        club=change(base.club, id="demo", name="Луза"),
        mqtt=change(base.mqtt, port=broker),
        database=change(base.database, url=f"sqlite:///{folder / 'club.db'}"),
    )
    pages = ClubPages(folder / "club-staff.json")
    service = await stack.enter_async_context(ClubService(settings, pages=pages, any_port=True))
    assert service.address is not None
    return service.address, pages.first_start(service.address)


def settings_for(folder: Path, port: int, broker: int | None) -> Settings:
    """The settings of the demo's table; everything it writes is in `folder`. Port 0: any free one."""
    base = Settings()
    change = msgspec.structs.replace
    web = change(base.web, port=port)
    mqtt = change(base.mqtt, enabled=False) if broker is None else change(base.mqtt, port=broker)
    return change(
        base,
        club=change(base.club, id="demo", name="Луза"),
        match=change(base.match, players=("Анна Каренина", "Остап Бендер"), race_to=3, breaks_first=1),
        sensors=change(base.sensors, fitted=SENSORS),
        board=change(base.board, kind="simulated"),
        mqtt=mqtt,
        web=web,
        journal=change(base.journal, path=str(folder / "table.db")),
    )


def _introduce(service: "Service", folder: Path, club: tuple[str, "Words | None"] | None) -> None:
    _tell("running")
    _tell("scoreboard", address=f"{service.address}/scoreboard")
    if club is not None:
        _tell("club", address=club[0])
    if service.settings.mqtt.enabled:
        mqtt = service.settings.mqtt
        _tell("mqtt", host=mqtt.host, port=str(mqtt.port))
    if service.first_start is not None:
        print(service.first_start.ru if language() == "ru" else service.first_start.en, flush=True)
    if club is not None and club[1] is not None:
        print(club[1].ru if language() == "ru" else club[1].en, flush=True)
    assert service.board is not None
    _tell(service.board.runtime)
    _tell("journal", path=str(folder / "table.db"))
    _tell("stop")


def _tell(key: str, **values: str) -> None:
    words = say(f"demo.{key}", **values)
    print(words.ru if language() == "ru" else words.en, flush=True)
