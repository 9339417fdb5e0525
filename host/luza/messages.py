"""The typed payloads that go out over MQTT and, the same, over server-sent events.

The topics are in `protocol/asyncapi.yaml`, whose schemas are made from these classes. Every payload carries
`v`, `session`, `seq` and `at`; snapshots carry `rev`. A reader ignores fields it does not know.
"""

from typing import Literal

import msgspec

from luza.view import FrameResult, FrameView, ShotView

VERSION = 1


class Words(msgspec.Struct, frozen=True):
    """One sentence in both languages of the product."""

    ru: str
    en: str


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What every payload carries: `seq` grows by one a message across restarts; `at` is UTC, RFC 3339."""

    v: int = VERSION
    session: str = ""
    seq: int = 0
    at: str = ""


class Snapshot(Message, frozen=True, kw_only=True):
    """A retained message; a reader drops one whose `rev` is below the one it shows."""

    rev: int = 0


class Availability(Snapshot, frozen=True, kw_only=True):
    """`…/availability`; `offline` is also the client's will.

    `reason` of `offline`: `stopped`, or `lost` in the will, whose `since` is the beginning of the connection
    that was lost: the table was there at least until then. `host` is the controller's machine.
    """

    state: Literal["online", "offline"]
    since: str
    reason: str | None = None
    host: str | None = None


class Meta(Snapshot, frozen=True, kw_only=True):
    """`…/meta`: what the table is."""

    club: str
    table: str
    club_name: str
    table_name: str
    games: tuple[str, ...]
    sensors: tuple[str, ...]
    versions: dict[str, str]


class Falling(msgspec.Struct, frozen=True):
    """A ball that fell in the shot in progress, before the shot is judged."""

    pocket: str
    ball: str | int | None
    t: float


class ClockView(msgspec.Struct, frozen=True):
    """The shot clock (FREE 24, CODE 7). `ends_at` is UTC; displays count down to it by themselves."""

    running: bool = False
    ends_at: str | None = None
    left_s: float | None = None
    limit_s: float | None = None
    warned: bool = False
    extensions: tuple[int, ...] = ()


class Confirmation(msgspec.Struct, frozen=True):
    """Something that a person must look at, for the sensors cannot know it."""

    id: str
    words: Words


class StateWords(msgspec.Struct, frozen=True):
    """What a display writes beside the numbers; None where there is nothing to say."""

    status: Words
    last_shot: Words | None = None
    instruction: Words | None = None
    decision: Words | None = None
    options: tuple[Words, ...] = ()


class State(Snapshot, frozen=True, kw_only=True):
    """`…/state`: everything a display needs, whole. `match` is None while the table is idle.

    `target`: the points that win a frame. `swapped`: the players are to be shown the other way round, as
    they stand at the table.
    """

    match: str | None
    game: str | None
    players: tuple[str, ...]
    race_to: int
    frames_won: tuple[int, ...]
    match_winner: int | None
    frames: tuple[FrameResult, ...]
    frame: FrameView | None
    last_shot: ShotView | None
    shot_open: bool
    falling: tuple[Falling, ...]
    clock: ClockView
    needs_confirmation: tuple[Confirmation, ...]
    words: StateWords
    idle: bool = False
    target: int | None = None
    swapped: bool = False


class Score(Snapshot, frozen=True, kw_only=True):
    """`…/score`: small, for tiny displays."""

    players: tuple[str, ...]
    score: tuple[int, ...]
    frames_won: tuple[int, ...]
    at_table: int | None
    phase: str


class ClockMessage(Snapshot, frozen=True, kw_only=True):
    """`…/clock`: on change; displays count by themselves."""

    running: bool
    ends_at: str | None
    left_s: float | None
    limit_s: float | None
    warned: bool
    extensions: tuple[int, ...]


class Part(msgspec.Struct, frozen=True):
    """The health of one part of the table."""

    state: Literal["ok", "degraded", "fault"]
    reason: Words | None = None
    since: str | None = None
    counters: dict[str, int] = {}


class InputState(msgspec.Struct, frozen=True):
    """One sensor: how it is, since when, and how often it has been unwell since its board started."""

    state: Literal["ok", "blocked", "noisy", "dead", "silent", "doubtful", "inverted"]
    since: str
    spells: int


class Health(Snapshot, frozen=True, kw_only=True):
    """`…/health`: every 30 s, expires after 120 s. `inputs` by their names, as the boards tell them."""

    state: Literal["ok", "degraded", "fault"]
    parts: dict[str, Part]
    inputs: dict[str, InputState] = {}


class PocketEvent(Message, frozen=True, kw_only=True):
    """`…/event/pocket`: a ball fell, told at once; `player` is None outside any shot."""

    match: str
    pocket: str
    ball: str | int | None
    t: float
    player: int | None


class Fall(msgspec.Struct, frozen=True):
    """A ball that fell in a judged shot; None where nobody knows which ball it was."""

    pocket: str
    ball: str | int | None


class ShotEvent(Message, frozen=True, kw_only=True):
    """`…/event/shot`: a judged shot; `amended` where it replaces an earlier verdict.

    `t`: the match's time when it was judged so; `opened_t`: when it was played. `run`: the balls of the visit
    that counted, with this shot's. `fell`: all that fell, in order. `called`: how many balls had been called
    before the stroke (CODE 13.4 asks for two). A shot that is withdrawn has none of these.
    """

    match: str
    shot: ShotView
    amended: bool
    withdrawn: bool = False
    words: Words | None = None
    t: float | None = None
    opened_t: float | None = None
    run: int = 0
    fell: tuple[Fall, ...] = ()
    called: int = 0


class FoulEvent(Message, frozen=True, kw_only=True):
    """`…/event/foul`: one foul. `penalty` is the change of each player's score by it."""

    match: str
    shot: int | None
    id: str
    article: str
    player: int
    penalty: tuple[int, ...]
    words: Words


class FrameEvent(Message, frozen=True, kw_only=True):
    """`…/event/frame`: a frame started or ended, or goes on because its end was taken back; `t`: when, by
    the match's time."""

    match: str
    event: Literal["started", "ended", "reopened"]
    number: int
    breaker: int | None
    result: FrameResult | None = None
    t: float | None = None


class MatchEvent(Message, frozen=True, kw_only=True):
    """`…/event/match`: a match started or ended, or goes on because its end was taken back; `t`: when, by the
    match's time. `handicap`: what each player begins a frame with; empty where nobody has one."""

    match: str
    event: Literal["started", "ended", "reopened"]
    game: str
    players: tuple[str, ...]
    frames_won: tuple[int, ...]
    winner: int | None = None
    t: float | None = None
    race_to: int | None = None
    handicap: tuple[int, ...] = ()


class MessageEvent(Message, frozen=True, kw_only=True):
    """`…/event/message`: what became of a message that was shown at the table; `id` is its command's."""

    id: str
    outcome: Literal["acknowledged", "expired"]


class Alert(Snapshot, frozen=True, kw_only=True):
    """`…/alert/<id>`: something a person must see; an empty payload when it is over."""

    id: str
    level: Literal["info", "warning", "fault"]
    since: str
    words: Words


class Response(Message, frozen=True, kw_only=True):
    """`…/response/<name>`: what became of a command."""

    id: str | None
    status: Literal["ok", "error", "duplicate", "expired"]
    code: str
    detail: str
