"""The host's end, driven by hand: the board's messages in, outputs and answers out."""

import zlib

import pytest
from luza_link import messages as m
from luza_link.codec import Decoder
from luza_link.host import HostLink
from luza_link.outputs import (
    BootChanged,
    Dictionary,
    Linked,
    Missing,
    NotALuzaBoard,
    Output,
    SettingsAnswer,
    Silent,
    Unreadable,
    VersionMismatch,
    WrongBoard,
)
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
    HostMessage,
    Log,
    Lost,
    Nak,
    Ping,
    Pong,
    Snapshot,
    frame,
    read_host,
)

UID = "e6614103e7692b2a"
BOOT = 0x89ABCDEF


def hello(**changes: object) -> BoardHello:
    fields: dict[str, object] = {
        "major": 1,
        "minor": 0,
        "incompatible": 0,
        "compatible": 0,
        "boot_id": BOOT,
        "reset_cause": m.RESET_POWER,
        "oldest": 1,
        "newest": 0,
        "ring_size": 512,
        "lost": 0,
        "settings_hash": 0,
        "dictionary_hash": 0,
        "uid": UID,
        "firmware": "0.1.0",
    }
    return BoardHello(**{**fields, **changes})  # type: ignore[arg-type]


def event(seq: int) -> Event:
    return Event(seq, seq * 1000, m.POCKET, 2, 57, 0)


def heartbeat(newest: int, acked: int) -> Heartbeat:
    return Heartbeat(1_000_000, newest, acked, 0, 0, 0, 0, 0, 0, 0)


class Bench:
    """A host's end and its wire. `hear` and `at` give the outputs, `said` what went to the board since."""

    def __init__(self, known: tuple[int, int] | None = None, uid: str = "") -> None:
        self.known = known
        self.asked: list[str] = []
        self.link = HostLink("0.1.0", self._remembered, uid)
        self.link.opened(0.0)
        self.now = 0.0
        self._decoder = Decoder()

    def _remembered(self, uid: str) -> tuple[int, int] | None:
        self.asked.append(uid)
        return self.known

    def hear(self, *messages: BoardMessage) -> list[Output]:
        return self.link.receive(b"".join(frame(message) for message in messages), self.now)

    def at(self, now: float) -> list[Output]:
        self.now = now
        return self.link.poll(now)

    def said(self) -> list[HostMessage]:
        return [read_host(kind, body) for kind, body in self._decoder.feed(self.link.bytes_to_send())]

    def linked(self, **changes: object) -> list[Output]:
        outputs = self.hear(hello(**changes))
        self.said()
        return outputs


def test_it_asks_who_is_there_and_answers_with_what_it_has_on_disk() -> None:
    bench = Bench(known=(BOOT, 41))
    assert bench.at(0.0) == []
    assert bench.said() == [HostHello(0, 0, "0.1.0")]
    bench.at(0.4)
    assert bench.said() == []
    bench.at(0.5)
    assert bench.said() == [HostHello(0, 0, "0.1.0")]
    board = hello(oldest=40, newest=44)
    assert bench.hear(board) == [Linked(board, 41)]
    assert bench.said() == [HostHello(BOOT, 41, "0.1.0")]
    assert bench.asked == [UID]
    # The board repeats its HELLO where our answer got lost: it is answered, and nothing is new.
    assert bench.hear(board) == []
    assert bench.said() == [HostHello(BOOT, 41, "0.1.0")]


def test_nothing_is_taken_before_the_board_has_said_who_it_is() -> None:
    bench = Bench()
    assert bench.hear(event(1), Snapshot(1, 1, 0, 0)) == []
    assert bench.linked(newest=1)
    assert bench.hear(event(1)) == [event(1)]


def test_each_event_once_and_in_order_and_acknowledged_only_once_it_is_on_disk() -> None:
    bench = Bench()
    bench.linked()
    assert bench.hear(event(1), event(2), event(1), event(2)) == [event(1), event(2)]
    assert bench.said() == []
    bench.link.committed(BOOT, 2)
    bench.link.committed(BOOT, 1)
    bench.link.committed(BOOT + 1, 9)
    assert bench.said() == [Ack(BOOT, 2)]
    # A repeat of what is on disk says that the acknowledgement got lost.
    assert bench.hear(event(2)) == []
    assert bench.said() == [Ack(BOOT, 2)]


def test_a_gap_is_asked_for_at_once_and_every_twenty_milliseconds_until_it_closes() -> None:
    bench = Bench()
    bench.linked()
    bench.at(0.1)
    bench.said()
    assert bench.hear(event(1), event(3), event(6)) == [event(1)]
    assert bench.said() == [Nak(BOOT, 2)]
    asked = []
    for tick in range(1, 50):
        bench.at(0.1 + tick / 1000)
        asked += [tick for message in bench.said() if message == Nak(BOOT, 2)]
        assert bench.link.next_due(bench.now) <= bench.now + 0.021
    assert asked == [20, 40]
    # The next gap is another question, and is not kept waiting.
    assert bench.hear(event(2)) == [event(2), event(3)]
    assert bench.said() == [Nak(BOOT, 4)]
    assert bench.hear(event(5), event(4)) == [event(4), event(5), event(6)]
    bench.at(0.2)
    assert not any(isinstance(message, Nak) for message in bench.said())


def test_a_heartbeat_shows_a_lost_tail_and_asks_for_nothing_that_was_not_sent() -> None:
    bench = Bench()
    bench.linked()
    bench.hear(event(1))
    assert bench.hear(heartbeat(newest=2, acked=0)) == [heartbeat(2, 0)]
    assert bench.said() == [Nak(BOOT, 2)]
    bench.hear(*(event(seq) for seq in range(2, 65)))
    bench.said()
    bench.hear(heartbeat(newest=300, acked=0))
    assert bench.said() == []


def test_what_the_ring_lost_is_missing_except_for_what_came_before() -> None:
    bench = Bench()
    bench.linked(newest=700)
    assert bench.hear(event(1), event(2), event(9)) == [event(1), event(2)]
    told = "the board's ring ran over"
    outputs = bench.hear(Lost(1, 12))
    assert outputs == [Missing(BOOT, 3, 8, told), event(9), Missing(BOOT, 10, 12, told)]
    assert bench.hear(Lost(1, 12)) == []
    assert bench.hear(Lost(1, 13), event(14)) == [Missing(BOOT, 13, 13, told), event(14)]
    bench.said()
    bench.link.committed(BOOT, 14)
    assert bench.said() == [Ack(BOOT, 14)]
    assert bench.hear(Lost(1, 13)) == []
    assert bench.said() == [Ack(BOOT, 14)]
    # However many a board says it lost, that is told at once.
    assert bench.hear(Lost(15, 2**32 - 1)) == [Missing(BOOT, 15, 2**32 - 1, told)]


def test_another_boot_is_told_and_begins_anew() -> None:
    bench = Bench(known=(5, 100))
    board = hello(reset_cause=m.RESET_WATCHDOG)
    assert bench.hear(board) == [BootChanged(UID, 5, BOOT, "watchdog"), Linked(board, 0)]
    assert bench.hear(event(1)) == [event(1)]
    bench.known = (BOOT, 1)
    again = hello(boot_id=6, reset_cause=99)
    assert bench.hear(again) == [BootChanged(UID, BOOT, 6, "unknown"), Linked(again, 0)]


def test_a_boot_that_counts_from_less_than_the_disk_has_is_another() -> None:
    bench = Bench(known=(BOOT, 100))
    board = hello(newest=3)
    assert bench.hear(board) == [BootChanged(UID, BOOT, BOOT, "power"), Linked(board, 0)]


def test_what_another_host_took_is_missing_here() -> None:
    bench = Bench(known=(BOOT, 10))
    board = hello(oldest=31, newest=31)
    taken = Missing(BOOT, 11, 30, "another host acknowledged them")
    assert bench.hear(board) == [Linked(board, 10), taken]
    assert bench.hear(event(31)) == [event(31)]
    # A new journal begins with what the board still has, and misses nothing.
    assert Bench().hear(board) == [Linked(board, 30)]


def test_a_port_opened_again_goes_on_from_the_disk_and_repeats_nothing() -> None:
    bench = Bench()
    bench.linked()
    bench.hear(event(1), event(2))
    bench.link.committed(BOOT, 1)
    bench.link.opened(5.0)
    assert bench.said() == []
    bench.hear(hello(oldest=2, newest=2))
    assert bench.said() == [HostHello(BOOT, 1, "0.1.0")]
    assert bench.hear(event(2), event(3)) == [event(3)]


@pytest.mark.parametrize(
    ("changes", "board", "advice"),
    [
        ({"major": 2, "firmware": "9.1"}, "link 2.0 (firmware 9.1)", "update luza on this host"),
        ({"major": 0, "minor": 9}, "link 0.9 (firmware 0.1.0)", "install this host's firmware"),
        (
            {"incompatible": 6},
            "link 1.0 with extras 0x6 that this host does not know (firmware 0.1.0)",
            "update luza",
        ),
    ],
)
def test_a_board_of_another_version_is_named_with_ours_and_what_to_do(
    changes: dict[str, object], board: str, advice: str
) -> None:
    bench = Bench()
    (output,) = bench.hear(hello(**changes))
    assert isinstance(output, VersionMismatch)
    assert output.text.startswith(
        f"the board speaks {board}, this host speaks link 1.1 (luza 0.1.0): {advice}"
    )
    assert bench.said() == []
    assert bench.hear(hello(**changes), event(1)) == []


def test_a_later_minor_version_and_its_compatible_extras_are_welcome() -> None:
    board = hello(minor=7, compatible=0xFFFF)
    assert Bench().hear(board) == [Linked(board, 0)]


def test_the_wrong_board_is_not_answered() -> None:
    bench = Bench(uid="00ff")
    assert bench.hear(hello()) == [WrongBoard(UID, "00ff")]
    assert bench.said() == []
    assert bench.asked == []


def test_noise_for_long_is_no_board_or_the_wrong_speed() -> None:
    bench = Bench()
    outputs = []
    for tick in range(100):
        bench.link.receive(b"\xf8\x80\x78\xf8", tick / 20)
        outputs += bench.at(tick / 20)
    (output,) = outputs
    assert isinstance(output, NotALuzaBoard)
    assert "wrong" in output.text
    assert "luza firmware install" in output.text
    # A board that speaks after all is heard.
    assert bench.link.receive(b"\0" + frame(hello()), 5.0) == [Linked(hello(), 0)]


def test_silence_is_told_once_and_ends_when_the_board_speaks() -> None:
    bench = Bench()
    bench.linked()
    assert bench.at(2.9) == []
    assert bench.at(3.0) == [Silent(3.0)]
    assert bench.at(60.0) == []
    bench.said()
    bench.at(60.5)
    assert bench.said() == [HostHello(0, 0, "0.1.0")]
    assert isinstance(bench.hear(hello())[0], Linked)


def test_our_own_words_echoed_by_the_line_are_not_a_board() -> None:
    bench = Bench()
    for tick in range(0, 320, 10):
        bench.now = tick / 100
        bench.link.poll(bench.now)
        assert bench.link.receive(bench.link.bytes_to_send(), bench.now) == []
    assert not bench.link.linked


def test_four_quick_pings_then_one_a_second_and_the_clock_is_known() -> None:
    bench = Bench()
    bench.linked()
    sent: list[float] = []
    for tick in range(300):
        bench.at(tick / 100)
        for message in bench.said():
            if isinstance(message, Ping):
                sent.append(tick / 100)
                bench.hear(Pong(message.token, 5_000_000 + tick * 10_000))
    assert sent == pytest.approx([0.0, 0.05, 0.1, 0.15, 1.15, 2.15], abs=0.011)
    assert bench.link.clock.host_s(5_500_000) == pytest.approx(0.5, abs=1e-6)


def test_before_the_first_round_trip_times_are_late_by_the_way_at_most() -> None:
    bench = Bench()
    bench.linked(newest=1)
    bench.now = 7.0
    bench.hear(Event(1, 400_000, m.POCKET, 0, 0, 0))
    assert bench.link.clock.host_s(400_000) == pytest.approx(7.0)


def test_the_dictionary_is_asked_for_until_it_is_whole_and_sound() -> None:
    text = b'{"fitted":["' + b"x" * 300 + b'"]}'
    crc = zlib.crc32(text)
    bench = Bench()
    bench.linked(dictionary_hash=crc)
    bench.at(0.0)
    assert DictRequest(0) in bench.said()
    bench.at(0.2)
    assert DictRequest(0) not in bench.said()
    bench.at(0.3)
    assert DictRequest(0) in bench.said()
    assert bench.hear(DictChunk(crc, len(text), 0, text[:192])) == []
    bench.at(0.31)
    assert DictRequest(192) in bench.said()
    assert bench.hear(DictChunk(crc, len(text), 192, b"?" * len(text[192:]))) == []
    bench.at(0.32)
    assert DictRequest(0) in bench.said()
    outputs = bench.hear(DictChunk(crc, len(text), 0, text[:192]), DictChunk(crc, len(text), 192, text[192:]))
    assert outputs == [Dictionary(text.decode())]


def test_settings_go_up_in_parts_and_the_answer_comes_back() -> None:
    bench = Bench()
    bench.linked()
    blob = b"s" * 200
    crc = zlib.crc32(blob)
    bench.link.send_settings(blob)
    bench.at(0.0)
    assert Config(1, crc, 200, 0, blob[:188]) in bench.said()
    bench.hear(ConfigReply(1, m.CONFIG_MORE, 188, 0, ""))
    bench.at(0.01)
    assert Config(1, crc, 200, 188, blob[188:]) in bench.said()
    bench.hear(ConfigReply(1, m.CONFIG_BAD_CRC, 0, 0, "damaged"))
    bench.at(0.02)
    assert Config(1, crc, 200, 0, blob[:188]) in bench.said()
    assert bench.hear(ConfigReply(9, m.CONFIG_APPLIED, 0, 0, "")) == []
    assert bench.hear(ConfigReply(1, m.CONFIG_APPLIED, 200, crc, "")) == [SettingsAnswer(True, "", crc)]
    bench.at(5.0)
    assert not any(isinstance(message, Config) for message in bench.said())


def test_a_frame_that_does_not_fit_is_named_and_stops_nothing() -> None:
    bench = Bench()
    bench.linked()
    outputs = bench.link.receive(b"\x05\xc8abc\x00", 0.0)
    assert outputs == []
    from_a_newer_board = Log(m.LOG_INFO, 0, "x")
    outputs = bench.link.receive(frame(Ack(1, 2)) + frame(from_a_newer_board), 0.0)
    assert outputs == [Unreadable("message type 4: no board sends this type"), from_a_newer_board]
