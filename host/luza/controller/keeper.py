"""Keeps what is in memory equal to what is on disk: a step of the table is whole on both, or on neither.

    with keeper.step() as step:
        told = step.play.enter(entry)
        step.work.append(line)
        step.tell(told)
    # now it is on disk, and told

If anything fails on the way, nothing is told, and the match is read from the journal anew before the next
step.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

import msgspec

from luza import words
from luza.controller import desk, showing
from luza.controller.bus import Bus, Post
from luza.controller.play import Play
from luza.controller.profile import Profile
from luza.controller.telling import Teller, Telling
from luza.controller.timing import Clocks, rfc3339
from luza.errors import BadEntry, Refused
from luza.journal import Journal, Transaction
from luza.journal.store import Confirmation as Doubted
from luza.messages import Alert, Confirmation, MessageEvent, Snapshot, Words
from luza.told import Doubt, Told

UNREMARKABLE = frozenset({"late_fact"})
"""Doubts that no person needs to look at: balls are taken out and played with between frames."""


class Keeper:
    """The journal, the match that is being played, and what a person has still to look at."""

    def __init__(self, journal: Journal, profile: Profile, clocks: Clocks) -> None:
        self.journal = journal
        self.profile = profile
        self.clocks = clocks
        self.session = secrets.token_hex(4)
        self.bus = Bus()
        self.play: Play | None = None
        self.doubted: dict[str, Doubted] = {}
        self.committed: list[Callable[[], None]] = []
        """Called after each commit that told something, before the subscribers hear of it."""
        self.stepped: list[Callable[[], None]] = []
        """Called after each step, when the subscribers have heard of it."""
        self._teller = Teller(profile.root, self.session, clocks, profile.outbox)
        self._broken = False
        self.load()

    def load(self) -> None:
        """Reads the match and the open questions from the journal. Raises JournalError."""
        match = self.journal.current()
        lines = [] if match is None else self.journal.lines(match.id)
        self.doubted = {item.id: item for item in self.journal.confirmations()}
        self.play = None if match is None else Play.resume(match, lines, self.journal.told_t, self.clocks)
        self._broken = False

    @contextmanager
    def step(self) -> Iterator["Step"]:
        """One step; the block does it, its end commits and tells. Raises JournalError; Refused and
        BadEntry pass through, and mean that the block has changed nothing."""
        if self._broken:
            self.load()
        try:
            with self.journal.transaction() as work:
                telling = self._teller.begin(work)
                step = Step(self, work, telling)
                yield step
                step.show()
        except (Refused, BadEntry):
            raise
        except BaseException:
            self._broken = True
            raise
        self._teller.committed(telling)
        if telling.posts:
            self._spread(telling.posts)
        self.notify()

    def notify(self) -> None:
        """Something may look otherwise than before to who watches the table closely."""
        for call in self.stepped:
            call()

    def _spread(self, posts: list[Post]) -> None:
        for call in self.committed:
            call()
        self.bus.publish(posts)

    @property
    def snapshots(self) -> Mapping[str, Snapshot]:
        """What displays were told last, by topic, without its stamp."""
        return self._teller.snapshots

    def now(self) -> str:
        """The wall clock, as payloads carry it."""
        return rfc3339(self.clocks.wall())

    def confirmations(self) -> tuple[Confirmation, ...]:
        """What waits for a person's look, in words."""
        return tuple(Confirmation(item.id, _words(item)) for item in self.doubted.values())


class Step:
    """What happens in one transaction."""

    def __init__(self, keeper: Keeper, work: Transaction, telling: Telling) -> None:
        self.work = work
        self.telling = telling
        self._keeper = keeper
        self._news = False
        self._entered = False

    def tell(self, told: list[Told]) -> None:
        """Hands on what the core said; the match's displays change with it."""
        play = self._keeper.play
        if play is None or not told:
            return
        self._news = True
        for topic, message in play.reporter.events(told):
            self.telling.event(topic, message)
        for one in told:
            if isinstance(one, Doubt) and one.code not in UNREMARKABLE:
                self.doubt(one.code, one.data)

    def changed(self) -> None:
        """The displays may have to change though nothing was told."""
        self._news = True

    def entered(self) -> None:
        """Somebody has said something: that is another state, though displays may show the same."""
        self._news = self._entered = True

    def doubt(self, code: str, data: Mapping[str, str | int], name: str | None = None) -> None:
        """A person has to look at this; it stays until they say so, or the match is closed."""
        name = name or f"{code.replace('_', '-')}-{self.work.counters.match or 0}-{self.work.counters.entry}"
        item = Doubted(name, self.telling.at, code, msgspec.json.encode(data).decode())
        self._keeper.doubted[name] = item
        self.work.doubt(item)
        self._raise(item)
        self._news = True

    def raise_doubts(self) -> None:
        """Shows what waits for a look since an earlier run."""
        for item in self._keeper.doubted.values():
            self._raise(item)

    def looked_at(self, name: str, outcome: Literal["acknowledged", "expired"] = "acknowledged") -> None:
        """A person has looked, or it is too late; raises Refused where nothing of that name waits."""
        item = self._keeper.doubted.pop(name, None)
        if item is None:
            raise Refused(f"nothing called {name!r} waits for a look", "no_such_item")
        if desk.is_message(item):
            self.telling.event("event/message", MessageEvent(id=desk.command_of(item), outcome=outcome))
        self.work.settle_doubt(name)
        self.telling.clear(f"alert/{name}")
        self._news = True

    def show(self, always: bool = False) -> None:
        """The snapshots of the match, where there is news and they say something new."""
        if not self._news and not always:
            return
        self._news = False
        keeper, telling = self._keeper, self.telling
        confirmations = keeper.confirmations()
        if keeper.play is None:
            shown = showing.idle_state(confirmations)
        else:
            shown = keeper.play.shown(confirmations)
            self.work.told(keeper.play.time.latest)
        if self._entered or telling.changed("state", shown):
            self.work.next_rev()
        telling.snapshot("state", shown)
        telling.snapshot("score", showing.score(shown))
        telling.snapshot("clock", showing.clock_message(shown.clock))

    def _raise(self, item: Doubted) -> None:
        level: Literal["info", "warning"] = "info" if desk.is_message(item) else "warning"
        said = Alert(id=item.id, level=level, since=item.since, words=_words(item))
        self.telling.snapshot(f"alert/{item.id}", said)


def _words(item: Doubted) -> Words:
    return words.doubt(item.code, msgspec.json.decode(item.data, type=dict[str, str | int]))
