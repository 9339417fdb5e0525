"""`luza table`: the controller of one real table."""

import logging
from pathlib import Path
from typing import Annotated

import typer

from luza.cli.ending import until_told
from luza.cli.supervised import supervised
from luza.settings import Settings, load
from luza.settings.write import say


def table(
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings",
            help="The settings file; else $LUZA_SETTINGS, else /etc/luza/luza.toml, else the defaults.",
            show_default=False,
        ),
    ] = None,
    start: Annotated[
        bool, typer.Option("--start", help="Begin a match as the settings say, if none is under way.")
    ] = False,
) -> None:
    """Run the table of a settings file: board, journal, MQTT, pages. A match under way is resumed.

    Ends on Ctrl-C or SIGTERM. Everything that was entered is on disk at any moment.
    """
    read = load(settings)
    logging.basicConfig(
        level=read.log.level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    until_told(_run(read, start))


async def _run(settings: Settings, start: bool) -> None:
    from luza.service import Service

    async with Service(settings) as service:
        play = service.controller.play
        if play is not None:
            logging.info("match %s is resumed", play.name)
        elif start:
            logging.info("match %s has begun", await service.controller.start_match())
        if service.address is not None:
            logging.info("the scoreboard is at %s/scoreboard", service.address)
        if service.first_start is not None:
            # Not through the log: on the console alone, and once.
            print(say(service.first_start, settings.table.language), flush=True)
        async with supervised():
            await service.run()
