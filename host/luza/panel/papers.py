"""The longer answers of the panel, each asked for by itself: the reason of a verdict, the match's history,
the form that a match starts from, the rules of a game.
"""

from typing import Literal

import msgspec

from luza.messages import Words
from luza.panel.shown import Clause, ShotLine


class FactLine(msgspec.Struct, frozen=True):
    """One fact of a stroke in its order; `t` counts from the stroke's beginning, in seconds.

    `where` is the pocket's or cushion's name. `by`: `sensors`, or `person` who tapped it in.
    """

    kind: str
    t: float
    where: str | None
    ball: str | int | None
    balls: tuple[str | int | None, ...]
    by: Literal["sensors", "person"]
    words: Words


class SaidLine(msgspec.Struct, frozen=True):
    """Something that a person said of the stroke; `t` counts from the match's start."""

    kind: str
    t: float
    words: Words


class Question(msgspec.Struct, frozen=True):
    """Something the rules ask of the stroke, and what is known of it."""

    id: Literal["contact", "completion"]
    proof: Literal["proven", "refuted", "unproven"]
    words: Words


class WhyView(msgspec.Struct, frozen=True):
    """`GET /panel/why/<n>`: why stroke n was judged as it was, for a small drawing and the text beside."""

    line: ShotLine
    facts: tuple[FactLine, ...]
    said: tuple[SaidLine, ...]
    questions: tuple[Question, ...]
    unfelt: tuple[Words, ...]
    seconds: float | None
    before: tuple[int, ...]
    after: tuple[int, ...]


class HistoryShot(msgspec.Struct, frozen=True):
    """One stroke of the match's list. `score` is the frame's after it; `time_s`: the player's time for it,
    from the rest before to the stroke, None where nobody knows."""

    n: int
    frame: int
    player: int
    t: float
    verdict: str
    potted: int
    fouls: tuple[str, ...]
    delta: tuple[int, ...]
    score: tuple[int, ...]
    time_s: float | None
    words: Words


class Run(msgspec.Struct, frozen=True):
    """Strokes in a row of one visit to the table; `balls` counted, `points` gained."""

    frame: int
    player: int
    first: int
    last: int
    balls: int
    points: int


class PlayerFigures(msgspec.Struct, frozen=True):
    """What one player did in the match. `potting` is the share of his strokes that gained something (0 to 1),
    `time_s` the mean time for a stroke; None where there is nothing to count."""

    strokes: int
    pots: int
    balls: int
    points: int
    fouls: int
    potting: float | None
    best_run: int
    time_s: float | None
    longest_s: float | None


class Point(msgspec.Struct, frozen=True):
    """One point of the score's graph: after that stroke (0: the frame's beginning) the score was this."""

    frame: int
    n: int
    t: float
    score: tuple[int, ...]


class HistoryView(msgspec.Struct, frozen=True):
    """`GET /panel/history`: the match so far, or an earlier one."""

    match: str
    game: str
    game_words: Words
    players: tuple[str, ...]
    race_to: int
    started: str | None
    ended: str | None
    frames_won: tuple[int, ...]
    winner: int | None
    frames: tuple[Words, ...]
    shots: tuple[HistoryShot, ...]
    runs: tuple[Run, ...]
    figures: tuple[PlayerFigures, ...]
    graph: tuple[Point, ...]


class MatchLine(msgspec.Struct, frozen=True):
    """`GET /panel/matches`: a match of the journal, the newest first."""

    name: str
    game: str
    players: tuple[str, ...]
    started: str | None
    ended: str | None


class OptionChoice(msgspec.Struct, frozen=True):
    """One value of an option, its name, and what it means."""

    value: str | int | float | None
    words: Words


class OptionForm(msgspec.Struct, frozen=True):
    """An option of a game as the form shows it.

    `kind`: `choice` of `choices`; `number` from `low` to `high`; `numbers` one for each player; `fouls` any
    of the game's; `seconds`. `default` is what holds where nothing is said, and `about` explains it.
    """

    key: str
    words: Words
    about: Words
    kind: Literal["choice", "number", "numbers", "fouls", "seconds"]
    default: object
    choices: tuple[OptionChoice, ...] = ()
    low: int | None = None
    high: int | None = None


class GameForm(msgspec.Struct, frozen=True):
    """A game that can be started. `opening`: what settles who breaks, where it is not said."""

    id: str
    words: Words
    players_max: int
    opening: Literal["lag", "lot"]
    target: tuple[int, ...]
    options: tuple[OptionForm, ...]


class StartForm(msgspec.Struct, frozen=True):
    """`GET /panel/start`: what a match may be, and what it is where nothing is said.

    `players`: names known to the table, the latest first, then the club's list. `default` is a header's
    fields.
    """

    games: tuple[GameForm, ...]
    players: tuple[str, ...]
    default: dict[str, object]


class FoulText(msgspec.Struct, frozen=True):
    """A foul and its clause in words."""

    id: str
    name: Words
    about: Words
    clause: Clause | None


class RuleText(msgspec.Struct, frozen=True):
    """A clause in words, and what has to be said with it: the reading that is played where the text leaves it
    open, that the match may choose otherwise, that people alone can see to it."""

    id: str
    words: Words
    notes: tuple[Words, ...]


class RulesView(msgspec.Struct, frozen=True):
    """`GET /panel/rules/<game>`: the game's fouls and all its clauses."""

    game: str
    words: Words
    fouls: tuple[FoulText, ...]
    clauses: tuple[RuleText, ...]


class Pairing(msgspec.Struct, frozen=True):
    """`POST /panel/pairing`: the address that pairs a tablet, and its QR code as rows of `0` and `1`."""

    url: str
    qr: tuple[str, ...]
    until: str
