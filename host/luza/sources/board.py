"""What a board's source hands to its owner: facts to be kept, reports to be known.

Facts go through `deliver`, which returns once they are in the journal; only then is the board told that it
may forget them. Reports are about the board itself and are not facts of play.
"""

from typing import Literal, Protocol

import msgspec

from luza.facts import Fact


class BoardPosition(msgspec.Struct, frozen=True, gc=False):
    """How far the journal has one board: its boot, and the last sequence number of that boot on disk."""

    boot_id: int
    last_seq: int


class MissingFacts(msgspec.Struct, frozen=True, gc=False):
    """The board's events `first` to `last` will never come; the match needs confirmation."""

    first: int
    last: int
    reason: str


class BoardBatch(msgspec.Struct, frozen=True):
    """What came from a board, in its order. `missing`, where there is any, lies before the facts.

    A fact's `t` is in seconds of the host's monotonic clock (time.monotonic()). It does not go back within
    one boot of the board, but for a fraction of a millisecond where the host was started anew in between,
    and is at most half a second ahead of that clock (`BoardClockJumped`).
    With `last_seq` the journal remembers, in the same commit, that all of it is on disk.
    A batch may be empty of facts: its events were reports, or doubtful.
    """

    uid: str
    boot_id: int
    last_seq: int
    facts: tuple[Fact, ...] = ()
    missing: MissingFacts | None = None
    seqs: tuple[int, ...] = ()
    """Each fact's sequence number, where it is known: then the batch can be parted between two of them."""


class BoardFound(msgspec.Struct, frozen=True, tag="found"):
    """The board is there and is listened to."""

    uid: str
    boot_id: int
    port: str
    firmware: str
    reset_cause: str
    settings_hash: int
    lost: int
    """Events it lost since its boot because nobody took them in time."""


class BoardFitted(msgspec.Struct, frozen=True, tag="fitted"):
    """What the board says it is fitted with: its dictionary, as read from JSON."""

    uid: str
    dictionary: dict[str, object]


class BoardAway(msgspec.Struct, frozen=True, tag="away"):
    """The port is gone, cannot be opened, or nobody speaks there."""

    uid: str | None
    port: str
    reason: str


class BoardRestarted(msgspec.Struct, frozen=True, tag="restarted"):
    """The board started anew: what it had felt and not yet sent is gone, facts may be missing."""

    uid: str
    boot_id: int
    reset_cause: str


class BoardClockJumped(msgspec.Struct, frozen=True, tag="clock_jumped"):
    """The board's clock jumped `ahead_s` ahead of the host's, or the host slept.

    Until they agree again facts have the time of their coming; which of two boards felt first is not known.
    """

    uid: str
    ahead_s: float


class BoardRefused(msgspec.Struct, frozen=True, tag="refused"):
    """Something is on the port that cannot be used; `text` says what it is and what to do."""

    why: Literal["version", "not_a_board", "wrong_board"]
    port: str
    text: str


class InputsSeen(msgspec.Struct, frozen=True, tag="inputs"):
    """Every input as the board sees it on connecting: names of those that are active, and of the faulty.

    It counts for nothing in play: a ball may have been lying in a beam before anybody listened.
    """

    uid: str
    active: tuple[str, ...]
    faulty: tuple[str, ...]


InputStateName = Literal["ok", "blocked", "noisy", "dead", "silent", "doubtful", "inverted"]


class SensorHealth(msgspec.Struct, frozen=True, tag="health"):
    """From `t` on (host's monotonic seconds) an input is unhealthy, or well again.

    While it is not `ok`, what it would have felt is unknown.
    """

    uid: str
    t: float
    input: str
    state: InputStateName


class InputHealth(msgspec.Struct, frozen=True, gc=False):
    """One input as the board sees it: how it is, for how many seconds it has been so, and how often it has
    been unwell since the board's start."""

    input: str
    state: InputStateName
    spells: int
    for_s: float


class InputsHealth(msgspec.Struct, frozen=True, tag="inputs_health"):
    """Every input that is fitted; on connecting, at each change, and every half minute."""

    uid: str
    inputs: tuple[InputHealth, ...]


class Doubtful(msgspec.Struct, frozen=True, tag="doubtful"):
    """The board felt something that it does not vouch for: to be shown to people, never scored."""

    uid: str
    fact: Fact


class BoardVitals(msgspec.Struct, frozen=True, tag="vitals"):
    """The board's heartbeat, once a second. Counts are since its boot."""

    uid: str
    lost: int
    bad_frames: int
    resent: int
    free_heap: int
    worst_loop_us: int
    active: tuple[str, ...]
    faulty: tuple[str, ...]
    clock_error_s: float | None
    clock_drift: float


class BoardSays(msgspec.Struct, frozen=True, tag="says"):
    """A line of the board's log; `dropped` lines were left out before it."""

    uid: str
    level: Literal["debug", "info", "warning", "error"]
    text: str
    dropped: int


class BoardSettings(msgspec.Struct, frozen=True, tag="settings"):
    """The board's answer to settings that were sent to it: all of them in force, or none."""

    uid: str
    applied: bool
    reason: str
    settings_hash: int


class BoardConfused(msgspec.Struct, frozen=True, tag="confused"):
    """A sound frame that this host cannot read was dropped; `text` says which."""

    uid: str | None
    text: str


BoardReport = (
    BoardFound
    | BoardFitted
    | BoardAway
    | BoardRestarted
    | BoardClockJumped
    | BoardRefused
    | InputsSeen
    | SensorHealth
    | InputsHealth
    | Doubtful
    | BoardVitals
    | BoardSays
    | BoardSettings
    | BoardConfused
)


class BoardSink(Protocol):
    """The owner of the facts: the controller, or whoever stands in for it."""

    def position(self, uid: str) -> BoardPosition | None:
        """How far the journal has this board; None where it never saw it."""

    async def deliver(self, batch: BoardBatch) -> None:
        """Keep a batch; returns once it is on disk, in one commit with the new position."""

    async def board_report(self, report: BoardReport) -> None:
        """Take note of something about the board. A report may come twice."""
