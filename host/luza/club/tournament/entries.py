"""The entries of a tournament: what was done, by whom and when. They are its whole truth.

An undo and a correction are entries too. Times are moments with their zone; money is in kopecks.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from luza.club.tournament.plan import Id, Instant, Kopecks, Name, Plan
from luza.errors import LuzaError
from luza.messages import Words

Role = Literal["organiser", "player", "table"]
Balls = Annotated[int, Meta(ge=-15, le=200)]
Score = tuple[Balls, Balls]
"""Balls of the two players in an evening of the Code (a minus is a debt), else their frames."""
Note = Annotated[str, Meta(max_length=300)]
Pair = tuple[Id, Id]
ORGANISER = "organiser"
TABLE = "table"


class What(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """The base of everything that can be entered."""


class Opened(What, frozen=True, tag="open"):
    """The tournament is announced and entries are taken."""

    plan: Plan


class Registered(What, frozen=True, tag="register"):
    """Somebody writes his name in the table, which accepts the Code whole (CODE 3.1, CODE 19).

    `rating` for seeding and handicap; `person` is the club's player, where he is known.
    """

    entrant: Id
    name: Name
    rating: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    seed: Annotated[int, Meta(ge=1, le=200)] | None = None
    person: Id | None = None


class Newcomer(What, frozen=True, tag="newcomer"):
    """The newcomer's right, and when it was declared to the organiser (CODE 17)."""

    entrant: Id
    declared: Instant


class Paid(What, frozen=True, tag="pay"):
    """Money that an entrant has handed over: to the organiser, or (`to`) to who beat the newcomer."""

    entrant: Id
    kopecks: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    to: Id | None = None


class Charged(What, frozen=True, tag="charge"):
    """A loss that an entrant bears, as for a table closed without leave (CODE 15)."""

    entrant: Id
    kopecks: Kopecks
    note: Note


class Funded(What, frozen=True, tag="fund"):
    """Added to the prize fund (a sponsor), or with a minus spent from it (a prize bought)."""

    kopecks: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    note: Note


class TableOpened(What, frozen=True, tag="open_table"):
    """A table may be played on from now on; by the organiser only (CODE 15)."""

    table: Id


class TableClosed(What, frozen=True, tag="close_table"):
    """A table is given back; by the organiser only (CODE 15)."""

    table: Id


class Begun(What, frozen=True, tag="begin"):
    """The first frame may start. `order`: the entrants as they are seeded, where that was drawn or set."""

    order: tuple[Id, ...] | None = None


class Paired(What, frozen=True, tag="pair"):
    """Two players begin a frame at a table (the evening).

    `extra`: another one of the same two while all tables are busy (CODE 2.3). `insist`: the organiser lets
    them, although a rule of pairing is against it.
    """

    players: Pair
    table: Id
    extra: bool = False
    insist: bool = False


class Assigned(What, frozen=True, tag="assign"):
    """A match of the schedule is sent to a table."""

    match: Id
    table: Id


class Recalled(What, frozen=True, tag="recall"):
    """A match is taken from its table without a result; it is to be played still (the evening: it is cut,
    not recorded). `begun`: yes, although its frame is on."""

    match: Id
    begun: bool = False


class Moved(What, frozen=True, tag="move"):
    """A match that has not begun goes to another table."""

    match: Id
    table: Id


class Playing(What, frozen=True, tag="playing"):
    """The table has begun the match; `table_match` is its own name for it."""

    match: Id
    table_match: Id | None = None


class Shelves(What, frozen=True, tag="shelves"):
    """Balls on the two shelves now; for the seventh ball (CODE 3.3) and the busy tables (CODE 2.3)."""

    match: Id
    balls: tuple[Annotated[int, Meta(ge=0, le=100)], Annotated[int, Meta(ge=0, le=100)]]


class Reported(What, frozen=True, tag="report"):
    """A result as one of those entitled wrote it: `source` is a player's id, `table` or `organiser`.

    `conceded`: this player (0 or 1) gave up, the score stands as it was. `table_match` is the table's own
    name for the match.
    """

    match: Id
    score: Score
    source: Id
    conceded: Literal[0, 1] | None = None
    table_match: Id | None = None


class Played(What, frozen=True, tag="played"):
    """A frame that two entrants have played although nobody had sent them to a table. It counts like every
    frame, and is shown as such (CODE 2.5)."""

    players: Pair
    score: Score
    source: Id
    table: Id | None = None
    table_match: Id | None = None


class Corrected(What, frozen=True, tag="correct"):
    """The organiser puts right a result that stands, also after later rounds."""

    match: Id
    score: Score
    reason: Note
    conceded: Literal[0, 1] | None = None


class Annulled(What, frozen=True, tag="annul"):
    """A result counts no more; a match of a schedule has to be played again."""

    match: Id
    reason: Note


class Withdrew(What, frozen=True, tag="withdraw"):
    """An entrant is out: he never came, left early (CODE 14), withdrew, or was sent away.

    `frame` says what becomes of the frame that he is in: `conceded` (with `score`, else as the shelves
    stand) or `cut` (not recorded).
    """

    entrant: Id
    reason: Literal["withdrew", "no_show", "left", "excluded"] = "withdrew"
    frame: Literal["conceded", "cut"] | None = None
    score: Score | None = None


class Returned(What, frozen=True, tag="return"):
    """Who had left the evening is back."""

    entrant: Id


class Warned(What, frozen=True, tag="warn"):
    """A spoken warning for a breach of etiquette, with those who heard it (CODE 3.4).

    `cost` of a repeated one: a ball off the shelf, a rating point, or both, as the organiser decides.
    """

    entrant: Id
    reason: Note
    witnesses: tuple[Id, ...] = ()
    cost: Literal["ball", "point", "both"] | None = None


class ShotSeen(What, frozen=True, tag="shot"):
    """A lawful shot with pots, as a table judged it. The same `n` again replaces it; `withdrawn` removes it.

    `run`: balls of the visit after the shot; `pockets`: where the balls that count fell; `called`: they had
    been called, or «на 2 лузы» had been said.
    """

    match: Id
    n: Annotated[int, Meta(ge=1)]
    player: Id
    run: Annotated[int, Meta(ge=0, le=100)] = 0
    pockets: Annotated[tuple[str, ...], Meta(max_length=16)] = ()
    called: bool = False
    on_break: bool = False
    withdrawn: bool = False


class Drawn(What, frozen=True, tag="draw"):
    """Lots drawn among players whom everything else leaves equal: the first goes first."""

    order: tuple[Id, ...]


class Ended(What, frozen=True, tag="end"):
    """The organiser declares the official end (CODE 13.9, CODE 14). `cut`: frames that are on are not
    recorded."""

    cut: bool = False


class Undone(What, frozen=True, tag="undo"):
    """An earlier entry is taken back."""

    entry: Id


Told = Playing | Shelves | Reported | Played | ShotSeen
"""What a table may tell."""


class Untaken(What, frozen=True, tag="untaken"):
    """What a table told and the tournament could not take, and why: for the organiser to look at."""

    told: Told
    why: Words


class Seen(What, frozen=True, tag="seen"):
    """The organiser has looked at what a table told (`entry`, an `untaken` one) and lays it aside."""

    entry: Id


Deed = (
    Opened | Registered | Newcomer | Paid | Charged | Funded | TableOpened | TableClosed | Begun | Paired
    | Assigned | Recalled | Moved | Playing | Shelves | Reported | Played | Corrected | Annulled | Withdrew
    | Returned | Warned | ShotSeen | Drawn | Ended | Undone | Untaken | Seen
)  # fmt: skip

EVERYBODY: frozenset[Role] = frozenset(("organiser", "player", "table"))
_ORGANISER: frozenset[Role] = frozenset(("organiser",))
_PEOPLE: frozenset[Role] = frozenset(("organiser", "player"))
_AT_A_TABLE: frozenset[Role] = frozenset(("organiser", "table"))

MAY: Mapping[type[What], frozenset[Role]] = {
    **dict.fromkeys((Opened, Newcomer, Paid, Charged, Funded, Begun, Assigned, Recalled, Moved), _ORGANISER),
    **dict.fromkeys(
        (TableOpened, TableClosed, Corrected, Annulled, Drawn, Ended, Undone, Returned, Seen), _ORGANISER
    ),
    **dict.fromkeys((Registered, Paired, Withdrew, Warned), _PEOPLE),
    **dict.fromkeys((ShotSeen,), _AT_A_TABLE),
    Untaken: frozenset(("table",)),
    **dict.fromkeys((Playing, Shelves, Reported, Played), EVERYBODY),
}
"""Who may enter what."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log. `id` makes it count once however often it is sent; `by` is a person's or a
    table's name, for a player his entrant's id."""

    id: Id
    at: Instant
    by: Annotated[str, Meta(min_length=1, max_length=80)]
    role: Role
    what: Deed


class BadTournamentEntry(LuzaError):
    """An entry that cannot be read: the text names the field and what is wrong with it."""

    exit_status = 2


_decoder = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder(order="deterministic")


def parse(line: bytes | str) -> Entry:
    """The entry of a JSON line. Raises BadTournamentEntry."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BadTournamentEntry(f"an entry of a tournament cannot be read: {problem}") from None


def write(entry: Entry) -> bytes:
    """The entry as a JSON line, without the line's end; `parse` gives the same entry again."""
    return _encoder.encode(entry)
