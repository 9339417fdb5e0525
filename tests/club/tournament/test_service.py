"""The whole way: an evening in the club's server, a real Mosquitto, a table with its real controller."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from luza.club.tournament.entries import Begun, Paired, Registered, Reported
from luza.club.tournament.needs import needs
from luza.club.tournament.plan import Plan
from luza.entries import Header, Options
from luza.mqtt.broker import PrivateBroker

from tests.club.databases import Sqlite
from tests.club.hall import club_settings, pot, run, server, table
from tests.club.tournament.desk import START
from tests.mqtt import schemas
from tests.mqtt.harness import Ear

TOPIC = "luza/v1/arena/club/tournament/cup"


def test_from_the_pot_at_the_table_to_the_standings_on_the_wall(sqlite: Sqlite, tmp_path: Path) -> None:
    """CODE 3.2, CODE 13.1: the table reports, a player confirms, the wall shows it, the prize is found."""

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            broker = await stack.enter_async_context(PrivateBroker())
            club = await stack.enter_async_context(server(club_settings(sqlite.create(), broker.port)))
            await club.kept.hearing.wait()
            wall = await stack.enter_async_context(Ear(broker.port, f"{TOPIC}/#"))
            one = await stack.enter_async_context(table(tmp_path, "table-1", broker.port))
            evenings = club.tournaments.tournaments
            plan = Plan(name="Вечер", kind="evening", start=START, tables=("table-1",))
            evenings.open(plan, "Ольга", "cup")
            for name in ("Анна", "Борис"):
                evenings.enter("cup", Registered(name, name), "Ольга")
            evenings.enter("cup", Begun(), "Ольга")
            evenings.enter("cup", Paired(("Анна", "Борис"), "table-1"), "Ольга")
            club.tournaments.changed("cup")
            (need,) = needs(evenings.state("cup"))
            header = Header(
                game=need.start.game,
                players=list(need.start.players),
                race_to=need.start.race_to,
                first_breaker=0,
                sensors=["strike", "pocket", "rest"],
                options=Options(clock_s=60.0),
            )
            await one.controller.start_match(header)
            for _ in range(8):
                await pot(one)
            while evenings.view("cup").matches[0].status != "reported":
                await asyncio.sleep(0.02)
            evenings.enter("cup", Reported("G1", (8, 0), "Борис"), "Борис", "player")
            club.tournaments.changed("cup")
            told = await wall.first(f"{TOPIC}/standings", rev=evenings.view("cup").entries)
            assert [(line["name"], line["frames"], line["balls"]) for line in told.json["lines"]] == [
                ("Анна", 1, 8),
                ("Борис", -1, -8),
            ]
            shown = evenings.view("cup")
            for message in wall.heard:
                below = message.topic.removeprefix("luza/v1/arena/")
                assert schemas.problems(below, message.payload) == []
            assert {prize.who for prize in shown.prizes if prize.kind in ("run_4", "run_7")} == {"Анна"}
            assert shown.unheard == ()

    run(evening())
