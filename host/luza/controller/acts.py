"""What can happen at a table, each within one step: entries, facts, the beginning and the end of a match."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

from luza.controller import desk
from luza.controller.keeper import Keeper, Step
from luza.controller.play import Play, line_of
from luza.controller.timing import MatchTime
from luza.controller.watch import Watch
from luza.entries import Entry, Header, check_header, encode, parse_entry
from luza.errors import Refused
from luza.facts import CentreLine, Contact, Cushion, Fact, OffTable, Pocket, Rest, Strike
from luza.messages import Availability
from luza.orders import Message
from luza.statements import Call, Sensors
from luza.table import Table
from luza.told import Told, merged

Making = Callable[[Table, float], Iterator[Entry]]
"""From a table and the time to the entries of one action, each to be entered before the next is asked for."""

SENSE_OF: dict[type, frozenset[str]] = {
    Strike: frozenset({"strike"}),
    Contact: frozenset({"contact", "first_contact"}),
    Cushion: frozenset({"cushion"}),
    CentreLine: frozenset({"centre_line"}),
    Pocket: frozenset({"pocket"}),
    OffTable: frozenset({"off_table"}),
    Rest: frozenset({"rest"}),
}
"""What a fact is felt by."""

log = logging.getLogger(__name__)


class Acts:
    """Does things with the keeper's match. Every method belongs into a step of the same keeper."""

    def __init__(self, keeper: Keeper, watch: Watch) -> None:
        self._keeper = keeper
        self._watch = watch
        self._clocks = keeper.clocks

    def begin(self, step: Step) -> None:
        """The first step of a run: everything that displays need, and nothing of yesterday."""
        keeper = self._keeper
        step.work.session(keeper.session, step.telling.at, self._clocks.boot_id, keeper.profile.version)
        play = keeper.play
        if play is not None:
            step.work.anchor(self._clocks.boot_id, play.time.zero, play.time.wall)
            for line in play.skipped:
                log.error("journal: match %s: an entry is passed over: %s", play.name, line)
            if play.skipped:
                step.doubt("entries_skipped", {"n": len(play.skipped)})
        self.available(step, "online", None)
        step.raise_doubts()
        step.show(always=True)
        self._watch.tell(step)
        step.telling.clear_others(keeper.journal.outbox.retained())

    def available(self, step: Step, state: Literal["online", "offline"], reason: str | None) -> None:
        """Tells this host's displays; over MQTT the publisher does, which knows when it is connected."""
        said = Availability(state=state, since=step.telling.at, reason=reason)
        step.telling.snapshot("availability", said, broker=False)

    def start(self, step: Step, header: Header, source: str | None = None) -> str:
        """Begins a match; its name. One that is decided makes room, one that is under way does not.

        `source`: who begins it, for the journal.
        """
        check_header(header)
        Table(header)  # refuses what it does not know, before the match that is over makes room
        keeper = self._keeper
        if keeper.play is not None:
            if keeper.play.table.winner is None:
                raise Refused(f"match {keeper.play.name} is being played; stop it first", "match_running")
            self.close(step)
        time = MatchTime.begin(self._clocks)
        line = encode(header) if source is None else line_of(header, source, step.telling.at)
        match = step.work.begin_match(line, step.telling.at, self._clocks.boot_id, time.zero, time.wall)
        play = keeper.play = Play(match.name, header, time)
        for topic, message in play.reporter.started():
            step.telling.event(topic, message)
        self.sense(step)
        step.changed()
        return match.name

    def stop(self, step: Step) -> None:
        """Closes the match, decided or not."""
        self._playing()
        self.close(step)

    def close(self, step: Step) -> None:
        """The match is over for the table, which is free; its open questions are over too."""
        for topic, message in self._playing().reporter.closed():
            step.telling.event(topic, message)
        for item in list(self._keeper.doubted.values()):
            if not desk.is_message(item):
                step.looked_at(item.id)
        step.work.end_match(step.telling.at)
        self._keeper.play = None
        step.changed()

    def say(self, step: Step, said: Entry | Mapping[str, object], source: str) -> None:
        """Takes an entry as of now, whatever its `t` says; raises Refused or BadEntry."""
        play = self._playing()
        t = play.time.now()
        if isinstance(said, Mapping):
            fields = {**said, "t": t, "source": source, "at": step.telling.at}
            line = msgspec.json.encode(fields).decode()
            entry = parse_entry(line)
        else:
            entry = msgspec.structs.replace(said, t=t)
            line = line_of(entry, source, step.telling.at)
        told = play.enter(entry)
        step.work.append(line)
        step.tell(told)
        self._answered(step, entry)
        step.entered()

    def say_all(self, step: Step, making: Making, source: str) -> None:
        """Takes all entries that `making` hands out, as of now, or none; raises Refused.

        Displays hear of them as of one: what stood between two of them nobody has seen.
        """
        play = self._playing()
        t = play.time.now()
        twin = play.table.copy()
        for entry in making(twin, t):
            twin.enter(entry)
        told: list[Told] = []
        for entry in making(play.table, t):
            told += play.enter(entry)
            step.work.append(line_of(entry, source, step.telling.at))
            self._answered(step, entry)
        step.tell(merged(told))
        step.entered()

    def _answered(self, step: Step, said: Entry) -> None:
        """A question that the entry answers needs no look any more."""
        if isinstance(said, Call) and said.foul == "slow_play":
            for item in [item.id for item in self._keeper.doubted.values() if item.code == "overtime_call"]:
                step.looked_at(item)

    def fact(self, step: Step, fact: Fact, source: str) -> list[Told]:
        """Takes a fact of a board, whose `t` is the host's monotonic clock; what the core says to it."""
        felt = self._clocks.of_monotonic(fact.t)
        play = self._keeper.play
        if play is None or play.time.raw(felt) < 0:
            # Nobody was playing when it was felt: kept, and judged as nothing.
            entry = msgspec.structs.replace(fact, t=round(felt, 4))
            step.work.append_between(line_of(entry, source, step.telling.at))
            return []
        entry = msgspec.structs.replace(fact, t=play.time.at(felt))
        if SENSE_OF.get(type(fact), frozenset()) & play.table.switched_off:
            # People do not believe this sense: it is kept, and judged as nothing.
            step.work.append_between(line_of(entry, source, step.telling.at))
            return []
        told = play.enter(entry)
        step.work.append(line_of(entry, source, step.telling.at))
        return told

    def show(self, step: Step, message: Message, command: str) -> str:
        """Shows a message from the desk; the name under which it waits for a look."""
        for old in desk.in_the_way(self._keeper.doubted.values()):
            step.looked_at(old, "expired")
        name = desk.name_of(command)
        code = desk.CODES[message.sender is not None]
        step.doubt(code, desk.data_of(message, command, self._clocks.wall()), name)
        return name

    def facts_missing(self, step: Step, data: Mapping[str, str | int]) -> None:
        """Facts are gone for good."""
        log.warning("facts may be missing: %s", dict(data))
        if self._all_unknown(step):
            step.doubt("facts_missing", data)

    def clock_jumped(self, step: Step, data: Mapping[str, str | int]) -> None:
        """Facts have come whose times are not known."""
        log.warning("a board's clock jumped, times of facts are not certain: %s", dict(data))
        if self._all_unknown(step):
            step.doubt("clock_jumped", data)

    def _all_unknown(self, step: Step) -> bool:
        """What the shot in progress did not feel it does not know any more; False where nobody plays."""
        play = self._keeper.play
        if play is not None:
            self._unknown(step, play, play.table.sensors, play.time.now())
        return play is not None

    def doubtful(self, step: Step, fact: Fact) -> None:
        """A board does not vouch for a fact: it is not scored, and its question is open for this shot."""
        log.info("doubtful, not scored: %s", fact)
        play = self._keeper.play
        if play is None:
            return
        # As of when it was felt: the facts that follow it were felt before now, and keep their times.
        felt = play.time.at(self._clocks.of_monotonic(fact.t))
        self._unknown(step, play, SENSE_OF[type(fact)], felt)
        if isinstance(fact, Pocket | OffTable):
            fields = msgspec.to_builtins(fact)
            step.doubt("doubtful", {name: fields[name] for name in ("pocket", "ball") if name in fields})

    def senses_differ(self) -> bool:
        """Whether the match has to be told that the table senses more or less than it did."""
        play = self._keeper.play
        return play is not None and play.table.sensors != self._sensed(play)

    def sense(self, step: Step) -> None:
        """Tells the match what the table senses now."""
        play = self._keeper.play
        if play is not None and play.table.sensors != self._sensed(play):
            self._now_senses(step, play, self._sensed(play))

    def switch_off(self, step: Step, off: frozenset[str], source: str) -> None:
        """People do not want these senses to be believed; all others are, as far as they work."""
        play = self._playing()
        self._now_senses(step, play, self._working() - off, off, source)
        step.entered()

    def _sensed(self, play: Play) -> frozenset[str]:
        return self._working() - play.table.switched_off

    def _working(self) -> frozenset[str]:
        unfit = self._watch.boards.unfit(self._clocks.boottime())
        return frozenset(self._playing().table.header.sensors) - unfit

    def _unknown(self, step: Step, play: Play, senses: frozenset[str], t: float) -> None:
        """What these senses did not feel in the shot in progress may have happened all the same."""
        sensed = play.table.sensors
        if play.table.shot_open and sensed & senses:
            self._now_senses(step, play, sensed - senses, t=t)
            self._now_senses(step, play, sensed, t=t)

    def _now_senses(
        self,
        step: Step,
        play: Play,
        sensed: frozenset[str],
        off: frozenset[str] | None = None,
        source: str = "health",
        t: float | None = None,
    ) -> None:
        off = play.table.switched_off if off is None else off
        t = play.time.now() if t is None else t
        entry = Sensors(t, sorted(sensed), sorted(off))  # type: ignore[arg-type]
        told = play.enter(entry)
        step.work.append(line_of(entry, source, step.telling.at))
        step.tell(told)
        step.changed()

    def _playing(self) -> Play:
        if self._keeper.play is None:
            raise Refused("no match is being played; start one", "no_match")
        return self._keeper.play
