"""The fold: entries in, the tournament out. Pure; an entry that is refused changes nothing."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from luza.club.tournament import checks, evening, games, people
from luza.club.tournament.bracket import schedule
from luza.club.tournament.entries import (
    MAY,
    Annulled,
    Assigned,
    Begun,
    Charged,
    Corrected,
    Drawn,
    Ended,
    Entry,
    Funded,
    Moved,
    Newcomer,
    Opened,
    Paid,
    Paired,
    Played,
    Playing,
    Recalled,
    Registered,
    Reported,
    Returned,
    Seen,
    Shelves,
    ShotSeen,
    TableClosed,
    TableOpened,
    Undone,
    Untaken,
    Warned,
    What,
    Withdrew,
)
from luza.club.tournament.plan import Plan
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.state import ON_TABLE, UNRECORDED, Entrant, State, Unheard


def _opened(entry: Entry, what: Opened) -> State:
    """The first entry of every tournament."""
    plan = what.plan
    if plan.game != "dynamic-code" and plan.kind == "evening":
        raise NotTaken("code_game_only")
    if len(set(plan.tables)) != len(plan.tables):
        raise NotTaken("table_twice")
    return State(plan, tables=plan.tables)


def _begun(state: State, entry: Entry, what: Begun) -> State:
    """The beginning: two at least, on a schedule seeded as said, else by seeds, ratings and registration."""
    if state.phase != "registration":
        raise NotTaken("already_begun")
    here = state.here()
    least = _least(state.plan)
    if len(here) < least:
        raise NotTaken("too_few", n=len(here), least=least)
    order = what.order or _seeded([state.entrants[id] for id in here])
    if sorted(order) != sorted(here):
        raise NotTaken("bad_order")
    return replace(state, phase="running", order=order, schedule=schedule(state.plan, len(order)))


def _least(plan: Plan) -> int:
    """How many it takes: two; so many in each group that more play than go on."""
    return plan.groups * max(2, plan.advance + 1) if plan.kind == "groups" else 2


def _seeded(entrants: list[Entrant]) -> tuple[str, ...]:
    def merit(one: Entrant) -> tuple[int, int, int]:
        return (one.seed or len(entrants) + 1000, -(one.rating or 0), one.number)

    return tuple(one.id for one in sorted(entrants, key=merit))


def _drawn(state: State, entry: Entry, what: Drawn) -> State:
    """Lots among players whom all else leaves equal."""
    checks.running(state)
    for id in what.order:
        checks.entrant(state, id)
    if len(set(what.order)) != len(what.order):
        raise NotTaken("bad_order")
    rest = tuple(id for id in state.lots if id not in what.order)
    return games.settle(replace(state, lots=(*rest, *what.order)), entry)


def _ended(state: State, entry: Entry, what: Ended) -> State:
    """The official end: every frame is written down first; those still on are cut, if that was said."""
    checks.running(state)
    waiting = next((game for game in state.in_order() if game.status in UNRECORDED), None)
    if waiting is not None:
        raise NotTaken("write_first", who=state.names(waiting.players), match=waiting.id)
    on = [game for game in state.in_order() if game.status in ON_TABLE]
    if on and not what.cut:
        raise NotTaken("frames_on", tables=", ".join(game.table or "" for game in on))
    for game in on:
        where = games.key_of(state, game)
        state = games.put(state, where, replace(game, status="cut", ended=entry.at, doubtful=False))
    return replace(state, phase="over", ended=entry.at)


def _untaken(state: State, entry: Entry, what: Untaken) -> State:
    """Kept for the organiser, whatever the tournament is at."""
    one = Unheard(entry.at, entry.by, what.told, what.why)
    return replace(state, unheard={**state.unheard, entry.id: one})


def _seen(state: State, entry: Entry, what: Seen) -> State:
    """Laid aside."""
    if what.entry not in state.unheard:
        raise NotTaken("nothing_to_see", entry=what.entry)
    return replace(state, unheard={id: one for id, one in state.unheard.items() if id != what.entry})


_STEPS: Mapping[type[What], Callable[[State, Entry, Any], State]] = {
    Registered: people.registered,
    Newcomer: people.newcomer,
    Paid: people.paid,
    Charged: people.charged,
    Funded: people.funded,
    TableOpened: people.table_opened,
    TableClosed: people.table_closed,
    Withdrew: people.withdrew,
    Returned: people.returned,
    Warned: people.warned,
    Begun: _begun,
    Drawn: _drawn,
    Ended: _ended,
    Paired: evening.paired,
    Played: evening.played,
    Assigned: games.assigned,
    Recalled: games.recalled,
    Moved: games.moved,
    Playing: games.playing,
    Shelves: games.shelves,
    Reported: games.reported,
    Corrected: games.corrected,
    Annulled: games.annulled,
    ShotSeen: games.shot_seen,
    Untaken: _untaken,
    Seen: _seen,
}


class Tournament:
    """A tournament: its log and the state that it comes to.

    `entries` is the log as it was entered, undone entries and undos among it.
    """

    def __init__(self, opening: Entry) -> None:
        if not isinstance(opening.what, Opened):
            raise NotTaken("not_opened")
        _allowed(opening)
        self.state = _opened(opening, opening.what)
        self.entries: list[Entry] = [opening]
        self._standing: list[Entry] = [opening]
        self._by_id: dict[str, Entry] = {opening.id: opening}

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Tournament":
        """The fold of a whole log; raises NotTaken for one that no tournament can have."""
        iterator = iter(entries)
        opening = next(iterator, None)
        if opening is None:
            raise NotTaken("not_opened")
        made = cls(opening)
        for entry in iterator:
            made.enter(entry)
        return made

    @property
    def plan(self) -> Plan:
        """What was announced."""
        return self.state.plan

    def check(self, entry: Entry) -> State:
        """What `enter` would come to; raises NotTaken as it would, and changes nothing."""
        return self._weighed(entry)[0]

    def enter(self, entry: Entry) -> State:
        """The state after the entry. The same entry (by id) again changes nothing. Raises NotTaken."""
        if self.knows(entry):
            return self.state
        self.state, self._standing = self._weighed(entry)
        self.entries.append(entry)
        self._by_id[entry.id] = entry
        return self.state

    def knows(self, entry: Entry) -> bool:
        """Whether the entry was taken already; raises NotTaken where its id stands for something else."""
        known = self._by_id.get(entry.id)
        if known is not None and known.what != entry.what:
            raise NotTaken("other_entry", entry=entry.id)
        return known is not None

    def _weighed(self, entry: Entry) -> tuple[State, list[Entry]]:
        _allowed(entry)
        if isinstance(entry.what, Opened):
            raise NotTaken("opened_twice")
        if isinstance(entry.what, Undone):
            return self._without(entry.what)
        step = _STEPS[type(entry.what)]
        return step(self.state, entry, entry.what), [*self._standing, entry]

    def _without(self, what: Undone) -> tuple[State, list[Entry]]:
        """Everything but the entry, folded anew; refused where a later one stands on it."""
        kept = [entry for entry in self._standing if entry.id != what.entry]
        if len(kept) == len(self._standing) or what.entry == self._standing[0].id:
            raise NotTaken("nothing_to_undo", entry=what.entry)
        state = self._fresh()
        for entry in kept[1:]:
            try:
                state = _STEPS[type(entry.what)](state, entry, entry.what)
            except NotTaken as refusal:
                raise NotTaken("stands_on_it", later=entry.id, why=refusal.words) from refusal
        return state, kept

    def _fresh(self) -> State:
        opening = self._standing[0]
        assert isinstance(opening.what, Opened)
        return _opened(opening, opening.what)


def _allowed(entry: Entry) -> None:
    if entry.role not in MAY[type(entry.what)]:
        raise NotTaken("organiser_only" if entry.role == "player" else "not_for_role", who=entry.by)
