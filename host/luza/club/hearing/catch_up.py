"""What the broker did not keep for the history, asked for from the tables themselves.

A broker forgets whom it keeps events for where it was wiped, where it kept them for longer than it was told
to, or where its memory ran out. A table keeps its latest events and tells them once more on `replay`, each
under its old `seq`; the history counts each once.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence

from luza.club.hearing.hall import Hall
from luza.club.hearing.orders import NotTold, Orders
from luza.club.history import heard
from luza.club.history.intake import Place
from luza.club.settings import EVERY_CLUB
from luza.club.store import Store, StoreError

AGAIN_S = 2.0
"""How often it is looked whether a table that owes its events can be asked."""

log = logging.getLogger(__name__)


class CatchUp:
    """Asks each table once it is there; `clubs` are those that are heard. Belongs to the loop."""

    def __init__(
        self, store: Store, hall: Hall, orders: Orders, clubs: Sequence[str], again_s: float = AGAIN_S
    ) -> None:
        self._store = store
        self._hall = hall
        self._orders = orders
        self._clubs = clubs
        self._again_s = again_s
        self._news = asyncio.Event()
        self.owed: dict[Place, int] = {}
        """From which `seq` on tables have still to tell their events again, by club and slug."""

    async def forgotten(self) -> None:
        """The broker has kept nothing. Looks up to where each table was heard, before it is heard again."""
        while True:
            try:
                known = await asyncio.to_thread(self._known)
            except StoreError as problem:
                log.warning("the history waits: %s", problem)
                await asyncio.sleep(self._again_s)
            else:
                break
        self.owed = {place: seq + 1 for place, seq in known.items()} | self.owed
        if self.owed:
            log.warning("the broker kept no events for us: %d tables are asked for theirs", len(self.owed))
            self._news.set()

    def owes(self, place: Place) -> bool:
        """Whether the table is still to tell what was missed: what it tells now is not all."""
        return Place(place.club, place.slug) in self.owed

    async def run(self, hearing: asyncio.Event) -> None:
        """Asks whoever owes, until it is cancelled. `hearing` is set while the history's events are heard:
        what a table tells before that would be lost a second time."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self.owed:
                for place, first in list(self.owed.items()):
                    table = self._hall.table(place.club, place.slug)
                    if table is not None and table.online:
                        await hearing.wait()
                        await self._ask(place, first)
                if self.owed:
                    await asyncio.sleep(self._again_s)

    async def _ask(self, place: Place, first: int) -> None:
        try:
            answer = await self._orders.tell(
                place.club, place.slug, "replay", {"from": first}, f"catch-up-{secrets.token_hex(8)}"
            )
        except NotTold:
            return
        if answer.status == "ok":
            log.info("table %s tells its events from %d on again", place.slug, first)
        else:
            log.warning(
                "table %s does not tell its events again (%s); `luza club sync` reads them from its journal",
                place.slug,
                answer.detail,
            )
        self.owed.pop(place, None)

    def _known(self) -> dict[Place, int]:
        with self._store.reading() as session:
            known = heard.noted(session)
        every = EVERY_CLUB in self._clubs
        return {place: seq for place, seq in known.items() if every or place.club in self._clubs}
