"""From the link's outputs to facts and reports: what a board's numbers mean on the table."""

from collections.abc import Callable, Iterable
from typing import Literal, Protocol, get_args

import msgspec
from luza_link import messages as m
from luza_link.outputs import (
    BootChanged,
    Dictionary,
    Linked,
    Missing,
    NotALuzaBoard,
    Output,
    SettingsAnswer,
    Silent,
    Unreadable,
    VersionMismatch,
    WrongBoard,
)
from luza_link.values import Event, Heartbeat, Inputs, Log, Snapshot

from luza.errors import UNREADABLE
from luza.facts import (
    POCKETS,
    Ball,
    CentreLine,
    Contact,
    Cushion,
    CushionName,
    Fact,
    OffTable,
    Pocket,
    Rest,
    Strike,
)
from luza.sources.board import (
    BoardAway,
    BoardBatch,
    BoardClockJumped,
    BoardConfused,
    BoardFitted,
    BoardFound,
    BoardRefused,
    BoardReport,
    BoardRestarted,
    BoardSays,
    BoardSettings,
    BoardVitals,
    Doubtful,
    InputHealth,
    InputsHealth,
    InputsSeen,
    InputStateName,
    MissingFacts,
    SensorHealth,
)

CUSHIONS: tuple[CushionName, ...] = ("front", "rear", "left-front", "left-rear", "right-front", "right-rear")
_STATES: tuple[InputStateName, ...] = get_args(InputStateName)
_LEVELS: tuple[Literal["debug", "info", "warning", "error"], ...] = ("debug", "info", "warning", "error")
AHEAD_S = 0.5
"""No round trip leaves a board's clock so far ahead of the host's: it has jumped."""

_TOWARDS: dict[int, Literal["front", "rear"]] = {1: "rear", -1: "front"}
"""By a crossing's value, the end that the ball went to."""


class BadEvent(ValueError):
    """An event whose numbers mean nothing to this host."""


def inputs(bits: int) -> tuple[str, ...]:
    """The names of the inputs whose bits are set."""
    return tuple(name for bit, name in enumerate(m.INPUT_NAMES) if bits >> bit & 1)


def fact_of(event: Event, t: float) -> Fact:
    """The fact of an event, at the host's `t`. BadEvent where kind or channel are unknown."""
    ball: Ball | None = None
    if event.flags & m.FLAG_CUE:
        ball = "cue"
    elif event.flags & m.FLAG_OBJECT:
        ball = "object"
    channel = event.channel
    match event.kind:
        case m.POCKET if channel < len(POCKETS):
            return Pocket(t, POCKETS[channel], ball)
        case m.CUSHION if channel < len(CUSHIONS):
            return Cushion(t, CUSHIONS[channel], ball)
        case m.CENTRE_LINE:
            return CentreLine(t, ball, _TOWARDS.get(event.value))
        case m.STRIKE:
            return Strike(t, ball)
        case m.CONTACT:
            return Contact(t)
        case m.REST:
            return Rest(t)
        case m.OFF_TABLE:
            return OffTable(t, ball)
    raise BadEvent(
        f"event {event.seq} of kind {event.kind}, channel {channel}, means nothing to this host: "
        "update luza, or install this host's firmware with `luza firmware install`"
    )


class Timekeeper(Protocol):
    """A board's time as the host's; `luza_link.clock.BoardClock` is one."""

    @property
    def error_s(self) -> float | None:
        """How far `host_s` may be off, in seconds; None while nobody knows."""

    @property
    def drift(self) -> float:
        """How much faster than the host's the board's clock goes, as a fraction."""

    def host_s(self, time_us: int) -> float:
        """A time of the board, in seconds of the host's monotonic clock."""


class Translator:
    """Turns outputs into batches and reports, in order. Facts of one boot never go back in time, nor ahead.

    clock: the board's. now: the host's monotonic seconds.
    """

    def __init__(self, clock: Timekeeper, now: Callable[[], float]) -> None:
        self._clock = clock
        self._now = now
        self._ahead = False
        self._port = ""
        self._uid: str | None = None
        self._boot_id = 0
        self._t = 0.0
        self._facts: list[Fact] = []
        self._seqs: list[int] = []
        self._last_seq = 0
        self._said: list[BoardBatch | BoardReport] = []
        self.heard: Callable[[Output], None] | None = None
        """Somebody who wants to hear all that the board says, as it says it."""

    def opened(self, port: str) -> None:
        """The outputs from now on come from this port."""
        self._port = port

    def begin(self, uid: str, boot_id: int) -> None:
        """The outputs from now on are of this boot of this board."""
        if boot_id != self._boot_id:
            self._t, self._ahead = 0.0, False
        self._uid, self._boot_id = uid, boot_id

    @property
    def uid(self) -> str | None:
        """The board that is, or last was, listened to."""
        return self._uid

    def __call__(self, outputs: Iterable[Output]) -> list[BoardBatch | BoardReport]:
        """What these outputs mean."""
        for output in outputs:
            if self.heard is not None:
                self.heard(output)
            if isinstance(output, Event):
                self._event(output)
            else:
                self._flush()
                self._other(output)
        self._flush()
        said, self._said = self._said, []
        return said

    def _flush(self) -> None:
        if self._last_seq:
            facts, seqs = tuple(self._facts), tuple(self._seqs)
            batch = BoardBatch(self._uid or "", self._boot_id, self._last_seq, facts, seqs=seqs)
            self._said.append(batch)
            self._facts.clear()
            self._seqs.clear()
            self._last_seq = 0

    def _event(self, event: Event) -> None:
        uid = self._uid or ""
        t = self._felt(event.time_us)
        if event.kind == m.HEALTH and event.channel < len(m.INPUT_NAMES) and 0 <= event.value < len(_STATES):
            self._flush()
            self._said.append(SensorHealth(uid, t, m.INPUT_NAMES[event.channel], _STATES[event.value]))
        else:
            try:
                fact = fact_of(event, t)
            except BadEvent as problem:
                self._said.append(BoardConfused(uid, str(problem)))
            else:
                if event.flags & m.FLAG_DOUBTFUL:
                    self._flush()
                    self._said.append(Doubtful(uid, fact))
                else:
                    self._facts.append(fact)
                    self._seqs.append(event.seq)
        self._last_seq = event.seq

    def _felt(self, time_us: int) -> float:
        """When it was felt; where the board's clock jumped ahead, when it came."""
        now, t = self._now(), self._clock.host_s(time_us)
        ahead, self._ahead = self._ahead, t > now + AHEAD_S
        if self._ahead:
            if not ahead:
                self._flush()
                self._said.append(BoardClockJumped(self._uid or "", round(t - now, 1)))
            t = now
        self._t = max(self._t, t)
        return self._t

    def _other(self, output: Output) -> None:
        uid = self._uid or ""
        say = self._said.append
        match output:
            case Linked(hello=hello):
                self.begin(hello.uid, hello.boot_id)
                say(
                    BoardFound(
                        hello.uid,
                        hello.boot_id,
                        self._port,
                        hello.firmware,
                        reset_name(hello.reset_cause),
                        hello.settings_hash,
                        hello.lost,
                    )
                )
            case Missing(boot_id=boot_id, first=first, last=last, reason=reason):
                say(BoardBatch(uid, boot_id, last, (), MissingFacts(first, last, reason)))
            case BootChanged(uid=changed, after=after, reset_cause=cause):
                say(BoardRestarted(changed, after, cause))
            case VersionMismatch():
                say(BoardRefused("version", self._port, output.text))
            case WrongBoard():
                say(BoardRefused("wrong_board", self._port, output.text))
            case NotALuzaBoard():
                say(BoardRefused("not_a_board", self._port, output.text))
            case Silent(seconds=seconds):
                say(BoardAway(self._uid, self._port, f"nobody has spoken there for {seconds:.0f} s"))
            case Snapshot(levels=levels, faults=faults):
                say(InputsSeen(uid, inputs(levels), inputs(faults)))
            case Inputs():
                say(InputsHealth(uid, tuple(_known(output))))
            case Heartbeat():
                say(self._vitals(output))
            case Log(level=level, dropped=dropped, text=text):
                say(BoardSays(uid, _LEVELS[min(level, 3)], text, dropped))
            case Dictionary(text=text):
                say(self._fitted(text))
            case SettingsAnswer(applied=applied, reason=reason, settings_hash=in_force):
                say(BoardSettings(uid, applied, reason, in_force))
            case Unreadable(reason=reason):
                say(BoardConfused(self._uid, reason))

    def _vitals(self, beat: Heartbeat) -> BoardVitals:
        return BoardVitals(
            self._uid or "",
            beat.lost,
            beat.bad_frames,
            beat.resent,
            beat.free_heap,
            beat.worst_loop_us,
            inputs(beat.levels),
            inputs(beat.faults),
            self._clock.error_s,
            self._clock.drift,
        )

    def _fitted(self, text: str) -> BoardReport:
        try:
            return BoardFitted(self._uid or "", msgspec.json.decode(text, type=dict[str, object]))
        except UNREADABLE as problem:
            return BoardConfused(self._uid, f"the board's dictionary is not a JSON object: {problem}")


def _known(told: Inputs) -> Iterable[InputHealth]:
    """The inputs and states that this host has names for."""
    for one in told.states:
        if one.input < len(m.INPUT_NAMES) and one.state < len(_STATES):
            yield InputHealth(m.INPUT_NAMES[one.input], _STATES[one.state], one.spells, float(one.for_s))


def reset_name(cause: int) -> str:
    """The words for a reset's cause."""
    return m.RESET_NAMES[cause] if cause < len(m.RESET_NAMES) else m.RESET_NAMES[0]
