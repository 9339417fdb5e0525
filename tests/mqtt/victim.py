"""A table in a process of its own, to be killed: it tells shots as fast as it can."""

import asyncio
import sys
from pathlib import Path

from luza.mqtt.publisher import WILL_DELAY_S

from tests.mqtt.harness import Table, shot


async def _live(folder: Path, port: int, session: str, will_delay_s: int) -> None:
    table = Table(folder, session)
    publisher = table.connect(port, will_delay_s=will_delay_s)
    if session == "doomed":
        await asyncio.Event().wait()
    row = table.journal._database.execute(
        "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM told)"
    ).fetchone()
    n: int = row[0]
    while True:
        n += 1
        table.tell("event/shot", shot(n))
        if publisher.online.is_set() or n % 5 == 0:
            await asyncio.sleep(0.002)


if __name__ == "__main__":
    folder, port, session, *more = sys.argv[1:]
    asyncio.run(_live(Path(folder), int(port), session, int(more[0]) if more else WILL_DELAY_S))
