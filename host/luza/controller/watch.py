"""Watches over the table's parts: raises alerts and takes them back, and tells the health of it all."""

import shutil
from collections.abc import Callable

from luza.controller.boards import Boards, Issue
from luza.controller.health import alert, health, input_states
from luza.controller.keeper import Keeper, Step
from luza.controller.profile import Profile
from luza.messages import Meta, Part
from luza.rules import GAMES

HEALTH_EVERY_S = 30.0
DISK_LOW_MB = 50
CLOCK_SET_AFTER = 1_700_000_000.0
"""An earlier wall clock (before November 2023) has not been set since the machine was started."""


class Watch:
    """What is wrong with the table now, and since when."""

    def __init__(self, keeper: Keeper) -> None:
        profile = keeper.profile
        self.boards = Boards(profile.fitted, keeper.clocks.boottime(), profile.ports, profile.firmware)
        self.others: dict[str, Callable[[], Part]] = {}
        """Parts that other rooms answer for."""
        self._keeper = keeper
        self._raised: dict[str, Issue] = {}
        self._since: dict[str, str] = {}
        self._own: list[Issue] = []
        self._dropped = 0
        self._due = keeper.clocks.boottime()

    def due(self) -> float:
        """When `tell` is next to be called, by the boot's clock."""
        change = self.boards.next_change(self._keeper.clocks.boottime())
        return self._due if change is None else min(self._due, change)

    def hurry(self) -> None:
        """Something has changed: the health is told as soon as can be."""
        self._due = self._keeper.clocks.boottime()

    def news(self) -> bool:
        """Whether an alert has to be raised or taken back."""
        return {issue.id: issue for issue in self._issues()} != self._raised

    def look(self) -> None:
        """Looks after the disk, the clock and the outbox; called before `tell` when its time has come."""
        keeper = self._keeper
        own: list[Issue] = []
        free_mb = shutil.disk_usage(keeper.journal.path.parent).free // 1_000_000
        if free_mb < DISK_LOW_MB:
            own.append(Issue("disk-low", "journal", "warning", "disk_low", {"n": free_mb}))
        if keeper.clocks.wall() < CLOCK_SET_AFTER:
            own.append(Issue("clock-unset", "clock", "warning", "clock_unset"))
        if keeper.profile.outbox:
            own += self._look_at_outbox(keeper.profile.outbox_max)
        self._own = own

    def _look_at_outbox(self, cap: int) -> list[Issue]:
        outbox = self._keeper.journal.outbox
        dropped = outbox.trim(cap)
        self._dropped += dropped
        waiting = outbox.depth()
        if dropped or (waiting > cap // 2 and "outbox-full" in self._raised):
            return [Issue("outbox-full", "outbox", "fault", "outbox_full")]
        if waiting > cap // 2:
            return [Issue("outbox-filling", "outbox", "warning", "outbox_filling", {"n": waiting})]
        return []

    def tell(self, step: Step) -> None:
        """Alerts that are new or over, the health, and what the table is."""
        now = {issue.id: issue for issue in self._issues()}
        self._since = {name: self._since.get(name, step.telling.at) for name in now}
        for name in self._raised.keys() - now.keys():
            step.telling.clear(f"alert/{name}")
        for name, issue in now.items():
            step.telling.snapshot(f"alert/{name}", alert(issue, self._since[name]))
        self._raised = now
        counters = {"journal": {"rev": step.work.counters.rev}}
        if self._keeper.profile.outbox:
            counters["outbox"] = {"waiting": self._keeper.journal.outbox.depth(), "dropped": self._dropped}
        others = {name: part() for name, part in self.others.items()}
        step.telling.repeat("health")
        clocks = self._keeper.clocks
        inputs = input_states(self.boards, clocks.boottime(), clocks.wall())
        told = health(now.values(), self._since, self.boards, counters, others, inputs)
        step.telling.snapshot("health", told)
        step.telling.snapshot("meta", meta(self._keeper.profile, self.boards.firmware()))
        self._due = self._keeper.clocks.boottime() + HEALTH_EVERY_S

    def _issues(self) -> list[Issue]:
        return self.boards.issues(self._keeper.clocks.boottime()) + self._own


def meta(profile: Profile, firmware: str | None) -> Meta:
    """What the table is."""
    versions = {"luza": profile.version}
    if firmware:
        versions["firmware"] = firmware
    return Meta(
        club=profile.club,
        table=profile.table,
        club_name=profile.club_name,
        table_name=profile.table_name,
        games=tuple(GAMES),
        sensors=tuple(sorted(profile.fitted)),
        versions=versions,
    )
