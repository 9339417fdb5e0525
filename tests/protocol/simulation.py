"""A board, a line and a host in virtual time, and a journal that survives the host: what the link promises.

Deterministic by its seed. Trouble is an argument: byte errors, times without a cable, the host's and the
board's restarts, a host that does not commit. The suite runs it in short, tests/bench/soak_link.py in long.
"""

import random
from collections import deque
from dataclasses import dataclass, field

from luza_link import messages as m
from luza_link.board import BoardLink
from luza_link.host import HostLink
from luza_link.outputs import BootChanged, Linked, Missing, Output
from luza_link.values import Event

STEP_US = 500
UID = bytes.fromhex("e6614103e7692b2a")


@dataclass
class Trouble:
    """What goes wrong, in virtual seconds."""

    byte_error: float = 0.0
    unplugged: tuple[tuple[float, float], ...] = ()
    """From, to: the port is closed and what is on its way is gone."""
    host_restarts: tuple[float, ...] = ()
    """The host is killed at these times; what it had not committed it forgets."""
    board_restarts: tuple[float, ...] = ()
    commit_s: float = 0.002
    stuck: tuple[tuple[float, float], ...] = ()
    """From, to: the host takes facts and commits none."""


@dataclass
class Journal:
    """The disk: what was committed, in its order."""

    items: list[tuple[int, int, int]] = field(default_factory=list)
    """(boot id, seq, time_us of the event, or -1 for one that is missing)."""
    position: tuple[int, int] | None = None


class Line:
    """One direction of a line: bytes arrive 0.2 to 1 ms later, some of them changed."""

    def __init__(self, rng: random.Random, byte_error: float) -> None:
        self._rng = rng
        self._byte_error = byte_error
        self._way: deque[tuple[int, bytes]] = deque()
        self.connected = True

    def send(self, data: bytes, now_us: int) -> None:
        """Put bytes on the line; without a cable they are gone."""
        if not self.connected or not data:
            return
        if self._byte_error:
            damaged = bytearray(data)
            for at in range(len(damaged)):
                if self._rng.random() < self._byte_error:
                    damaged[at] ^= 1 << self._rng.randrange(8)
            data = bytes(damaged)
        self._way.append((now_us + self._rng.randint(200, 1000), data))

    def take(self, now_us: int) -> bytes:
        """What has arrived."""
        data = b""
        while self._way and self._way[0][0] <= now_us:
            data += self._way.popleft()[1]
        return data

    def cut(self) -> None:
        """Everything on its way is gone."""
        self._way.clear()


class World:
    """Runs it all. After `run`, `journal` is to be compared with `pushed`."""

    def __init__(self, seed: int, trouble: Trouble, events_per_s: float = 50.0) -> None:
        self.rng = random.Random(seed)
        self.trouble = trouble
        self.rate = events_per_s
        self.up = Line(self.rng, trouble.byte_error)
        self.down = Line(self.rng, trouble.byte_error)
        self.journal = Journal()
        self.pushed: dict[int, list[int]] = {}
        """Boot id to the times of its events, in order of seq from 1."""
        self.latencies_us: list[int] = []
        self.outputs: list[Output] = []
        """All but events."""
        self.now_us = 0
        self._boots = 0
        self._uncommitted: deque[tuple[int, int, int, int]] = deque()
        self._booted_us = 0
        self._start_board()
        self._start_host()

    def _start_board(self) -> None:
        self._boots += 1
        self._booted_us = self.now_us
        boot_id = 0x1000 + self._boots
        self.board = BoardLink(UID, boot_id, m.RESET_POWER, "0.1.0", b'{"fitted":[]}', 0)
        self.pushed[boot_id] = []

    def _start_host(self) -> None:
        self._uncommitted.clear()
        self.host = HostLink("0.1.0", lambda uid: self.journal.position)
        self.host.opened(self.now_us / 1e6)

    def run(self, seconds: float, pushing_until: float) -> None:
        """Advance; events are pushed at random until `pushing_until`, then the line may settle."""
        trouble = self.trouble
        host_restarts = deque(trouble.host_restarts)
        board_restarts = deque(trouble.board_restarts)
        while self.now_us < seconds * 1e6:
            self.now_us += STEP_US
            now = self.now_us / 1e6
            self._cable(any(start <= now < end for start, end in trouble.unplugged))
            if board_restarts and now >= board_restarts[0]:
                board_restarts.popleft()
                self._start_board()
            if host_restarts and now >= host_restarts[0]:
                host_restarts.popleft()
                self._start_host()
            if now < pushing_until and self.rng.random() < self.rate * STEP_US / 1e6:
                self._push()
            self._board_turn()
            self._host_turn(any(start <= now < end for start, end in trouble.stuck))

    def _cable(self, unplugged: bool) -> None:
        if unplugged and self.up.connected:
            self.up.cut()
            self.down.cut()
        if not unplugged and not self.up.connected:
            self.host.opened(self.now_us / 1e6)
        self.up.connected = self.down.connected = not unplugged

    def _push(self) -> None:
        board_us = self.now_us - self._booted_us
        self.board.push_event(board_us, m.POCKET, self.rng.randrange(6), 0, 0)
        self.pushed[self.board.boot_id].append(board_us)

    def _board_turn(self) -> None:
        board_us = self.now_us - self._booted_us
        data = self.down.take(self.now_us)
        if data:
            self.board.receive(data, board_us)
        self.board.poll(board_us, lambda out, n: self.up.send(bytes(out[:n]), self.now_us))

    def _host_turn(self, stuck: bool) -> None:
        now = self.now_us / 1e6
        data = self.up.take(self.now_us)
        outputs = self.host.receive(data, now) if data else []
        for output in outputs + self.host.poll(now):
            if isinstance(output, Event):
                self.latencies_us.append(self.now_us - self._booted_us - output.time_us)
                self._keep(self._boot_of_host(), output.seq, output.time_us)
            elif isinstance(output, Missing):
                self.outputs.append(output)
                for seq in range(output.first, output.last + 1):
                    self._keep(output.boot_id, seq, -1)
            else:
                self.outputs.append(output)
        while self._uncommitted and not stuck and self._uncommitted[0][0] <= self.now_us:
            _, boot_id, seq, time_us = self._uncommitted.popleft()
            self.journal.items.append((boot_id, seq, time_us))
            self.journal.position = (boot_id, seq)
            self.host.committed(boot_id, seq)
        self.down.send(self.host.bytes_to_send(), self.now_us)

    def _boot_of_host(self) -> int:
        assert self.host.hello is not None
        return self.host.hello.boot_id

    def _keep(self, boot_id: int, seq: int, time_us: int) -> None:
        due = self.now_us + round(self.trouble.commit_s * 1e6)
        self._uncommitted.append((due, boot_id, seq, time_us))

    def check(self) -> dict[str, int]:
        """Exactly once: every boot's events stand in the journal once, in order, without a hole.

        What is missing must be said to be missing; of a boot that ended, a tail may be gone if the change of
        boot was told. Returns counts; AssertionError where the promise is broken.
        """
        by_boot: dict[int, list[tuple[int, int]]] = {boot_id: [] for boot_id in self.pushed}
        for boot_id, seq, time_us in self.journal.items:
            by_boot[boot_id].append((seq, time_us))
        changes = {output.before for output in self.outputs if isinstance(output, BootChanged)}
        missing = 0
        for boot_id, times in self.pushed.items():
            kept = by_boot[boot_id]
            assert [seq for seq, _ in kept] == list(range(1, len(kept) + 1)), f"boot {boot_id}: order or gap"
            for seq, time_us in kept:
                assert time_us in (-1, times[seq - 1]), f"boot {boot_id}: event {seq} is not the one pushed"
            missing += sum(time_us == -1 for _, time_us in kept)
            if boot_id == self.board.boot_id:
                assert len(kept) == len(times), f"{len(times) - len(kept)} events never came"
            elif len(kept) < len(times):
                assert boot_id in changes or not kept, f"boot {boot_id}: a lost tail was not told"
        return {
            "events": sum(len(times) for times in self.pushed.values()),
            "journal": len(self.journal.items),
            "missing": missing,
            "linked": sum(isinstance(output, Linked) for output in self.outputs),
            "bad_frames": self.host.decoder.bad + self.board.decoder.bad,
            "naks": self.host.naks,
            "resent": self.board.resent,
            "repeats": self.host.repeats,
        }
