"""All tournaments of the club: the one way in for pages, programs and tables."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from threading import RLock

import msgspec

from luza.club.tournament.book import Book, Brief
from luza.club.tournament.entries import (
    TABLE,
    Begun,
    Deed,
    Entry,
    Newcomer,
    Opened,
    Role,
    ShotSeen,
    Told,
    Undone,
    Untaken,
    write,
)
from luza.club.tournament.fold import Tournament
from luza.club.tournament.heard import Heard, TopUp, heard, top_ups
from luza.club.tournament.live import Next, Standings, standings, upcoming
from luza.club.tournament.needs import Need, needs
from luza.club.tournament.plan import Plan
from luza.club.tournament.rating import RatingLine, rating
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.state import State
from luza.club.tournament.timetable import Slot, timetable
from luza.club.tournament.view import LogLine, TournamentView
from luza.club.tournament.viewing import view
from luza.locale import say

LOOK_AGAIN = timedelta(seconds=2)
"""How often it is looked up which tournaments other servers have opened."""


class Answer(msgspec.Struct, frozen=True):
    """What came of a table's message in a tournament: how many entries were taken, what was refused and why,
    and what the table has to be told."""

    tournament: str
    taken: int
    refused: tuple[NotTaken, ...]
    tell: tuple[TopUp, ...]


class Tournaments:
    """The club's tournaments. Every entry is in the database before anybody sees what it came to.

    Several servers may work on one database. May be called from several threads. Methods raise NotTaken for
    what cannot apply and StoreError where the database does not take or give; nothing has changed then.
    """

    def __init__(self, book: Book, clock: Callable[[], datetime]) -> None:
        """`clock`: the time now, with its zone."""
        self._book = book
        self._clock = clock
        self._lock = RLock()
        self._known: dict[str, Tournament] = {}
        self._looked: datetime | None = None

    def open(self, plan: Plan, by: str, id: str | None = None) -> TournamentView:
        """Announces a tournament; without an `id` it gets one of its date and a few letters."""
        id = id or f"{plan.start:%Y-%m-%d}-{secrets.token_hex(2)}"
        entry = Entry("open", self._clock(), by, "organiser", Opened(plan))
        opened = Tournament(entry)
        with self._lock:
            self._book.open(id, entry)
            self._known[id] = opened
        return view(id, opened)

    def list(self) -> Sequence[Brief]:
        """All of them, the latest first."""
        return self._book.list()

    def view(self, id: str) -> TournamentView:
        """All about one of them."""
        with self._lock:
            return view(id, self._current(id))

    def state(self, id: str) -> State:
        """The state beneath the view, for what is derived from it."""
        with self._lock:
            return self._current(id).state

    def needs(self, id: str) -> tuple[Need, ...]:
        """Which match goes to which table."""
        return needs(self.state(id))

    def timetable(self, id: str) -> tuple[Slot, ...]:
        """When the matches of a schedule are played, as far as can be said."""
        return timetable(self.state(id))

    def enter(
        self, id: str, what: Deed, by: str, role: Role = "organiser", entry: str | None = None
    ) -> TournamentView:
        """Enters it, and gives what it came to. `entry` is the id that a repeated call is known by."""
        made = Entry(entry or secrets.token_hex(8), self._clock(), by, role, what)
        with self._lock:
            self._take(id, made)
            return self.view(id)

    def check(self, id: str, what: Deed, by: str, role: Role = "organiser") -> None:
        """Raises what `enter` would raise; changes nothing."""
        with self._lock:
            tournament = self._current(id)
            self._new(tournament, what)
            tournament.check(Entry("check", self._clock(), by, role, what))

    def draw(self, id: str, by: str) -> TournamentView:
        """Begins it with an order that chance has made."""
        here = list(self.state(id).here())
        secrets.SystemRandom().shuffle(here)
        return self.enter(id, Begun(tuple(here)), by)

    def log(self, id: str) -> tuple[LogLine, ...]:
        """Who has entered what, and when; the latest last."""
        with self._lock:
            entries = self._current(id).entries
        undone = {entry.what.entry for entry in entries if isinstance(entry.what, Undone)}
        return tuple(_line(entry, entry.id in undone) for entry in entries)

    def hear(self, table: str, names: Sequence[str], message: Heard, key: str) -> tuple[Answer, ...]:
        """A table's message, for the tournaments that have a match there.

        `names`: the players of its match; `key` names the message, so that it counts once however often it
        comes and whoever hears it: such as `t1.9f3a.417`, the table, its session in short and
        the message's `seq`.
        """
        with self._lock:
            return tuple(self._hear(id, table, names, message, key) for id in self._running(table))

    def standings(self, id: str) -> Standings:
        """What is published as `…/tournament/<id>/standings`, not yet stamped."""
        return standings(self.view(id))

    def upcoming(self, id: str) -> Next:
        """What is published as `…/tournament/<id>/next`, not yet stamped."""
        with self._lock:
            return upcoming(self.view(id), self.state(id))

    def rating(self, season: str) -> tuple[RatingLine, ...]:
        """The rating of a season over its evenings that have ended."""
        of_season = [one.id for one in self.list() if one.season == season and one.kind == "evening"]
        return rating((self.state(id) for id in reversed(of_season)), self._book.counts_for())

    def _running(self, table: str) -> Iterator[str]:
        """The tournaments that are played at this table. Which there are is looked up now and then, for a
        club's tables say more in a second than a database should be asked."""
        now = self._clock()
        if self._looked is None or now - self._looked >= LOOK_AGAIN:
            self._looked = now
            for one in self._book.list():
                if one.id not in self._known:
                    self._current(one.id)
        for id, known in tuple(self._known.items()):
            if known.state.phase == "running" and table in known.state.tables:
                yield id

    def _hear(self, id: str, table: str, names: Sequence[str], message: Heard, key: str) -> Answer:
        taken, refused = 0, []
        state = self.state(id)
        for number, what in enumerate(heard(state, table, names, message)):
            entry = Entry(f"{TABLE}.{key}.{number}", self._clock(), table, "table", what)
            try:
                self._take(id, entry)
                taken += 1
            except NotTaken as refusal:
                if refusal.code == "other_entry":
                    continue  # the same message once more, read with another state of the match: it counted
                refused.append(refusal)
                self._keep(id, entry, what, refusal)
        return Answer(id, taken, tuple(refused), tuple(top_ups(state, table, names, message)))

    def _keep(self, id: str, entry: Entry, told: Told, refusal: NotTaken) -> None:
        """What is refused stays in the log until the organiser lays it aside; of the shots of one match that
        all have the same against them, one is enough."""
        for one in self.state(id).unheard.values():
            shots = type(one.told) is type(told) is ShotSeen
            if one.table == entry.by and one.why == refusal.words and (shots or one.told == told):
                return
        untaken = msgspec.structs.replace(entry, id=f"{entry.id}.no", what=Untaken(told, refusal.words))
        with suppress(NotTaken):  # kept before, when something else was against it; or no number of a game
            self._take(id, untaken)

    def _take(self, id: str, entry: Entry) -> None:
        """Writes the entry, then keeps it; another server's entries come first."""
        tournament = self._current(id)

        def make(fresh: Sequence[Entry]) -> Entry | None:
            for one in fresh:
                tournament.enter(one)
            if tournament.knows(entry):
                return None
            tournament.check(entry)
            return entry

        self._new(tournament, entry.what)
        _readable(entry)
        self._book.add(id, len(tournament.entries), make)
        tournament.enter(entry)

    def _new(self, tournament: Tournament, what: Deed) -> None:
        """The newcomer's right is for who has played in no tournament yet (CODE 17)."""
        if not isinstance(what, Newcomer):
            return
        one = tournament.state.entrants.get(what.entrant)
        if one is None or one.person is None:
            return
        root = self._book.counts_for()
        for earlier in self._book.list():
            if earlier.start < tournament.plan.start and _played(self.state(earlier.id), one.person, root):
                raise NotTaken("not_new", who=one.name)

    def _current(self, id: str) -> Tournament:
        """The tournament with all entries that are in the database by now."""
        known = self._known.get(id)
        entries = self._book.read(id, len(known.entries) if known else 0)
        if known is None:
            known = self._known[id] = Tournament(entries[0])
            entries = entries[1:]
        for entry in entries:
            known.enter(entry)
        return known


def _played(state: State, person: str, root: Callable[[str], str]) -> bool:
    """Whether the club's player has played in it, under whichever of his names."""
    ids = {one.id for one in state.entrants.values() if one.person and root(one.person) == root(person)}
    return any(game.status == "done" and ids & set(game.players) for game in state.games.values())


def _readable(entry: Entry) -> None:
    """What could not be read again would take the whole tournament with it: a table may tell any numbers."""
    try:
        msgspec.json.decode(write(entry), type=Entry)
    except msgspec.ValidationError as problem:
        raise NotTaken("out_of_bounds", reason=str(problem)) from None


def _line(entry: Entry, undone: bool) -> LogLine:
    type_ = str(entry.what.__struct_config__.tag)
    return LogLine(entry.id, entry.at, entry.by, type_, say(f"tournament.entry.{type_}"), undone)
