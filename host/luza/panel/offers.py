"""What can be done now and what cannot, with the reason: the core is asked, which changes nothing. Pure."""

from collections.abc import Callable, Iterator

from luza import words
from luza.controller import shotclock
from luza.locale import say
from luza.panel.saying import incident
from luza.panel.shown import Clause, FoulOffer, Offer, Why
from luza.panel.whys import no, why
from luza.rules import clauses
from luza.rules.fouls import ANY_TIME
from luza.statements import (
    Adjust,
    Affair,
    AffairResult,
    Call,
    Clock,
    Concede,
    ContinueRun,
    Extension,
    Identify,
    Incident,
    Lag,
    Lot,
    Nominate,
    Removed,
    Rule,
    Statement,
    UnfeltFall,
    Warned,
)
from luza.table import Table

NEEDS_PLAYER = ANY_TIME | {"premature_end"}
COMMON = (
    *("bad_completion", "no_contact", "touched_ball", "off_table", "cue_ball_potted"),
    *("double_hit", "push_shot", "balls_moving"),
)
"""The fouls that are called most, the commonest first; by the experience of the hall, not by a rule."""
SHOWN_FIRST = 5


def clause(id: str | None) -> Clause | None:
    """A clause as the panel cites it; None where there is none of this id."""
    return Clause(id, words.clause(id)) if id is not None and clauses.known(id) else None


def offers(table: Table | None) -> tuple[Offer, ...]:
    """Everything that can be done at the table or not; None: the table is free."""
    if table is None:
        free = say("panel.refused.nothing_taken")
        return (Offer("start", say("panel.offer.start"), None), Offer("stop", say("panel.offer.stop"), free))
    running = None if table.winner is not None else say("refusals.code.match_running")
    return (
        Offer("start", say("panel.offer.start"), running),
        Offer("stop", say("panel.offer.stop"), None),
        *_strokes(table),
        *_said(table),
        *_incidents(table),
        Offer("sides", say("panel.offer.sides"), None),
        Offer("sense", say("panel.offer.sense"), None, here=bool(table.header.sensors)),
    )


def _strokes(table: Table) -> Iterator[Offer]:
    yield Offer("stroke", say("panel.offer.stroke"), no_stroke(table))
    fell = why(table, UnfeltFall(table.now, "front-left"))
    yield Offer("fell", say("panel.offer.fell"), fell)
    open_ = no("stroke_open").words if table.shot_open else no_stroke(table)
    yield Offer("strike", say("panel.offer.strike"), open_)
    yield Offer("rest", say("panel.offer.rest"), None if table.shot_open else no("no_stroke_open").words)


def no_stroke(table: Table) -> Why:
    """Why no stroke can be played now."""
    frame = table.frame
    if table.shot_open or frame.phase in ("break", "play") or frame.decision is not None:
        return None
    return no("no_strokes").words


def _said(table: Table) -> Iterator[Offer]:
    t, game, frame = table.now, table.rules.game, table.frame
    yield _by_player(table, "lag", lambda player: Lag(t, player), not game.by_lot)
    yield _by_player(table, "lot", lambda player: Lot(t, player), game.by_lot)
    yield _one(table, "nominate", Nominate(t), bool(game.calls))
    yield _one(table, "identify", Identify(t, 1))
    yield _one(table, "removed", Removed(t))
    yield _one(table, "rule:legal", Rule(t, "legal"))
    yield _one(table, "rule:foul", Rule(t, "foul"))
    yield _one(table, "adjust", Adjust(t, 0, 0, "-"))
    yield _one(table, "score", Adjust(t, 0, 0, "-"))
    over = say("refusals.code.match_over") if frame.phase == "over" else None
    yield Offer("setup", say("panel.offer.setup"), no("stroke_open").words if table.shot_open else over)
    yield _by_player(table, "concede", lambda player: Concede(t, player))
    yield _one(table, "clock:on", Clock(t, True))
    off = None if table.clock.on else no("clock_off").words
    yield Offer("clock:off", say("panel.offer.clock-off"), off)
    yield _one(table, "warned", Warned(t))
    down = table.clock.bent_since is not None
    yield Offer("bent:on", say("panel.offer.bent-on"), off or (no("is_down").words if down else None))
    yield Offer("bent:off", say("panel.offer.bent-off"), off or (None if down else no("not_down").words))
    yield _by_player(table, "extension", lambda player: Extension(t, player), game.extensions)
    yield _by_player(table, "affair", lambda player: Affair(t, player), game.dares)
    yield _one(table, "affair_result", AffairResult(t, True), game.dares)
    yield _one(table, "continue_run", ContinueRun(t), game.dares)


def _one(table: Table, id: str, said: Statement, here: bool = True) -> Offer:
    return Offer(id, say(f"panel.offer.{id.replace(':', '-')}"), why(table, said), here)


def _by_player(table: Table, id: str, said: Callable[[int], Statement], here: bool = True) -> Offer:
    each = tuple(why(table, said(player)) for player in range(len(table.players)))
    none = each[0] if all(each) else None
    return Offer(id, say(f"panel.offer.{id}"), none, here, each)


def _incidents(table: Table) -> Iterator[Offer]:
    for case in _CASES:
        if case in table.rules.game.incidents:
            said = Incident(table.now, case)  # type: ignore[arg-type]
            yield Offer(f"incident:{case}", incident(case), why(table, said))


_CASES: tuple[str, ...] = Incident.__annotations__["case"].__args__


def fouls(table: Table | None, t: float) -> tuple[FoulOffer, ...]:
    """The fouls of the game, the likely ones first; `t` is the time at the table."""
    if table is None:
        return ()
    likely = likely_fouls(table, t)
    game = table.rules.game
    found = {id: _foul(table, id, id in likely) for id in words.fouls.known_in(game.id)}
    return (*(found[id] for id in likely), *(offer for id, offer in found.items() if id not in likely))


def likely_fouls(table: Table, t: float) -> tuple[str, ...]:
    """What somebody is likely to call now: what the stroke could not be proven to be, what its time was, and
    what is called most."""
    known = words.fouls.known_in(table.rules.game.id)
    subject = table.subject
    verdict = None if subject is None else subject.verdict
    on_break = table.frame.phase == "break" or (
        subject is not None
        and subject.opened.frame.phase == "break"
        and subject.opened.frame.number == table.frame.number
    )
    wanted: list[str] = []
    if shotclock.too_slow(table, t) is not None or shotclock.late(table):
        wanted.append("slow_play")
    if on_break and "bad_break" in known:
        wanted.append("bad_break")
    wanted += [id for id in COMMON if not (on_break and id == "bad_completion")]
    already = () if verdict is None else verdict.fouls
    return tuple(dict.fromkeys(id for id in wanted if id in known and id not in already))[:SHOWN_FIRST]


def _foul(table: Table, id: str, likely: bool) -> FoulOffer:
    game = table.rules.game
    needs_player = id in NEEDS_PLAYER
    said = Call(table.now, id, 0 if needs_player else None)
    return FoulOffer(
        id=id,
        name=words.fouls.name(id, game.id),
        about=words.fouls.about(id, game.id),
        clause=clause(words.fouls.clause(game.id, id)),
        likely=likely,
        voids=id in game.voids,
        needs_player=needs_player,
        why=why(table, said),
    )
