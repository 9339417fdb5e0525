"""What the sensors' outputs do while a shot is played: facts in, edges out.

A beam is broken as long as a ball of 68 mm at that speed breaks it. A knock sets a peak holder that decays
with a time constant; its comparator is active while it is above the threshold, so two knocks on one rail
within that time are one pulse. A blow on a rail reaches the others weaker and later, and the slate.
Comparators and beams chatter at both ends. How strong and how late the echoes are is assumed, within what
wood and slate allow, and not measured on a table.
"""

import math
import random
from collections import defaultdict

import msgspec
from luza_link import messages as m

from luza.facts import Ball
from luza.sources.simulator.frames import Happening, Shot

BALL_M = 0.068
SLOWEST_M_S = 0.3
"""A ball that creeps into a pocket tips over the lip, and is through the beam no slower than this."""
FASTEST_M_S = 7.0
CENTRE_M = 3.55 / 2
BEAM_M = 0.010
"""Each beam's distance from the centre line."""

RAIL_TAU_US = 3000.0
"""Decay of a rail's peak holder,"""
RAIL_THRESHOLD = 0.03
"""and its comparator's threshold, in m/s of a ball against the cushion."""
SLATE_TAU_US = 800.0
SLATE_THRESHOLD = 0.05
STROKE = 3.0
"""Strength of a stroke as the slate feels it, in the slate's own measure."""

_NEIGHBOURS = {
    "front": ("left-front", "right-front"),
    "rear": ("left-rear", "right-rear"),
    "left-front": ("front", "left-rear"),
    "left-rear": ("rear", "left-front"),
    "right-front": ("front", "right-rear"),
    "right-rear": ("rear", "right-front"),
}


class Edge(msgspec.Struct, frozen=True, order=True):
    """An input becomes active, or lets go; `t_us` from the stroke."""

    t_us: int
    number: int
    active: bool


class Shown(msgspec.Struct, frozen=True):
    """A ball is before a pocket's colour sensor from `t_us` to `until_us`."""

    t_us: int
    until_us: int
    channel: int
    cue: bool


class Wave:
    """Collects what happens at the inputs; `edges` is the outcome. The same seed gives the same edges.

    echo: the strongest echo on a neighbouring rail, as a part of the blow. chatter: how long the gaps at a
    pulse's ends are, as a part of the usual.
    """

    def __init__(self, seed: str, echo: float = 0.3, chatter: float = 1.0) -> None:
        self.shown: list[Shown] = []
        self._random = random.Random(seed)
        self._echo = echo
        self._chatter = chatter
        self._active: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)

    def beam(self, number: int, start_us: float, end_us: float) -> None:
        """A beam is broken."""
        self._active[number].append((round(start_us), round(end_us)))

    def stretch(self, number: int, part: float) -> None:
        """The beam's threshold has drifted: its breaks so far end later, or earlier, by this part of each."""
        self._active[number] = [
            (start, end + round((end - start) * part)) for start, end in self._active[number]
        ]

    def ball_in_pocket(self, t_us: float, channel: int, v: float, cue: bool) -> None:
        """A ball falls, at `v` m/s over the lip."""
        end_us = t_us + BALL_M / max(v, SLOWEST_M_S) * 1e6
        self.beam(m.INPUT_POCKETS + channel, t_us, end_us)
        self.shown.append(Shown(round(t_us), round(end_us), channel, cue))

    def rail(self, t_us: float, name: str, strength: float) -> None:
        """A ball meets a rail; the others and the slate echo."""
        chance = self._random.uniform
        self._knock(m.CUSHION_NAMES.index(name), t_us, strength)
        for other in m.CUSHION_NAMES:
            if other in _NEIGHBOURS[name]:
                part, late_us = chance(0.3, 1.0) * self._echo, chance(1000, 5000)
            else:
                part, late_us = chance(0.1, 0.3) * self._echo, chance(3000, 7000)
            if other != name:
                self._knock(m.CUSHION_NAMES.index(other), t_us + late_us, strength * part)
        self.slate(t_us + chance(300, 2500), strength * 0.25)

    def slate(self, t_us: float, strength: float) -> None:
        """A stroke, a contact, or an echo, as the piezo under the slate feels it."""
        if strength > SLATE_THRESHOLD:
            self.beam(m.INPUT_SLATE, t_us, t_us + SLATE_TAU_US * math.log(strength / SLATE_THRESHOLD))

    def thump(self, t_us: float, strength: float) -> None:
        """A blow on slate or floor: everything at once, about alike."""
        chance = self._random.uniform
        for rail in range(len(m.CUSHION_NAMES)):
            self._knock(rail, t_us + chance(0, 400), strength * chance(0.7, 1.0))
        self.slate(t_us + chance(0, 400), strength)

    def crossing(self, t_us: float, v: float, towards_pyramid: bool) -> None:
        """A ball rolls over the centre line at `v` m/s."""
        us_per_m = 1e6 / v
        for side in (0, 1):
            ahead = BEAM_M if (side == 1) == towards_pyramid else -BEAM_M
            middle_us = t_us + ahead * us_per_m
            half_us = BALL_M / 2 * us_per_m
            self.beam(m.INPUT_CENTRE_LINE + side, middle_us - half_us, middle_us + half_us)

    def into_middle_pocket(self, t_us: float, v: float) -> None:
        """A ball on its way into a middle pocket stands in both beams until it has dropped out of them."""
        chance = self._random.uniform
        start_us = t_us - 0.04 / max(v, SLOWEST_M_S) * 1e6
        for side in (0, 1):
            skew_us = chance(-3000, 3000)
            self.beam(m.INPUT_CENTRE_LINE + side, start_us + skew_us, t_us + 30_000 + chance(0, 1000))

    def edges(self) -> list[Edge]:
        """All edges in the order of their times, chatter included."""
        found: list[Edge] = []
        for number in sorted(self._active):
            for start, end in _joined(self._active[number]):
                for t, active in self._chattering(start, end):
                    found.append(Edge(t, number, active))
        found.sort()
        return found

    def _knock(self, rail: int, t_us: float, strength: float) -> None:
        if strength > RAIL_THRESHOLD:
            length_us = RAIL_TAU_US * math.log(strength / RAIL_THRESHOLD)
            self.beam(m.INPUT_CUSHIONS + rail, t_us, t_us + length_us)

    def _chattering(self, start: int, end: int) -> list[tuple[int, bool]]:
        """The pulse, with a short gap behind its start and before its end where it is long enough for
        that."""
        chance = self._random.randint
        gaps = []
        if end - start > 1000:
            at = start + chance(60, 300)
            gaps.append((at, at + round(chance(20, 120) * self._chatter)))
            at = end - chance(150, 300)
            gaps.append((at, min(at + round(chance(20, 120) * self._chatter), end - 1)))
        edges = [(start, True)]
        for gone, back in gaps:
            edges += [(gone, False), (back, True)]
        return [*edges, (end, False)]


def wave_of(
    shot: Shot, tempo: float = 1.0, echo: float = 0.3, *, chatter: float = 1.0, seed: str = ""
) -> Wave:
    """The whole shot. `tempo` 2 plays the facts in half the time; each pulse keeps its own length."""
    wave = Wave(f"{shot.frame}/{shot.n}{seed}", echo, chatter)
    chance = random.Random(f"{shot.frame}/{shot.n} balls{seed}").uniform
    where: dict[Ball, tuple[float, float]] = {shot.cue: (0.0, shot.positions[str(shot.cue)][1])}
    for fact in shot.facts:
        t_us = fact.t / tempo * 1e6
        if fact.type == "strike":
            wave.slate(t_us, STROKE)
        elif fact.type == "contact":
            wave.slate(t_us, chance(0.5, 2.5))
            for ball in fact.balls or ():
                where.pop(ball, None)
        elif fact.type == "cushion" and fact.cushion is not None and fact.ball is not None:
            wave.rail(t_us, fact.cushion, fact.v)
            where[fact.ball] = (fact.t, fact.y)
        elif fact.type == "centre_line":
            v = min(_speed(fact, where, chance(0.4, 1.5)) * tempo, FASTEST_M_S)
            wave.crossing(t_us, v, fact.towards == "rear")
        elif fact.type == "pocket" and fact.pocket is not None:
            wave.ball_in_pocket(t_us, m.POCKET_NAMES.index(fact.pocket), fact.v, fact.ball == "cue")
            if fact.pocket.startswith("middle"):
                wave.into_middle_pocket(t_us, fact.v)
    return wave


def _speed(fact: Happening, where: dict[Ball, tuple[float, float]], unknown: float) -> float:
    """A ball's speed over the line, in m/s, from where it was last; `unknown` where a contact came
    between."""
    if fact.ball not in where:
        return unknown
    t, y = where[fact.ball]
    return max(abs(CENTRE_M - y) / max(fact.t - t, 1e-3), 0.1)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, overlapping ones as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
