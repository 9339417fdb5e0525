"""The match that is being played: the core, its time, and what was told of it. No I/O."""

import msgspec

from luza.controller.events import Reporter
from luza.controller.showing import ClockFace, state
from luza.controller.timing import Clocks, MatchTime
from luza.entries import Entry, Header, encode, parse_entry, parse_header
from luza.errors import LuzaError
from luza.journal import Match
from luza.messages import Confirmation, State
from luza.table import Table
from luza.told import MatchEnded, Told


class Play:
    """One match under way."""

    def __init__(self, name: str, header: Header, time: MatchTime) -> None:
        self.name = name
        self.table = Table(header)
        self.time = time
        self.reporter = Reporter(name, self.table)
        self.face = ClockFace()
        self.over_since: float | None = None
        """t at which the match was decided; None while it is not."""
        self.skipped: list[str] = []
        """Entries of the journal that this version of the rules does not take, with the reason."""

    @classmethod
    def resume(cls, match: Match, lines: list[str], told_t: float, clocks: Clocks) -> "Play":
        """The match as its entries left it, with the time come to `told_t`; nothing is told again."""
        play = cls(match.name, parse_header(match.header), MatchTime.begin(clocks))
        for number, line in enumerate(lines, 2):
            try:
                told = play.enter(parse_entry(line, number))
            except LuzaError as problem:
                # A newer rule may refuse what an older one took; the evening goes on, and a person looks.
                play.skipped.append(f"line {number}: {problem}")
            else:
                if told:
                    play.reporter.remember(told)
        play.reporter.remember(play.settle(told_t))
        play.time = MatchTime.resume(clocks, match, max(told_t, play.table.now))
        return play

    def enter(self, entry: Entry) -> list[Told]:
        """Hands an entry to the core; raises Refused, and then nothing has changed."""
        return self._noted(self.table.enter(entry))

    def settle(self, t: float) -> list[Told]:
        """Lets the time come to `t`: without a rest sensor a shot ends by quiet."""
        return self._noted(self.table.tick(t))

    def shown(self, confirmations: tuple[Confirmation, ...]) -> State:
        """The match as displays see it."""
        view = self.table.brief()
        clock = self.face.view(self.table, view, self.time)
        return state(self.name, self.table, view, clock, confirmations)

    def _noted(self, told: list[Told]) -> list[Told]:
        self.time.latest = max(self.time.latest, self.table.now)
        if not told:
            return told
        if self.table.winner is None:
            self.over_since = None
        elif any(isinstance(one, MatchEnded) for one in told):
            self.over_since = self.table.now
        return told


def line_of(entry: Entry | Header, source: str, at: str) -> str:
    """The journal's line of an entry that is made here: who said it and the wall clock stand in it."""
    line = encode(entry)
    return f'{line[:-1]},"source":{msgspec.json.encode(source).decode()},"at":"{at}"}}'
