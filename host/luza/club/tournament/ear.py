"""Tables' events on their way into tournaments: a taker of the club's recorder, so that none is lost."""

import logging
from collections.abc import Callable
from zlib import crc32

from luza.club.hearing.hall import Hall
from luza.club.history import lists
from luza.club.history.intake import HistoryEvent, Place, match_key
from luza.club.store import Store
from luza.club.tournament.heard import Heard, TopUp
from luza.club.tournament.tournaments import Tournaments
from luza.messages import FrameEvent, MatchEvent

log = logging.getLogger(__name__)


class Ear:
    """Hears tables for the tournaments of one club. Called in the recorder's thread, again where it failed.

    `tell`: tells a table a statement (a half ball in an even frame), under an id that is its own.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        club: str,
        store: Store,
        hall: Hall,
        tell: Callable[[Place, TopUp, str], None] = lambda place, top_up, id: None,
    ) -> None:
        self._tournaments = tournaments
        self._club = club
        self._store = store
        self._hall = hall
        self._tell = tell
        self._names: dict[tuple[str, str], tuple[str, ...]] = {}

    def __call__(self, place: Place, event: HistoryEvent) -> None:
        """Takes an event. Raises StoreError; the same event may then be given again."""
        if place.club != self._club or event.match is None:
            return
        if isinstance(event, FrameEvent) and event.event == "ended":
            self._shelves()
        names = self._players(place, event)
        self._hear(place, names, event, f"{place.slug}.{_name(event)}")

    def _hear(self, place: Place, names: tuple[str, ...], message: Heard, key: str) -> None:
        for answer in self._tournaments.hear(place.slug, names, message, key):
            for refusal in answer.refused:
                log.warning("tournament %s, table %s: %s", answer.tournament, place.slug, refusal)
            for number, top_up in enumerate(answer.tell):
                self._tell(place, top_up, f"{answer.tournament}.{key}.{number}")

    def _shelves(self) -> None:
        """How the shelves are wherever a frame is on, before a table comes free (CODE 2.3)."""
        for table in self._hall.tables:
            state = table.state
            if table.place.club == self._club and state is not None and state.match is not None:
                self._hear(table.place, state.players, state, f"{table.place.slug}.state.{_name(state)}")

    def _players(self, place: Place, event: HistoryEvent) -> tuple[str, ...]:
        """Who plays the table's match, by seat and as the table calls them: the history may have another name
        by now."""
        key = (place.slug, event.match)
        if isinstance(event, MatchEvent):
            self._names[key] = event.players
        elif key not in self._names:
            shown = self._hall.started(place, event.match)
            names = shown.players if shown is not None else self._written(place, event.match)
            if not names:
                return ()
            self._names[key] = names
        return self._names[key]

    def _written(self, place: Place, match: str) -> tuple[str, ...]:
        """As the history has them; the event is in it already."""
        with self._store.reading() as session:
            found = lists.match(session, match_key(place, match))
        return () if found is None else tuple(seat.name for seat in found.players)


def _name(message: Heard) -> str:
    """Of one table's messages this one's: with a new journal it counts from 1 again, in another session."""
    return f"{crc32(message.session.encode()) & 0xFFFF:04x}.{message.seq}"
