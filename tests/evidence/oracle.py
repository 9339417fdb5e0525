"""All worlds of a small shot, one by one: what proven and refuted mean, without any cleverness.

Written from the rules and from the four physical certainties alone, to hold `luza.evidence` against. A world
says of every happening in the shot which ball it was, and adds happenings that the table does not feel.
Worlds that agree in everything that can still matter are looked at once; nothing else is left out, so that
the answers are exact. Of deeds that nothing feels there are at most three before the contact and three after
it: no rule asks for more. The number of worlds grows fast: for a handful of facts and balls only.

The certainties: a ball that left the surface does nothing more; only the struck ball moves before the first
contact, and a ball moves only if struck or touched by a moving ball; a ball does not touch one cushion twice
running without touching a ball or another cushion between; one ball is not at two cushions (other than a
corner's two) within the time that the distance at 12 m/s needs. The last two tell which balls may be meant
where a fact names none; two facts that both name the ball are believed. The halves of a long side count as
two in the third: a ball in a middle pocket's jaws may touch one after the other.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from typing import NamedTuple

from luza.evidence import Proof
from luza.facts import Ball, CentreLine, Contact, Cushion, Fact, OffTable, Pocket

LENGTH, WIDTH, RADIUS, FASTEST = 3.55, 1.775, 0.034, 12.0
UNFELT_DEEDS = 3

Doing = tuple[int, str]
"""(who did it, what: a side of the table or `cross`)."""


class Felt(NamedTuple):
    """A cushion's fact as a ball has it: the cushion, when, and whether the fact names the ball."""

    cushion: str
    t: float
    named: bool


class World(NamedTuple):
    """How far a world has come. Tuples are by ball, sets are of balls; what counts for completion is in
    `carried` (what a ball and those that have driven it have done), `touched`, `crossed` and `met`. `deeds`:
    how many touches of cushions and crossings there were that nothing felt."""

    gone: frozenset[int]
    moving: frozenset[int]
    contacted: bool
    met: bool
    carried: tuple[frozenset[Doing], ...]
    touched: frozenset[int]
    crossed: bool
    last: tuple[Felt | None, ...]
    felt: tuple[tuple[Felt, ...], ...]
    deeds: int = 0


class Rule(NamedTuple):
    """What a stroke must do in one game: each part as the article says it.

    `does`: (what the ball has done itself, what those that drove it have done, what it does now) completes?
    `flush`: is it enough that a ball that has done this touches one that stands flush? `balls`: are so many
    balls at cushions, and whether one crossed, enough? `before`: what was done before the contact counts.
    `zone`: something that nothing feels is enough. `driven`: whether it matters who drove whom.
    """

    does: Callable[[Set[str], Set[str], str], bool] = lambda own, driven, now: False
    flush: Callable[[Set[str]], bool] = lambda own: False
    balls: Callable[[int, bool], bool] = lambda touched, crossed: False
    before: bool = False
    zone: bool = False
    driven: bool = False


def _two_cushions(own: Set[str], now: str) -> bool:
    return now != "cross" and bool(own - {"cross", now})


def _off_a_cushion(done: Set[str]) -> bool:
    return bool(done - {"cross"})


def _free_stroke(own: Set[str], driven: Set[str], now: str) -> bool:
    done = own | driven
    if now == "cross":
        return _off_a_cushion(done)
    return bool(done - {now})


def _dynamic_stroke(own: Set[str], driven: Set[str], now: str) -> bool:
    if now == "cross":
        return _off_a_cushion(own | driven)
    return bool(driven) or bool(own - {now})


RULES: dict[str, Rule | None] = {
    # FREE 12.1: one ball touched two cushions, or a cushion and then crossed, after the contact.
    "free break": Rule(
        does=lambda own, driven, now: _off_a_cushion(own) if now == "cross" else _two_cushions(own, now)
    ),
    # FREE 20 (2) to (4), after the contact; (2)c is `flush`.
    "free stroke": Rule(does=_free_stroke, flush=_off_a_cushion, driven=True),
    # DB 3.1, AMB-11: three balls at cushions, or two and a crossing, after the contact.
    "dynamic break": Rule(balls=lambda touched, crossed: touched >= 3 or (touched == 2 and crossed)),
    # DB 4.5: nothing is said of the contact having to come first.
    "dynamic stroke": Rule(_dynamic_stroke, flush=lambda own: bool(own), before=True, driven=True),
    # CODE 5.1 (b), (c) after the contact, 5.2: the zone.
    "code break": Rule(
        does=lambda own, driven, now: _two_cushions(own, now),
        balls=lambda touched, crossed: touched >= 2,
        zone=True,
    ),
    # CODE 6 (a), (b); (c) and (d) are felt by nothing.
    "code stroke": Rule(
        does=lambda own, driven, now: _off_a_cushion(own) if now == "cross" else bool(own - {now}),
        before=True,
        zone=True,
    ),
    "contact": None,
}


class Oracle:
    """The worlds of one shot under one rule (None: contact alone)."""

    def __init__(self, struck: Ball | None, sensors: Set[str], on_table: int, rule: Rule | None) -> None:
        self.rule = rule or Rule()
        self.struck = struck
        self.on_table = on_table
        self.contacts_felt = "contact" in sensors
        self.first_felt = self.contacts_felt or "first_contact" in sensors
        self.unfelt = {kind for kind in ("cushion", "centre_line", "pocket") if kind not in sensors}

    def outcomes(self, facts: Sequence[Fact]) -> set[tuple[bool, bool]]:
        """(the cue ball touched a ball, and the stroke was completed) in each world that fits."""
        self.balls = self._balls(facts)
        worlds = self._beginnings()
        for fact in facts:
            if isinstance(fact, Contact | Cushion | CentreLine | Pocket | OffTable):
                worlds = {after for world in self._unfelt(worlds) for after in self._felt(world, fact)}
        found: set[tuple[bool, bool]] = set()
        for world in self._unfelt(worlds):
            found.add((world.contacted, world.contacted and world.met))
            if world.contacted and self.rule.zone:
                found.add((True, True))
        return found

    def _balls(self, facts: Sequence[Fact]) -> range:
        """As many balls as lie on the table, numbered from 0; those that are named have their place."""
        named: set[Ball | None] = {self.struck}
        for fact in facts:
            if isinstance(fact, Contact):
                named.update(fact.balls or ())
            else:
                named.add(getattr(fact, "ball", None))
        named -= {None, "object"}
        # The coloured ball that nothing names may lie in a pocket, unless all sixteen are there.
        rest = [n for n in [*range(1, 16), "cue"] if n not in named]
        names = [*sorted(named, key=str), *rest[: max(0, self.on_table - len(named))]]
        self.number = {name: n for n, name in enumerate(names)}
        self.coloured = self.number.get("cue")
        self.fresh = range(len(named), len(names))
        return range(len(names))

    def _beginnings(self) -> set[World]:
        n = len(self.balls)
        blank: tuple[frozenset[Doing], ...] = (frozenset(),) * n
        none: frozenset[int] = frozenset()
        return {
            World(none, frozenset({ball}), False, False, blank, none, False, (None,) * n, ((),) * n)
            for ball in self._who(self.struck)
            if ball not in self.fresh[1:]
        }

    def _who(self, name: Ball | None) -> Iterator[int]:
        """The balls that a fact may mean."""
        for ball in self.balls:
            if name is None or self.number.get(name) == ball or (name == "object" and ball != self.coloured):
                yield ball

    def _twin(self, world: World, ball: int) -> bool:
        """Is there one before it that, like it, nothing names and nothing has happened to?"""
        fresh = [other for other in self.fresh if other not in world.moving and not world.carried[other]]
        return ball in fresh[1:]

    # -- what the table feels ---------------------------------------------------------------------------

    def _felt(self, world: World, fact: Fact) -> Iterator[World]:
        if isinstance(fact, Contact):
            one, other = fact.balls or (None, None)
            for a in self._who(one):
                for b in self._who(other):
                    yield from self._touch(world, a, b)
            return
        ball_named = getattr(fact, "ball", None)
        for ball in self._who(ball_named):
            if ball in world.gone or ball not in world.moving:
                continue
            if isinstance(fact, Cushion):
                felt = Felt(fact.cushion, fact.t, ball_named not in (None, "object"))
                if self._fits(world, ball, felt):
                    yield self._cushion(world, ball, felt)
            elif isinstance(fact, CentreLine):
                yield self._does(world, ball, "cross")
            else:
                yield self._leaves(world, ball, isinstance(fact, Pocket))

    def _fits(self, world: World, ball: int, now: Felt) -> bool:
        last = world.last[ball]
        if last is not None and last.cushion == now.cushion and not (last.named and now.named):
            return False
        return all(
            (then.named and now.named) or now.t - then.t >= seconds_between(then.cushion, now.cushion)
            for then in world.felt[ball]
        )

    def _cushion(self, world: World, ball: int, felt: Felt) -> World:
        recent = tuple(then for then in world.felt[ball] if felt.t - then.t < 0.3)
        return self._does(world, ball, felt.cushion.split("-")[0])._replace(
            last=_with(world.last, ball, felt), felt=_with(world.felt, ball, (*recent, felt))
        )

    # -- what it does not feel --------------------------------------------------------------------------

    def _unfelt(self, worlds: Set[World]) -> set[World]:
        """These worlds and all that come of them by what nothing feels."""
        seen = set(worlds)
        new = list(seen)
        while new:
            for after in self._happens(new.pop()):
                if after not in seen:
                    seen.add(after)
                    new.append(after)
        return seen

    def _happens(self, world: World) -> Iterator[World]:
        if not (self.contacts_felt if world.contacted else self.first_felt):
            for a in self.balls:
                for b in self.balls[a + 1 :]:
                    yield from self._touch(world, a, b)
        for ball in world.moving - world.gone:
            if world.contacted and "pocket" in self.unfelt:
                yield self._leaves(world, ball, potted=True)
            if world.deeds == UNFELT_DEEDS:
                continue
            hidden = world._replace(deeds=world.deeds + 1)
            if "centre_line" in self.unfelt:
                yield self._does(hidden, ball, "cross")
            if "cushion" in self.unfelt:
                last = world.last[ball]
                for side in ("front", "rear", "left", "right"):
                    if last is None or last.cushion.split("-")[0] != side:
                        yield self._does(hidden, ball, side)._replace(last=_with(world.last, ball, None))

    # -- what happens ------------------------------------------------------------------------------------

    def _touch(self, world: World, a: int, b: int) -> Iterator[World]:
        if self._twin(world, a) or self._twin(world, b):
            return
        if a == b or {a, b} & world.gone or not {a, b} & world.moving:
            return
        both = world.carried[a] | world.carried[b]
        after = world._replace(
            contacted=True,
            deeds=world.deeds if world.contacted else 0,
            moving=world.moving | {a, b},
            carried=_with(_with(world.carried, a, both), b, both) if self.rule.driven else world.carried,
            last=_with(_with(world.last, a, None), b, None),
        )
        yield self._plain(after)
        done = ({what for who, what in world.carried[ball] if who == ball} for ball in (a, b))
        if any(map(self.rule.flush, done)):
            yield self._plain(after._replace(met=True))

    def _leaves(self, world: World, ball: int, potted: bool) -> World:
        return self._plain(
            world._replace(gone=world.gone | {ball}, met=world.met or (potted and world.contacted))
        )

    def _does(self, world: World, ball: int, what: str) -> World:
        if not (world.contacted or self.rule.before):
            return world
        own = {deed for who, deed in world.carried[ball] if who == ball}
        driven = {deed for who, deed in world.carried[ball] if who != ball}
        touched = world.touched if what == "cross" else world.touched | {ball}
        crossed = world.crossed or what == "cross"
        met = world.met or self.rule.does(own, driven, what) or self.rule.balls(len(touched), crossed)
        carried = _with(world.carried, ball, world.carried[ball] | {(ball, what)})
        return self._plain(world._replace(met=met, carried=carried, touched=touched, crossed=crossed))

    def _plain(self, world: World) -> World:
        """The world without what can no longer matter."""
        if not world.met:
            return world
        blank = (frozenset[Doing](),) * len(self.balls)
        return world._replace(carried=blank, touched=frozenset(), crossed=False, deeds=0)


def judge(
    facts: Sequence[Fact], struck: Ball | None, sensors: Set[str], on_table: int, rule: Rule | None
) -> tuple[Proof, Proof] | None:
    """(contact, completed) as `assess` should find them; None where no world fits the facts."""
    outcomes = Oracle(struck, sensors, on_table, rule).outcomes(facts)
    if not outcomes:
        return None
    contact = _proof({contacted for contacted, _ in outcomes})
    return contact, contact if rule is None else _proof({completed for _, completed in outcomes})


def _proof(answers: Set[bool]) -> Proof:
    if len(answers) == 2:
        return Proof.UNPROVEN
    return Proof.PROVEN if True in answers else Proof.REFUTED


def _with(values: tuple, place: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:place], value, *values[place + 1 :])


def _place(cushion: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """From where to where, across and along, a ball's centre is when it touches the cushion; metres."""
    side, _, half = cushion.partition("-")
    across, along = (RADIUS, WIDTH - RADIUS), (RADIUS, LENGTH - RADIUS)
    if side == "front":
        along = (RADIUS, RADIUS)
    elif side == "rear":
        along = (LENGTH - RADIUS, LENGTH - RADIUS)
    else:
        across = (RADIUS, RADIUS) if side == "left" else (WIDTH - RADIUS, WIDTH - RADIUS)
        if half:
            along = (RADIUS, LENGTH / 2) if half == "front" else (LENGTH / 2, LENGTH - RADIUS)
    return across, along


def seconds_between(one: str, other: str) -> float:
    """The least time in which a ball gets from one cushion to another."""
    if one.split("-")[0] == other.split("-")[0]:
        return 0.0
    apart = [
        max(0.0, low - high_before, low_before - high)
        for (low_before, high_before), (low, high) in zip(_place(one), _place(other), strict=True)
    ]
    return float((apart[0] ** 2 + apart[1] ** 2) ** 0.5) / FASTEST
