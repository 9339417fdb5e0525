"""The controller: whatever happens at the table becomes an entry, is on disk, and then is told.

It lives in one thread, its event loop's. Each step is one stretch without an `await`, so nothing comes in
between and no lock is needed: the core takes the entries, the messages are written, one transaction takes
them all, and only after its commit anybody hears of it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from luza.controller import desk, shotclock
from luza.controller.acts import Acts
from luza.controller.boardlog import BoardLog
from luza.controller.bus import Subscription
from luza.controller.keeper import Keeper, Step
from luza.controller.play import Play
from luza.controller.profile import Profile
from luza.controller.timing import Clocks
from luza.controller.watch import Watch
from luza.entries import Entry, Header
from luza.errors import Refused
from luza.journal import Journal, JournalError, Position
from luza.messages import Part, Response, Snapshot
from luza.orders import Message, Order, Replay, Say, Start, Stop
from luza.sources.board import (
    BoardBatch,
    BoardClockJumped,
    BoardPosition,
    BoardReport,
    BoardRestarted,
    Doubtful,
)
from luza.statements import Warned

SETTLE_GRACE_S = 0.25
"""A shot that ends by quiet is closed this long after: its last facts may still be on their way."""
RETRY_S = 1.0
"""How long after the journal failed what does not come from a person is tried again."""

log = logging.getLogger(__name__)


class Controller:
    """One table. Everything here is called in one event loop's thread.

    `enter`, `start_match`, `stop_match` and `confirm` raise Refused where it cannot be done now, BadEntry for
    what cannot be read, and JournalError where it cannot be written; nothing has changed then.
    """

    def __init__(
        self, journal: Journal, profile: Profile, clocks: Clocks, *, retry_s: float = RETRY_S
    ) -> None:
        self._keeper = Keeper(journal, profile, clocks)
        self._journal = journal
        self._profile = profile
        self._clocks = clocks
        self._retry_s = retry_s
        self._watch = Watch(self._keeper)
        self._board_log = BoardLog()
        self._acts = Acts(self._keeper, self._watch)
        self._wake = asyncio.Event()
        self._slow: int | None = None
        """Whose time is up, as far as anybody has heard."""
        self._keeper.stepped.append(self._wake.set)
        with self._keeper.step() as step:
            self._acts.begin(step)

    # -- what others need to know ---------------------------------------------------------------------

    @property
    def session(self) -> str:
        """The name of this run of the controller; every payload carries it."""
        return self._keeper.session

    @property
    def header(self) -> Header:
        """What a match starts with where nothing else is said."""
        return self._profile.header

    @property
    def rev(self) -> int:
        """The version of the state that displays show now."""
        return self._journal.rev

    @property
    def play(self) -> Play | None:
        """The match that is being played, for reading."""
        return self._keeper.play

    @property
    def waiting(self) -> tuple[str, ...]:
        """What waits for a person's look."""
        return tuple(self._keeper.doubted)

    @property
    def snapshots(self) -> Mapping[str, Snapshot]:
        """What displays were told last, by topic, without its stamp."""
        return self._keeper.snapshots

    def subscribe(self) -> Subscription:
        """All messages from now on, after the retained topics as they stand."""
        return self._keeper.bus.subscribe()

    def on_commit(self, call: Callable[[], None]) -> None:
        """Calls `call` after every commit that told something, before the subscribers hear of it."""
        self._keeper.committed.insert(0, call)

    def on_step(self, call: Callable[[], None]) -> None:
        """Calls `call` after every step, when the subscribers have heard of it, and when the shot clock has
        run out."""
        self._keeper.stepped.append(call)

    def add_part(self, name: str, part: Callable[[], Part]) -> None:
        """`part()` is asked whenever the table's health is told."""
        self._watch.others[name] = part

    def health_changed(self) -> None:
        """A part has another state than it told last: the health is told anew as soon as can be."""
        self._watch.hurry()
        self._wake.set()

    # -- entries --------------------------------------------------------------------------------------

    async def enter(
        self, said: Entry | Mapping[str, object], *, source: str, expected_rev: int | None = None
    ) -> int:
        """Takes an entry as of now and returns the state's version after it.

        `said`: an entry, or the fields of one as they came (fields that are not known are kept); its `t` does
        not count. `expected_rev`: refused (`stale`) where the state is another than its sender saw.
        """
        if expected_rev is not None and expected_rev != self.rev:
            raise Refused(
                f"the state has changed meanwhile (version {self.rev}, seen was {expected_rev}); look again",
                "stale",
            )
        with self._keeper.step() as step:
            self._acts.say(step, said, source)
        return self.rev

    async def start_match(self, header: Header | None = None) -> str:
        """Begins a match, as the settings say where no header is given; its name."""
        with self._keeper.step() as step:
            return self._acts.start(step, header or self.header)

    async def stop_match(self) -> None:
        """Closes the match, decided or not; the table is free."""
        with self._keeper.step() as step:
            self._acts.stop(step)

    async def confirm(self, item: str) -> None:
        """A person has looked at what needed confirmation."""
        with self._keeper.step() as step:
            step.looked_at(item)

    def catch_up(self) -> None:
        """Closes a stroke that has ended by quiet, as an entry would that came now; what is said next is said
        of the state after it. Raises JournalError."""
        play = self.play
        if play is not None:
            t, settle_at = play.time.now(), play.table.settle_at
            if settle_at is not None and t >= settle_at:
                with self._keeper.step() as step:
                    step.tell(play.settle(t))

    def perform(self, command: str, deed: Callable[[Acts, Step], object], by: str) -> Response:
        """Does a deed as one step, and remembers the answer under the command's id: a second time the answer
        alone comes, and nothing is done. What is refused is remembered too. `by`: who does it.

        Raises BadEntry for what cannot be read, and JournalError; then the id is free.
        """
        earlier = self.recall(command)
        if earlier is not None:
            return msgspec.structs.replace(earlier, status="duplicate")
        try:
            with self._keeper.step() as step:
                deed(self._acts, step)
                return _remembered(step, Response(id=command, status="ok", code="done", detail=f"by {by}"))
        except Refused as no:
            with self._keeper.step() as step:
                return _remembered(step, Response(id=command, status="error", code=no.code, detail=no.reason))

    # -- commands (orders.Desk) -----------------------------------------------------------------------

    def recall(self, command: str) -> Response | None:
        """What the command with this id was answered; None: never seen."""
        answer = self._journal.answer(command)
        return None if answer is None else msgspec.json.decode(answer, type=Response)

    def obey(self, name: str, command: str, order: Order) -> bytes:
        """Does the order or refuses it; deed, answer and id are on disk, as one, before this returns."""
        try:
            with self._keeper.step() as step:
                detail = self._do(step, order, command)
                return _answer(step, name, Response(id=command, status="ok", code="done", detail=detail))
        except Refused as no:
            with self._keeper.step() as step:
                response = Response(id=command, status="error", code=no.code, detail=no.reason)
                return _answer(step, name, response)

    def reject(self, response: Response) -> bytes:
        """Numbers the answer to a command that was not taken up."""
        with self._keeper.step() as step:
            return step.telling.number(response)

    def _do(self, step: Step, order: Order, command: str) -> str:
        match order:
            case Start(header=header):
                return f"match {self._acts.start(step, header)} has begun"
            case Say(statement=statement):
                self._acts.say(step, statement, "mqtt")
                return "entered"
            case Stop():
                self._acts.stop(step)
                return "the match is closed"
            case Message():
                return f"shown as {self._acts.show(step, order, command)}"
            case Replay(from_seq=seq):
                return f"{step.work.rewind(seq)} events are told again"

    # -- boards (sources.board.BoardSink) -------------------------------------------------------------

    def position(self, uid: str) -> BoardPosition | None:
        """How far the journal has this board."""
        found = self._journal.position(uid)
        return None if found is None else BoardPosition(found.boot, found.seq)

    async def deliver(self, batch: BoardBatch) -> None:
        """Keeps a batch; returns once it is on disk. While the journal cannot be written it tries again: the
        board keeps what is not acknowledged."""
        await self._until_kept(lambda: self._deliver(batch))

    async def _until_kept(self, deed: Callable[[], None]) -> None:
        while True:
            try:
                return deed()
            except JournalError as problem:
                log.error("%s; the board keeps its facts meanwhile", problem)
                await asyncio.sleep(self._retry_s)

    def _deliver(self, batch: BoardBatch) -> None:
        known = self._journal.position(batch.uid)
        if known is not None and known.boot == batch.boot_id and batch.last_seq <= known.seq:
            return
        with self._keeper.step() as step:
            step.work.place(Position(batch.uid, batch.boot_id, batch.last_seq))
            if batch.missing is not None:
                first, last = batch.missing.first, batch.missing.last
                self._acts.facts_missing(step, {"uid": batch.uid, "first": first, "last": last})
            told = [one for fact in batch.facts for one in self._acts.fact(step, fact, f"board:{batch.uid}")]
            step.tell(told)

    async def board_report(self, report: BoardReport) -> None:
        """Takes note of something about a board."""
        boards = self._watch.boards
        boards.take(report, self._clocks.boottime())
        self._board_log.take(report, self._clocks.boottime())
        if isinstance(report, BoardRestarted | BoardClockJumped | Doubtful):
            return await self._until_kept(lambda: self._news(report))
        if not (self._watch.news() or self._acts.senses_differ()):
            return None
        try:
            self._news(report)
        except JournalError as problem:
            log.error("%s; what the board says of itself is told later", problem)
            self._watch.hurry()

    def _news(self, report: BoardReport) -> None:
        with self._keeper.step() as step:
            if isinstance(report, BoardRestarted):
                self._acts.facts_missing(step, {"uid": report.uid, "reset": report.reset_cause})
            if isinstance(report, BoardClockJumped):
                self._acts.clock_jumped(step, {"uid": report.uid, "ahead_s": round(report.ahead_s)})
            if isinstance(report, Doubtful):
                self._acts.doubtful(step, report.fact)
            self._acts.sense(step)
            self._watch.tell(step)

    # -- what is due by itself ------------------------------------------------------------------------

    async def run(self) -> None:
        """Does what is due by itself, for ever; cancelled at the end."""
        while True:
            self._wake.clear()
            try:
                self.tick()
                wait_s = self.due() - self._clocks.boottime()
            except JournalError as problem:
                log.error("%s", problem)
                wait_s = self._retry_s
            # Not wait_for: up to Python 3.11 it can swallow a cancellation that comes with the wake-up.
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, wait_s)):
                    await self._wake.wait()

    def due(self) -> float:
        """When `tick` has something to do next, by the boot's clock, in seconds."""
        times = [self._watch.due()]
        expiry = desk.next_expiry(self._keeper.doubted.values())
        if expiry is not None:
            times.append(self._clocks.boottime() + expiry - self._clocks.wall())
        play = self.play
        if play is not None:
            settle_at = self._settle_at(play)
            if settle_at is not None:
                times.append(play.time.boottime_of(settle_at + SETTLE_GRACE_S))
            times += _clock_due(play)
            if play.over_since is not None:
                times.append(play.time.boottime_of(play.over_since + self._profile.idle_after_s))
        return min(times)

    def tick(self) -> None:
        """Does what is due: a shot ends by quiet, the table becomes free, the health is told."""
        play = self.play
        if play is not None:
            t = play.time.now()
            settle_at = self._settle_at(play)
            if settle_at is not None and t >= settle_at + SETTLE_GRACE_S:
                with self._keeper.step() as step:
                    step.tell(play.settle(settle_at))
            if play.over_since is not None and t >= play.over_since + self._profile.idle_after_s:
                with self._keeper.step() as step:
                    self._acts.close(step)
            self._mind_the_clock(play, t)
        expired = desk.expired(self._keeper.doubted.values(), self._clocks.wall())
        if expired:
            with self._keeper.step() as step:
                for name in expired:
                    step.looked_at(name, "expired")
        due = self._clocks.boottime() >= self._watch.due()
        if due or self._watch.news() or self._acts.senses_differ():
            self._watch.look()
            with self._keeper.step() as step:
                self._acts.sense(step)
                self._watch.tell(step)

    def _mind_the_clock(self, play: Play, t: float) -> None:
        """The warning is given in its time; whoever watches hears that the time is up."""
        if shotclock.warning_due(play.table, t):
            with self._keeper.step() as step:
                self._acts.say(step, Warned(0.0), "clock")
        slow = shotclock.too_slow(play.table, t)
        if slow != self._slow:
            self._slow = slow
            self._keeper.notify()

    def close(self) -> None:
        """The controller ends: displays hear that the table goes away. The journal stays open."""
        with suppress(JournalError), self._keeper.step() as step:
            self._acts.available(step, "offline", "stopped")
        self._keeper.bus.close()

    def _settle_at(self, play: Play) -> float | None:
        """When the open shot ends by quiet; not while a board that may have felt more is away."""
        return None if self._watch.boards.late(self._clocks.boottime()) else play.table.settle_at


def _answer(step: Step, name: str, response: Response) -> bytes:
    payload = step.telling.event(f"response/{name}", response)
    step.work.answered(response.id or "", step.telling.at, payload)
    return payload


def _remembered(step: Step, response: Response) -> Response:
    step.work.answered(response.id or "", step.telling.at, msgspec.json.encode(response))
    return response


def _clock_due(play: Play) -> list[float]:
    """When the shot clock needs somebody next, by the boot's clock."""
    t, table = play.time.now(), play.table
    if shotclock.warning_due(table, t):
        return [play.time.boottime_of(t)]
    times = (shotclock.warning_at(table), shotclock.ends_at(table))
    return [play.time.boottime_of(at) for at in times if at is not None and at > t]
