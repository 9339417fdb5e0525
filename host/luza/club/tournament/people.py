"""Entries about people, money and tables: registration, the newcomer's right, leaving, warnings. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from luza.club.history.names import same_name
from luza.club.time.money import roubles
from luza.club.tournament import checks
from luza.club.tournament.entries import (
    Charged,
    Entry,
    Funded,
    Newcomer,
    Paid,
    Registered,
    Returned,
    TableClosed,
    TableOpened,
    Warned,
    Withdrew,
)
from luza.club.tournament.games import concede, cut
from luza.club.tournament.money import dues
from luza.club.tournament.plan import MOST_ENTRANTS
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.resolve import resolve
from luza.club.tournament.round_robin import DECLARED_BEFORE
from luza.club.tournament.state import Entrant, Out, Payment, State, Warning


def _put(state: State, entrant: Entrant) -> Mapping[str, Entrant]:
    return {**state.entrants, entrant.id: entrant}


def registered(state: State, entry: Entry, what: Registered) -> State:
    """A name is written into the table; in an evening also later, for lateness is not punished (CODE 3.1)."""
    checks.not_over(state)
    if state.phase == "running" and state.plan.kind != "evening":
        raise NotTaken("registration_closed")
    if what.entrant in state.entrants:
        raise NotTaken("already_registered", who=state.name(what.entrant))
    if any(same_name(other.name) == same_name(what.name) for other in state.entrants.values()):
        raise NotTaken("name_taken", who=what.name)
    if what.seed is not None and any(other.seed == what.seed for other in state.entrants.values()):
        raise NotTaken("seed_taken", seed=what.seed)
    if len(state.entrants) >= MOST_ENTRANTS[state.plan.kind]:
        raise NotTaken("full", most=MOST_ENTRANTS[state.plan.kind])
    number = len(state.entrants) + 1
    one = Entrant(what.entrant, what.name, number, what.rating, what.seed, what.person)
    return replace(state, entrants=_put(state, one))


def newcomer(state: State, entry: Entry, what: Newcomer) -> State:
    """The newcomer's right, declared a day ahead at least (CODE 17)."""
    one = checks.present(state, what.entrant)
    if state.plan.start - what.declared < DECLARED_BEFORE:
        raise NotTaken("declared_late", who=one.name)
    if state.phase != "registration":
        raise NotTaken("already_begun")
    return replace(state, entrants=_put(state, replace(one, newcomer=what.declared)))


def paid(state: State, entry: Entry, what: Paid) -> State:
    """Money handed over, against what is due to that person; never more than that."""
    one = checks.entrant(state, what.entrant)
    due = sum(d.kopecks for d in dues(state) if d.entrant == one.id and d.to == what.to)
    already = sum(p.kopecks for p in state.paid if p.entrant == one.id and p.to == what.to)
    if what.kopecks > due - already:
        raise NotTaken("too_much", who=one.name, due=roubles(max(0, due - already)))
    return replace(state, paid=(*state.paid, Payment(one.id, what.kopecks, what.to)))


def charged(state: State, entry: Entry, what: Charged) -> State:
    """A loss that he bears (CODE 15)."""
    one = checks.entrant(state, what.entrant)
    return replace(state, charges=(*state.charges, Payment(one.id, what.kopecks, None, what.note)))


def funded(state: State, entry: Entry, what: Funded) -> State:
    """Into the prize fund, or out of it."""
    return replace(state, funded=(*state.funded, Payment(entry.by, what.kopecks, None, what.note)))


def table_opened(state: State, entry: Entry, what: TableOpened) -> State:
    """One table more."""
    checks.not_over(state)
    if what.table in state.tables:
        raise NotTaken("table_open", table=what.table)
    return replace(state, tables=(*state.tables, what.table))


def table_closed(state: State, entry: Entry, what: TableClosed) -> State:
    """One table less; not while a match is on it."""
    checks.free_table(state, what.table)
    return replace(state, tables=tuple(table for table in state.tables if table != what.table))


def withdrew(state: State, entry: Entry, what: Withdrew) -> State:
    """Somebody is out; the frame that he is in is conceded or cut, as was said.

    Before the beginning a line of the table is taken out wholly, unless he had paid already.
    """
    checks.not_over(state)
    one = checks.present(state, what.entrant)
    if entry.role == "player" and (entry.by != one.id or what.reason in ("no_show", "excluded")):
        raise NotTaken("not_for_another", who=entry.by)
    if state.phase == "registration":
        if any(payment.entrant == one.id for payment in (*state.paid, *state.charges)):
            return _out(state, entry, one, what.reason)
        rest = {id: other for id, other in state.entrants.items() if id != one.id}
        return replace(state, entrants=rest)
    _can_go(state, one)
    game = state.playing(one.id)
    if game is not None and game.status == "playing":
        if what.frame is None:
            raise NotTaken("leaves_mid_frame", who=one.name, table=game.table or "", match=game.id)
        state = concede(state, entry, game, one.id, what.score) if what.frame == "conceded" else state
    if (game := state.playing(one.id)) is not None:
        state = cut(state, entry, game)
    return _out(state, entry, one, what.reason)


def _out(state: State, entry: Entry, one: Entrant, reason: str) -> State:
    order = sum(1 for other in state.entrants.values() if other.out is not None)
    out = Out(reason, entry.at, order)  # type: ignore[arg-type]  # the same four words
    return replace(state, entrants=_put(state, replace(one, out=out)))


def _can_go(state: State, one: Entrant) -> None:
    """On a schedule: not when the tournament is won and nothing is left for him to play."""
    resolved = resolve(state)
    left = any(one.id in m.sides and m.how == "open" for m in resolved.meetings.values())
    if resolved.champion is not None and not left:
        raise NotTaken("decided", who=state.name(resolved.champion))


def returned(state: State, entry: Entry, what: Returned) -> State:
    """He is back in the evening; on a schedule his matches have gone to others."""
    checks.not_over(state)
    one = checks.entrant(state, what.entrant)
    if one.out is None:
        raise NotTaken("is_here", who=one.name)
    if state.phase == "running" and state.plan.kind != "evening":
        raise NotTaken("no_return", who=one.name)
    return replace(state, entrants=_put(state, replace(one, out=None)))


def warned(state: State, entry: Entry, what: Warned) -> State:
    """A spoken warning; the second one costs a ball off his shelf in the frame that he is in, or, as the
    organiser decides, a rating point, or both (CODE 3.4)."""
    checks.running(state)
    one = checks.present(state, what.entrant)
    if entry.role == "player" and (entry.by == one.id or entry.by not in state.entrants):
        raise NotTaken("not_for_another", who=entry.by)
    for witness in what.witnesses:
        if witness == one.id:
            raise NotTaken("own_witness", who=one.name)
        checks.entrant(state, witness)
    repeated = any(warning.entrant == one.id for warning in state.warnings)
    game = state.playing(one.id)
    cost = what.cost
    if not repeated and cost is not None:
        raise NotTaken("first_is_free", who=one.name)
    if repeated and cost is None:
        if game is None:
            raise NotTaken("no_shelf", who=one.name)
        cost = "ball"
    if cost in ("ball", "both") and game is None:
        raise NotTaken("no_shelf", who=one.name)
    if cost in ("point", "both") and entry.role != "organiser":
        raise NotTaken("organiser_only", who=entry.by)
    warning = Warning(
        one.id, entry.by, entry.at, what.reason, what.witnesses, cost, game.id if game else None
    )
    return replace(state, warnings=(*state.warnings, warning))
