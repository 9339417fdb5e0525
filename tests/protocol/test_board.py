"""The board's end, driven by hand: time and bytes in, messages out."""

import zlib

import pytest
from luza_link import messages as m
from luza_link.board import BoardLink
from luza_link.codec import Decoder
from luza_link.values import (
    Ack,
    BoardHello,
    BoardMessage,
    Config,
    ConfigReply,
    DictChunk,
    DictRequest,
    Event,
    Heartbeat,
    HostHello,
    Log,
    Lost,
    Nak,
    Ping,
    Pong,
    Snapshot,
    frame,
    read_board,
)

UID = bytes.fromhex("e6614103e7692b2a")
BOOT = 0x89ABCDEF
MS = 1000


class Bench:
    """A board and its wire; `at` moves the time and gives what the board said then."""

    def __init__(self, apply: object = None, dictionary: bytes = b'{"fitted":[]}') -> None:
        self.applied: list[bytes] = []
        self.board = BoardLink(UID, BOOT, m.RESET_POWER, "0.1.0", dictionary, 0x1A2B3C4D, self._apply)
        self.wire = bytearray()
        self.room = 1 << 30
        self._decoder = Decoder()
        self.now_us = 0

    def _apply(self, blob: bytes) -> str:
        if blob.startswith(b"bad"):
            return "no: ж" + "x" * 300
        self.applied.append(blob)
        return ""

    def _write(self, buffer: bytearray, size: int) -> bool:
        if size > self.room:
            return False
        self.room -= size
        self.wire += buffer[:size]
        return True

    def hear(self, *messages: object) -> None:
        self.board.receive(b"".join(frame(message) for message in messages), self.now_us)  # type: ignore[arg-type]

    def at(self, now_us: int) -> list[BoardMessage]:
        self.now_us = now_us
        self.board.poll(now_us, self._write)
        said = [read_board(kind, body) for kind, body in self._decoder.feed(bytes(self.wire))]
        self.wire.clear()
        return said

    def link(self, last_seq: int = 0) -> list[BoardMessage]:
        self.hear(HostHello(BOOT, last_seq, "0.1.0"))
        return self.at(self.now_us)

    def push(self, count: int) -> None:
        for _ in range(count):
            self.board.push_event(self.now_us, m.POCKET, 2, 57, 0)


def seqs(said: list[BoardMessage]) -> list[int]:
    return [message.seq for message in said if isinstance(message, Event)]


def test_it_says_hello_twice_a_second_and_nothing_else_until_it_is_answered() -> None:
    bench = Bench()
    bench.push(3)
    (hello,) = bench.at(0)
    assert hello == BoardHello(
        1, 1, 0, 0, BOOT, 1, 1, 3, 512, 0, 0x1A2B3C4D, zlib.crc32(b'{"fitted":[]}'), UID.hex(), "0.1.0"
    )
    assert bench.at(499 * MS) == []
    assert [type(message) for message in bench.at(500 * MS)] == [BoardHello]
    said = bench.link()
    assert isinstance(said[0], Snapshot)
    assert seqs(said) == [1, 2, 3]


def test_a_delimiter_goes_first_after_opening_and_after_silence() -> None:
    bench = Bench()
    bench.board.poll(0, bench._write)
    assert bench.wire[0] == 0
    bench.at(0)
    bench.link()
    bench.push(1)
    bench.board.poll(50 * MS, bench._write)
    assert bench.wire[0] != 0
    bench.at(50 * MS)
    bench.board.poll(200 * MS, bench._write)
    assert bench.wire[0] == 0


def test_at_most_a_window_is_under_way() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.push(200)
    assert seqs(bench.at(1 * MS)) == list(range(1, 65))
    bench.hear(Ack(BOOT, 10))
    assert seqs(bench.at(2 * MS)) == list(range(65, 75))
    bench.hear(Ack(BOOT + 1, 70), Ack(BOOT, 5), Ack(BOOT, 5000))
    assert seqs(bench.at(3 * MS)) == []
    assert bench.board.acked == 10


def test_the_timer_belongs_to_the_oldest_and_new_sends_leave_it_alone() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    repeats = []
    for now in range(0, 1000 * MS, 10 * MS):
        bench.push(0 if now else 1)
        if now % (20 * MS) == 0:
            bench.push(1)
        said = seqs(bench.at(now))
        if now and 1 in said:
            repeats.append(now // MS)
    assert repeats == [50, 150, 350, 750]
    bench.hear(Ack(BOOT, 1))
    bench.at(1000 * MS)
    assert 2 in seqs(bench.at(1050 * MS))


def test_a_nak_repeats_one_at_once() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.push(5)
    bench.at(0)
    bench.hear(Nak(BOOT, 3))
    assert seqs(bench.at(1 * MS)) == [3]
    bench.hear(Nak(BOOT, 99), Nak(BOOT + 1, 2))
    assert seqs(bench.at(2 * MS)) == []


def test_a_ring_that_ran_over_is_told_until_it_is_acknowledged_without_a_hole() -> None:
    bench = Bench()
    bench.at(0)
    bench.push(600)
    said = bench.link()
    assert Lost(1, 88) in said
    assert seqs(said)[:2] == [89, 90]
    assert bench.board.lost == 88
    assert bench.at(50 * MS) == [Lost(1, 88)]
    bench.push(2)
    assert Lost(1, 90) in bench.at(150 * MS)
    bench.hear(Ack(BOOT, 88))
    assert Lost(89, 90) in bench.at(151 * MS)
    bench.hear(Ack(BOOT, 90))
    assert not any(isinstance(message, Lost) for message in bench.at(400 * MS))


def test_a_host_that_has_more_on_disk_than_it_acknowledged_is_believed() -> None:
    bench = Bench()
    bench.at(0)
    bench.push(10)
    assert seqs(bench.link(last_seq=7)) == [8, 9, 10]
    # Another boot's number, or one that was never given out, is no answer.
    bench.hear(HostHello(BOOT, 11, "0.1.0"))
    assert seqs(bench.at(1 * MS)) == []


def test_after_three_seconds_without_a_host_it_says_hello_again_and_later_sends_all() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.push(2)
    bench.at(1 * MS)
    assert bench.board.linked
    said = bench.at(3001 * MS)
    assert [type(message) for message in said] == [BoardHello]
    bench.push(1)
    assert bench.at(3002 * MS) == []
    assert seqs(bench.link()) == [1, 2, 3]


def test_a_full_port_loses_nothing() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.push(8)
    bench.room = 60
    said = seqs(bench.at(1 * MS))
    assert said == [1, 2]
    bench.room = 1 << 30
    assert seqs(bench.at(2 * MS)) == [3, 4, 5, 6, 7, 8]


def test_a_heartbeat_every_second_with_the_worst_loop_since_the_last() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.board.levels, bench.board.faults = 0b101, 0b10
    bench.board.free_heap, bench.board.worst_loop_us = 100_000, 900
    bench.hear(Ping(1))
    assert bench.at(999 * MS) == [Pong(1, 999 * MS)]
    assert bench.at(1000 * MS) == [Heartbeat(1000 * MS, 0, 0, 0, 0, 0, 100_000, 900, 0b101, 0b10)]
    assert bench.board.worst_loop_us == 0


def test_log_lines_are_few_and_the_dropped_are_counted() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    for number in range(7):
        bench.board.log(m.LOG_WARNING, f"line {number}")
    said = []
    for now in range(0, 900 * MS, 10 * MS):
        said += [(now // MS, message.text) for message in bench.at(now) if isinstance(message, Log)]
    assert said == [(0, "line 0"), (200, "line 1"), (400, "line 2"), (600, "line 3")]
    bench.board.log(m.LOG_INFO, "ж" * 200)
    (line,) = (message for message in bench.at(900 * MS) if isinstance(message, Log))
    assert (line.dropped, line.text) == (3, "ж" * 80)


def test_the_dictionary_in_chunks() -> None:
    text = bytes(range(32, 127)) * 5
    bench = Bench(dictionary=text)
    bench.at(0)
    whole = b""
    while len(whole) < len(text):
        bench.hear(DictRequest(len(whole)))
        (chunk,) = bench.at(bench.now_us + 1)
        assert isinstance(chunk, DictChunk)
        assert (chunk.hash, chunk.total, chunk.offset) == (zlib.crc32(text), len(text), len(whole))
        whole += chunk.data
    assert whole == text
    bench.hear(DictRequest(60000))
    assert bench.at(bench.now_us + 1) == [DictChunk(zlib.crc32(text), len(text), 60000, b"")]


def send(bench: Bench, ident: int, blob: bytes, crc: int | None = None) -> list[tuple[int, int]]:
    """Status and next offset of each reply to a blob sent in chunks."""
    replies = []
    crc = zlib.crc32(blob) if crc is None else crc
    for offset in range(0, len(blob), m.CONFIG_PART):
        part = blob[offset : offset + m.CONFIG_PART]
        bench.hear(Config(ident, crc, len(blob), offset, part))
        (reply,) = bench.at(bench.now_us + 1)
        assert isinstance(reply, ConfigReply)
        replies.append((reply.status, reply.next_offset))
    return replies


def test_settings_are_staged_checked_and_applied_whole() -> None:
    bench = Bench()
    bench.at(0)
    blob = b"a" * 400
    assert send(bench, 1, blob) == [(m.CONFIG_MORE, 188), (m.CONFIG_MORE, 376), (m.CONFIG_APPLIED, 400)]
    assert bench.applied == [blob]
    assert bench.board.settings.hash == zlib.crc32(blob)
    # Again, whole or its last part alone: applied already, and nothing is applied twice.
    assert send(bench, 1, blob)[0] == (m.CONFIG_APPLIED, 400)
    assert send(bench, 2, blob)[-1] == (m.CONFIG_APPLIED, 400)
    assert bench.applied == [blob]


def test_settings_that_cannot_be_applied_change_nothing() -> None:
    bench = Bench()
    bench.at(0)
    before = bench.board.settings.hash
    assert send(bench, 1, b"a" * 200, crc=5)[-1] == (m.CONFIG_BAD_CRC, 0)
    assert send(bench, 2, b"bad")[-1] == (m.CONFIG_REFUSED, 0)
    bench.hear(Config(3, 5, 5000, 0, b"x"))
    (reply,) = bench.at(bench.now_us + 1)
    assert isinstance(reply, ConfigReply)
    assert (reply.status, reply.reason) == (m.CONFIG_REFUSED, "5000 bytes of settings; the board takes 4096")
    # A part out of order asks for the one that is wanted.
    bench.hear(Config(4, 5, 400, 188, b"x" * 188))
    assert bench.at(bench.now_us + 1) == [ConfigReply(4, m.CONFIG_MORE, 0, before, "")]
    assert (bench.applied, bench.board.settings.hash) == ([], before)


@pytest.mark.parametrize("start", [(1 << 30) - 2, (1 << 32) - 2, (1 << 62) - 2])
def test_times_near_the_places_where_clocks_wrap(start: int) -> None:
    bench = Bench()
    bench.now_us = start
    bench.at(start)
    bench.link()
    said = []
    for now in range(start, start + 5):
        bench.now_us = now
        bench.push(1)
        said += [(message.seq, message.time_us) for message in bench.at(now) if isinstance(message, Event)]
    assert said == [(number, start + number - 1) for number in range(1, 6)]
    assert seqs(bench.at(start + 50 * MS)) == [1]


def test_a_host_of_another_version_is_told_ours_and_sent_nothing() -> None:
    bench = Bench()
    bench.at(0)
    bench.link()
    bench.push(1)
    bench.hear(HostHello(BOOT, 0, "9.0", major=2))
    assert [type(message) for message in bench.at(1 * MS)] == [BoardHello]
    assert not bench.board.linked
    bench.hear(HostHello(BOOT, 0, "9.0", incompatible=4))
    assert [type(message) for message in bench.at(2 * MS)] == [BoardHello]
    assert not bench.board.linked


def test_its_own_words_echoed_by_the_line_mean_nothing() -> None:
    bench = Bench()
    said = bench.at(0)
    bench.hear(*said)
    assert bench.at(1 * MS) == []
    said = bench.link()
    bench.push(2)
    said += bench.at(2 * MS)
    bench.hear(*said)
    assert bench.at(3 * MS) == []
