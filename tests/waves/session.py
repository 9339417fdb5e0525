"""A session at a table: strokes one after the other with all that happens between them, as edges with labels.

What a ball is and what is not is known here and nowhere else: the labels are the truth that the detectors'
facts are held against. The same seed gives the same session.
"""

import random
from dataclasses import dataclass, field

from luza.sources.simulator.frames import Shot
from luza.sources.simulator.simulated import CUE_COLOUR, OBJECT_COLOUR
from luza.sources.simulator.waveform import BALL_M, Shown, wave_of
from luza_link import messages as m

from tests.waves.strengths import Strength
from tests.waves.tables import FASTEST_M_S, SLOWEST_M_S, some

START_US = 7_000_000
"""The board has found the table quiet by then."""
QUIET_US = 5_200_000
"""Nothing happens for so long after a stroke: the board says rest."""
PAUSE_US = 12_000_000
"""Between rest and the next stroke, time for hands."""
SAMPLE_US = 2_400
SKIN = (900, 420, 290, 260)
PINK = (1500, 700, 470, 450)
"""What the colour sensor makes of a hand, and of a ball that it cannot tell."""


@dataclass(frozen=True)
class Ball:
    """A ball that fell; `t_us` when it was through the beam. kind: FLAG_..."""

    t_us: int
    pocket: int
    kind: int


@dataclass(frozen=True)
class Contact:
    """A ball met a rail at `v` m/s."""

    t_us: int
    rail: int
    v: float


@dataclass
class Session:
    """Edges and readings in order of time, and what they are."""

    edges: list[tuple[int, int, int]] = field(default_factory=list)
    samples: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    balls: list[Ball] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    strokes: list[int] = field(default_factory=list)
    until_us: int = START_US

    def given(self, every_us: int = 50_000) -> dict[str, object]:
        """The session as a case for tests/firmware/play_edges.py."""
        return {"edges": self.edges, "samples": self.samples, "until": self.until_us, "every": every_us}


def session(seed: str, strength: Strength, strokes: int, potting: float = 0.85) -> Session:
    """So many strokes at one table."""
    made = Session()
    chance = random.Random(f"{seed} {strength.name}")
    noisy = chance.randrange(6) if chance.random() < strength.noisy_rail else -1
    for number in range(strokes):
        shot = some(chance, potting)
        stroke = _Stroke(made, strength, chance, shot, f"{seed}/{number}")
        stroke.play(noisy)
        made.until_us += round(shot.length_s * 1e6) + 1_500_000 + QUIET_US + PAUSE_US
    made.edges.sort()
    made.samples.sort()
    made.balls.sort(key=lambda ball: ball.t_us)
    return made


class _Stroke:
    """One stroke and what is done after it, put into a session; times below are from the stroke."""

    def __init__(
        self, made: Session, strength: Strength, chance: random.Random, shot: Shot, seed: str
    ) -> None:
        self._made = made
        self._strength = strength
        self._chance = chance
        self._shot = shot
        self._start = made.until_us
        self._wave = wave_of(shot, echo=strength.echo, chatter=strength.chatter, seed=seed)
        self._end_us = round(shot.length_s * 1e6) + 1_500_000
        self._pinks: set[int] = set()

    def play(self, noisy_rail: int) -> None:
        """Everything, and its labels."""
        self._label()
        self._balls()
        self._noise(noisy_rail)
        self._people()
        self._emit()

    def _happens(self, chance: float) -> bool:
        return self._chance.random() < chance

    def _label(self) -> None:
        self._made.strokes.append(self._start)
        for fact in self._shot.facts:
            if fact.type == "cushion" and fact.cushion is not None:
                rail = m.CUSHION_NAMES.index(fact.cushion)
                self._made.contacts.append(Contact(self._start + round(fact.t * 1e6), rail, fact.v))

    def _balls(self) -> None:
        """The balls that fall: others right behind them, the net that throws them back, rattles."""
        shown = list(self._wave.shown)
        falls: dict[int, int] = {}
        for one in shown:
            falls[one.channel] = max(falls.get(one.channel, 0), one.t_us)
        for one in shown:
            self._fell(one)
            last = falls[one.channel] == one.t_us
            if last and self._happens(self._strength.twin):
                self._another(one.t_us + self._chance.randint(400_000, 900_000), one.channel)
            elif last and self._happens(self._strength.rehit):
                self._thrown_back(one)
            if self._happens(self._strength.both):
                other = self._chance.choice([n for n in range(6) if n not in falls])
                self._another(one.t_us + self._chance.randint(-8_000, 8_000), other)
                falls[other] = one.t_us
            if self._happens(self._strength.rattle) and len(shown) == 1:
                at = one.t_us
                for _ in range(self._chance.randint(2, 8)):
                    at -= self._chance.randint(25_000, 60_000)
                    self._break(one.channel, at, self._chance.randint(1_000, 6_000))

    def _another(self, t_us: int, channel: int) -> None:
        self._wave.ball_in_pocket(
            t_us, channel, self._chance.uniform(SLOWEST_M_S, FASTEST_M_S), cue=self._happens(0.5)
        )
        self._fell(self._wave.shown[-1])

    def _fell(self, one: Shown) -> None:
        """Its label. A ball that nobody can tell is pink to the sensor."""
        kind = m.FLAG_CUE if one.cue else m.FLAG_OBJECT
        if self._happens(self._strength.pink):
            self._pinks.add(one.t_us)
        self._made.balls.append(Ball(self._start + one.until_us, one.channel, kind))

    def _thrown_back(self, one: Shown) -> None:
        """Through the beam again, each time more slowly; all of it within 0.3 s of the first time."""
        begins = sorted(self._chance.sample(range(40_000, 300_001, 1_000), self._chance.randint(1, 3)))
        free = one.until_us + 2_000
        for begin in begins:
            at = one.t_us + begin
            if at < free:
                continue
            length = round(BALL_M / self._chance.uniform(0.8, 3.0) * 1e6)
            free = at + length + 2_000
            self._wave.beam(m.INPUT_POCKETS + one.channel, at, at + length)
            self._wave.shown.append(Shown(at, at + length, one.channel, one.cue))

    def _break(self, channel: int, at: int, length: int) -> None:
        self._wave.beam(m.INPUT_POCKETS + channel, at, at + length)

    def _noise(self, noisy_rail: int) -> None:
        """What no person does."""
        strength, chance = self._strength, self._chance
        whole = self._end_us + QUIET_US
        for number in range(m.INPUT_CUSHIONS, m.INPUT_CENTRE_LINE):
            if self._happens(strength.static):
                at = chance.randrange(whole)
                self._wave.beam(number, at, at + chance.randint(20, strength.static_us))
        if noisy_rail >= 0:
            for _ in range(chance.randint(4, 10)):
                at = chance.randrange(whole)
                number = m.INPUT_CUSHIONS + noisy_rail
                self._wave.beam(number, at, at + chance.randint(150, 700))
        if self._happens(strength.crumb):
            self._break(chance.randrange(6), chance.randrange(whole), chance.randint(500, 6_000))
        if self._happens(strength.lamp):
            at, channel = chance.randrange(self._end_us), chance.randrange(6)
            for step in range(chance.randint(100, 400)):
                self._break(channel, at + step * 10_000, 5_000)

    def _people(self) -> None:
        """What is done while the balls lie still."""
        strength, chance, wave = self._strength, self._chance, self._wave
        at = self._end_us + QUIET_US + chance.randint(200_000, 800_000)
        if self._happens(strength.hand):
            self._hand(at, chance.randrange(6))
        at += 5_000_000
        if self._happens(strength.chalk):
            wave.rail(at, chance.choice(m.CUSHION_NAMES), chance.uniform(0.05, 0.4))
        at += 1_000_000
        if self._happens(strength.lean):
            number = m.INPUT_CUSHIONS + chance.randrange(6)
            for _ in range(chance.randint(1, 3)):
                length = chance.randint(150_000, 700_000)
                wave.beam(number, at, at + length)
                at += length + chance.randint(50_000, 300_000)
        at += 500_000
        if self._happens(strength.thump):
            wave.thump(at, chance.uniform(0.3, 2.0))
        at += 500_000
        if self._happens(strength.placing):
            wave.crossing(at, chance.uniform(0.2, 1.0), towards_pyramid=self._happens(0.5))

    def _hand(self, at: int, channel: int) -> None:
        """Down into the net and up again, twice to five times, once at least slowly."""
        chance = self._chance
        lengths = [chance.randint(60_000, 900_000) for _ in range(chance.randint(2, 5))]
        lengths[chance.randrange(len(lengths))] = chance.randint(320_000, 900_000)
        for length in lengths:
            self._break(channel, at, length)
            self._samples(at, at + length, channel, SKIN)
            at += length + chance.randint(60_000, 500_000)

    def _emit(self) -> None:
        """Edges and readings, each a little off."""
        drift = self._strength.drift
        for number in (*range(m.INPUT_CUSHIONS), m.INPUT_CENTRE_LINE, m.INPUT_CENTRE_LINE + 1):
            self._wave.stretch(number, self._chance.uniform(-drift, drift))
        if self._happens(self._strength.supply):
            self._dip()
        rows = [(self._start + one.t_us, one.number, int(one.active)) for one in self._wave.edges()]
        self._made.edges += _in_order(rows, self._chance, self._strength.jitter_us)
        for one in self._wave.shown:
            pink = one.t_us in self._pinks
            colour = PINK if pink else CUE_COLOUR if one.cue else OBJECT_COLOUR
            self._samples(one.t_us, one.until_us, one.channel, colour)

    def _dip(self) -> None:
        """The receivers' supply dips: no threshold has a part in how long that is."""
        at = self._chance.randrange(self._end_us + QUIET_US)
        length = self._chance.randint(2_000, 60_000)
        for channel in range(6):
            self._break(channel, at + self._chance.randint(0, 300), length + self._chance.randint(0, 300))

    def _samples(self, start: int, end: int, channel: int, colour: tuple[int, int, int, int]) -> None:
        first = start + self._chance.randrange(SAMPLE_US)
        for t in range(first, end, SAMPLE_US):
            spread = self._chance.uniform(0.9, 1.1)
            clear, red, green, blue = (round(value * spread) for value in colour)
            self._made.samples.append((self._start + t, channel, clear, red, green, blue))


def _in_order(
    rows: list[tuple[int, int, int]], chance: random.Random, jitter_us: int
) -> list[tuple[int, int, int]]:
    """Each edge a little late, but none before the one that came before it at the same input."""
    last: dict[int, int] = {}
    out = []
    for t, number, active in rows:
        t = max(t + chance.randint(0, jitter_us), last.get(number, 0) + 1)
        last[number] = t
        out.append((t, number, active))
    return out
