"""What a panel is shown: the answers of `/panel/…` and the payload of `event: panel`, as typed values.

Every text comes in both languages. A thing that cannot be done now says why; None there means that it can.
"""

from typing import Literal

import msgspec

from luza.messages import Alert, Health, Snapshot, State, Words
from luza.panel.asked import Role
from luza.view import ShotView

Why = Words | None
"""Why something cannot be done now; None: it can."""


class Clause(msgspec.Struct, frozen=True):
    """A clause of the rules that is cited: its id and its short wording."""

    id: str
    words: Words


class Choice(msgspec.Struct, frozen=True):
    """One option of the pending decision. `do` is the entry that says it, for `do: enter`."""

    option: str
    words: Words
    default: bool
    clause: Clause | None
    entry: dict[str, object]


class Choosing(msgspec.Struct, frozen=True):
    """The pending decision; `by` is the player who chooses, None: the referee."""

    kind: str
    by: int | None
    words: Words
    choices: tuple[Choice, ...]


class FoulOffer(msgspec.Struct, frozen=True):
    """A foul of the game. `likely`: to be shown first. `voids`: it voids the pots and costs nothing more.

    `needs_player`: the entry must name one. `why`: why it cannot be called now (about the last stroke).
    """

    id: str
    name: Words
    about: Words
    clause: Clause | None
    likely: bool
    voids: bool
    needs_player: bool
    why: Why


class Offer(msgspec.Struct, frozen=True):
    """Something that can be done, or not: `id` is the entry's type or the action's `do`.

    An incident is `incident:<case>`, a ruling `rule:legal` and `rule:foul`, the clock `clock:on` and
    `clock:off`, being down on the shot `bent:on` and `bent:off`. Where a player has to be named, `players`
    says for each of them why not; `why` is then set only where it can be done for none. `here`: the game
    knows such a thing at all: an offer that is not `here` need not be shown.
    """

    id: str
    words: Words
    why: Why
    here: bool = True
    players: tuple[Why, ...] = ()


class ShotLine(msgspec.Struct, frozen=True):
    """A judged stroke as the panel lists it: `last` is the one that a call would be about.

    `proof`: what the facts prove of it by themselves. `lean`: which way the facts lean where they prove
    nothing, -1 (foul) to 1 (legal); None where nothing can be said. `pots`: (pocket, ball) of what fell.
    """

    shot: ShotView
    words: Words
    fouls: tuple[Words, ...]
    clauses: tuple[Clause, ...]
    proof: Literal["proven", "refuted", "unproven"] | None
    proof_words: Words | None
    lean: float | None
    pots: tuple[tuple[str, str | int | None], ...]
    unnamed: int
    last: bool


class Balls(msgspec.Struct, frozen=True):
    """The balls on the table. `numbers`: those of classic that are still there, where they are known.

    `own`: the game has a cue ball whose fall is a ball of its own; `numbered`: a fall needs its number.
    """

    on_table: int
    to_spot: int
    to_remove: int
    remove_by: int | None
    numbers: tuple[int, ...] | None
    own: bool
    numbered: bool


class Step(msgspec.Struct, frozen=True):
    """One action that can be taken back, and what the table shows once it and those before it are gone.

    `steps` is what `do: undo` has to say to take back as far as here: an action may be several entries.
    `takes` is the action. `changes` is the sentence to be read before ("score 3:2 becomes 2:2, the other
    player at the table"); `quiet`: nothing that a display shows changes by it.
    """

    steps: int
    takes: Words
    changes: Words
    quiet: bool
    score: tuple[int, ...]
    frames_won: tuple[int, ...]
    at_table: int | None


class TakingBack(msgspec.Struct, frozen=True):
    """Undo or redo: `why` it cannot be done; `offered`: the steps that one tap should take (what the clock
    said by itself goes with the action before it); `steps`: the nearest actions; `more`: there are more."""

    why: Why
    offered: int
    steps: tuple[Step, ...]
    more: bool


class Proposal(msgspec.Struct, frozen=True):
    """The time is up: the foul that somebody may confirm. Doing neither lets it go by with the stroke.

    `confirm` and `dismiss` are entries for `do: enter`.
    """

    foul: str
    player: int
    words: Words
    confirm: dict[str, object]
    dismiss: dict[str, object]


class ClockPanel(msgspec.Struct, frozen=True):
    """The shot clock beyond what displays see; `limits`: what may be chosen, in seconds, in words."""

    on: bool
    bent: bool
    limits: tuple[tuple[float, Words], ...]
    proposal: Proposal | None


class SenseView(msgspec.Struct, frozen=True):
    """A sense of the table: `works` now; `off`: switched off by hand."""

    id: str
    words: Words
    works: bool
    off: bool


class Taps(msgspec.Struct, frozen=True):
    """How balls are tapped in. `mode` `stroke`: nothing feels strokes here, a tap is a whole stroke;
    `amend`: strokes are felt, a tap adds a ball to the stroke in progress or the last one."""

    mode: Literal["stroke", "amend"]
    why: Why
    amend_why: Why


class SeatView(msgspec.Struct, frozen=True):
    """Who sits in the marker's seat. `device`: a name of the one that acts, as in `you`. `here`: it is
    connected now."""

    device: str
    role: Role
    name: str
    since: str
    here: bool


class PanelState(Snapshot, frozen=True, kw_only=True):
    """Everything a panel needs: the payload of `event: panel`, and `panel` of the answers.

    `state` is what displays see. `rev` is what an action sends back as `expected_rev`.
    """

    state: State
    game_words: Words | None
    terms: tuple[tuple[Words, Words], ...]
    shots: tuple[ShotLine, ...]
    balls: Balls | None
    nominated: Words | None
    choosing: Choosing | None
    fouls: tuple[FoulOffer, ...]
    offers: tuple[Offer, ...]
    undo: TakingBack
    redo: TakingBack
    clock: ClockPanel
    taps: Taps
    senses: tuple[SenseView, ...]
    seat: SeatView | None
    health: Health | None
    alerts: tuple[Alert, ...]


class You(msgspec.Struct, frozen=True):
    """Who the panel is signed in as. `seat`: it has the marker's seat. `lost_to`: who has taken it from this
    device, and when, until it sits again or has signed out."""

    device: str
    role: Role
    name: str
    until: str
    seat: bool
    lost_to: SeatView | None = None


class PanelAnswer(msgspec.Struct, frozen=True):
    """The answer to everything under `/panel` that is JSON and not a document of its own.

    `status`: `ok`; `repeated`: this id was answered before, so; `refused`: nothing has changed, and
    `words` say why. `code` is for programs. `you` and `csrf` are None for who only looks.
    """

    status: Literal["ok", "repeated", "refused"]
    code: str
    words: Words | None
    you: You | None
    csrf: str | None
    panel: PanelState | None
    id: str | None = None
    retry_s: float | None = None
