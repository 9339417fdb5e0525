"""The walk itself: which step it is, what was felt for it, and when the next one begins."""

from collections.abc import Mapping

import msgspec
from luza_link import messages as m
from luza_link.outputs import Output
from luza_link.service_values import Live
from luza_link.values import Event, Snapshot

from luza.doctor.felt import Felt, Senses
from luza.doctor.meters import Meters
from luza.doctor.proposals import Bounds, Finding, Proposal, Seen, propose
from luza.doctor.shown import Bar, Change, DoctorView, Outcome, Phase, Row
from luza.doctor.steps import QUIET_S, Step, group_of, steps_for
from luza.locale import say
from luza.messages import Words
from luza.sources.pins import PinMap
from luza.words.names import board_input, cushion, pocket

NOTHING = Words("", "")
TOGETHER_US = 500_000
"""Knocks within this are one blow and its echoes."""
STRAY_US = 20_000
"""A beam broken for less is no ball that fell elsewhere."""
CRUMB_US = 3_000
"""A beam broken for less is no ball at all; 68 mm at 7 m/s take 10 ms."""
SWAPPED = 2
"""So often elsewhere, and never here: the plugs are swapped."""


class _Done(msgspec.Struct, frozen=True):
    step: Step
    outcome: Outcome
    felt: int
    instead: int = -1


class Walk:
    """The board's messages in (`take`), the view out. pins: the settings in force; bounds: the firmware's."""

    def __init__(self, pins: PinMap, bounds: Bounds) -> None:
        self.pins = pins
        self.phase: Phase = "walking"
        self.trouble: Words | None = None
        """Why saving failed."""
        self._bounds = bounds
        fitted = {*pins.inputs(), *pins.channels()}
        if pins.wiring.colour is not None:
            fitted |= {m.INPUT_COLOUR + m.POCKET_NAMES.index(name) for name in pins.wiring.colour.ports}
        self.steps = steps_for(fitted)
        self._meters = Meters(sorted(number for number in fitted if number < m.INPUT_COLOUR), pins)
        self._senses = Senses()
        self._done: list[_Done] = []
        self._seen_in: dict[int, Seen] = {}
        self._felt = 0
        self._elsewhere: dict[int, int] = {}
        self._group: list[Felt] = []
        self._began_us = -1
        self._now_us = 0
        self._note: Words | None = None
        self._touched = False
        self._backwards = 0
        self._faults = 0

    # -- what comes in --------------------------------------------------------------------------------

    def take(self, output: Output) -> None:
        """Anything that the board says."""
        if isinstance(output, Live):
            self._now_us = output.time_us
            self._faults = output.faults
            self._meters.take(output)
            if self.phase == "walking":
                self._live(output)
        elif isinstance(output, Snapshot):
            self._faults = output.faults
        elif isinstance(output, Event) and output.kind == m.CENTRE_LINE and self._step.kind == "line":
            self._backwards += output.value < 0

    def skip(self) -> None:
        """Leave this step as it is."""
        if self.phase == "walking":
            self._finish(self._judged())

    def again(self) -> None:
        """Forget this step's tries, or go back to the one before where there are none."""
        if self.phase == "done":
            self.phase = "walking"
        if self._done and not self._felt and not self._elsewhere:
            self._done.pop()
        self._begin()

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What fits what was seen."""
        return propose(self._all(), self.pins, self._bounds)[0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong and no number mends."""
        return propose(self._all(), self.pins, self._bounds)[1]

    # -- what goes out --------------------------------------------------------------------------------

    def view(self) -> DoctorView:
        """The walk as it stands."""
        over = self.phase != "walking"
        proposals, findings = propose(self._all(), self.pins, self._bounds) if over else ((), ())
        rows = tuple(self._row(one) for one in self._done)
        return DoctorView(
            phase=self.phase,
            title=say("doctor.title", name=self.pins.name),
            step=len(self._done),
            steps=len(self.steps),
            asked=say(f"doctor.phase.{self.phase}") if over else self.asked(self._step),
            note=self.trouble or self._note or NOTHING,
            felt=self._felt,
            wanted=0 if over else self._step.wanted,
            bars=tuple(self._bars(over)),
            rows=rows,
            changes=tuple(Change(one.place, one.before, one.after, one.why) for one in proposals),
            findings=tuple(one.words for one in findings),
            verdict=self._verdict(rows, bool(findings)) if over else NOTHING,
        )

    def name(self, number: int) -> Words:
        """What an input is called: the settings' own name, or ours."""
        name = m.INPUT_NAMES[number]
        own: Mapping[str, str] = self.pins.names
        return Words(own[name], own[name]) if name in own else board_input(name)

    def asked(self, step: Step) -> Words:
        """What the technician is to do."""
        if step.input < 0:
            return say(f"doctor.step.{step.kind}", seconds=int(QUIET_S))
        return say(f"doctor.step.{step.kind}", input=self._place(step), n=step.wanted)

    # -- inside ---------------------------------------------------------------------------------------

    @property
    def _step(self) -> Step:
        return self.steps[min(len(self._done), len(self.steps) - 1)]

    def _live(self, live: Live) -> None:
        if self._began_us < 0:
            self._began_us = live.time_us
        for felt in self._senses.take(live):
            if felt.start_us >= self._began_us:
                self._group.append(felt)
        if self._step.kind == "quiet":
            self._quiet()
        elif self._group and live.time_us - self._group[0].start_us > TOGETHER_US:
            self._judge(self._group)
            self._group = []

    def _quiet(self) -> None:
        if self._group:
            self._seen().noise.extend(self._group)
            self._note = say("doctor.note.noise", input=self.name(self._group[-1].input))
            self._group = []
        if self._now_us - self._began_us >= QUIET_S * 1e6:
            self._felt = 1
            self._finish("fine")

    def _judge(self, group: list[Felt]) -> None:
        """One blow, pass or stroke: was it felt where it should be?"""
        step = self._step
        mine = [one for one in group if one.input == step.input]
        rivals = [one for one in group if group_of(one.input) == group_of(step.input)]
        if step.kind in ("pocket", "coloured"):
            least = {True: CRUMB_US, False: STRAY_US}
            rivals = [one for one in rivals if one.longest_us >= least[one.input == step.input]]
            mine = [one for one in mine if one in rivals]
        if step.kind == "line":
            self._crossing({one.input for one in rivals})
            return
        if not rivals:
            return
        strongest = max(rivals, key=lambda one: (one.longest_us, one.peak_mv))
        right = bool(mine) if step.kind in ("pocket", "coloured") else strongest.input == step.input
        if not right:
            self._elsewhere[strongest.input] = self._elsewhere.get(strongest.input, 0) + 1
            self._note = say("doctor.note.elsewhere", input=self.name(strongest.input))
            return
        self._keep(step, mine[0])
        self._count()

    def _crossing(self, inputs: set[int]) -> None:
        if len(inputs) == 2:
            self._count()
        else:
            self._note = say("doctor.note.one_beam", input=self.name(min(inputs)))

    def _count(self) -> None:
        self._felt += 1
        self._note = say("doctor.note.felt", n=self._felt, of=self._step.wanted)
        if self._felt >= self._step.wanted:
            self._finish(self._judged())

    def _keep(self, step: Step, felt: Felt) -> None:
        seen = self._seen()
        kept = {
            "pocket": seen.white,
            "coloured": seen.coloured,
            "cushion": seen.knocks,
            "stroke": seen.strokes,
        }
        kept[step.kind].append(felt)

    def _seen(self) -> Seen:
        return self._seen_in.setdefault(len(self._done), Seen([], [], [], [], []))

    def _all(self) -> Seen:
        whole = Seen([], [], [], [], [])
        for one in self._seen_in.values():
            whole.noise += one.noise
            whole.white += one.white
            whole.coloured += one.coloured
            whole.knocks += one.knocks
            whole.strokes += one.strokes
        return whole

    def _judged(self) -> Outcome:
        step = self._step
        if step.kind == "line" and self._felt and self._backwards == self._felt:
            return "elsewhere"
        if self._felt:
            return "fine" if self._felt >= step.wanted else "skipped"
        if step.kind == "quiet":
            return "skipped"
        if any(times >= SWAPPED for times in self._elsewhere.values()):
            return "elsewhere"
        if step.input >= 0 and self._meters.stuck(step.input):
            return "stuck"
        return "silent"

    def _finish(self, outcome: Outcome) -> None:
        instead = max(self._elsewhere, key=lambda one: self._elsewhere[one], default=-1)
        self._done.append(_Done(self._step, outcome, self._felt, instead))
        if len(self._done) >= len(self.steps):
            self.phase = "done"
            self._felt = 0
            self._note = None
            return
        self._begin()

    def _begin(self) -> None:
        self._felt = 0
        self._elsewhere = {}
        self._group = []
        self._began_us = -1
        self._backwards = 0
        self._seen_in.pop(len(self._done), None)

    def _bars(self, over: bool) -> list[Bar]:
        wanted = frozenset[int]()
        if not over:
            step = self._step
            wanted = frozenset({step.input, step.input + (step.kind == "line")})
        return [
            Bar(
                number,
                self.name(number),
                self._meters.level(number),
                self._meters.peak(number),
                self._meters.active(number),
                bool(self._faults >> number & 1),
                number in wanted,
            )
            for number in self._meters.inputs
        ]

    def _row(self, done: _Done) -> Row:
        step = done.step
        instead = self.name(done.instead) if done.instead >= 0 else NOTHING
        kind = "line" if step.kind == "line" and done.outcome == "elsewhere" else done.outcome
        said = say(f"doctor.outcome.{kind}", instead=instead, input=self._where(step))
        return Row(self._where(step), done.outcome, said, done.felt, step.wanted)

    def _where(self, step: Step) -> Words:
        what = say(f"doctor.kind.{step.kind}")
        if step.input < 0 or step.kind in ("line", "stroke"):
            return what
        return say("doctor.place", what=what, input=self._place(step))

    def _place(self, step: Step) -> Words:
        """The pocket or the cushion itself, for whoever has to find it."""
        if m.INPUT_NAMES[step.input] in self.pins.names or step.kind in ("line", "stroke"):
            return self.name(step.input)
        if step.kind == "cushion":
            return cushion(m.CUSHION_NAMES[step.input - m.INPUT_CUSHIONS])
        return pocket(m.POCKET_NAMES[step.input])

    def _verdict(self, rows: tuple[Row, ...], findings: bool) -> Words:
        bad = sum(row.outcome != "fine" for row in rows)
        if bad or findings:
            return say("doctor.verdict.not_yet", n=bad)
        return say("doctor.verdict.fit")
