"""What the link promises, on a line that does its worst: virtual time, so no second is waited for."""

import pytest
from luza_link.outputs import BootChanged, Linked, Missing

from tests.protocol.simulation import Trouble, World


def test_a_quiet_line_needs_no_repeat() -> None:
    world = World(1, Trouble())
    world.run(seconds=12, pushing_until=10)
    counts = world.check()
    assert counts["events"] > 400
    assert counts["resent"] == counts["naks"] == counts["missing"] == 0


@pytest.mark.parametrize("seed", range(3))
def test_byte_errors_and_five_reopenings(seed: int) -> None:
    pulls = tuple((at, at + 0.3) for at in (3.0, 6.1, 9.2, 14.5, 21.7))
    world = World(seed, Trouble(byte_error=1e-3, unplugged=pulls))
    world.run(seconds=40, pushing_until=30)
    counts = world.check()
    assert counts["missing"] == 0
    assert counts["bad_frames"] > 10
    assert counts["linked"] >= 6


def test_twenty_seconds_unplugged_fit_the_ring() -> None:
    world = World(5, Trouble(unplugged=((5.0, 25.0),)), events_per_s=20)
    world.run(seconds=32, pushing_until=30)
    assert world.check()["missing"] == 0


@pytest.mark.parametrize("byte_error", [0.0, 1e-3])
def test_a_ring_that_ran_over_is_told_and_never_hidden(byte_error: float) -> None:
    world = World(6, Trouble(byte_error=byte_error, unplugged=((5.0, 25.0),)), events_per_s=60)
    world.run(seconds=40, pushing_until=30)
    counts = world.check()
    assert counts["missing"] == world.board.lost > 500
    gaps = [output for output in world.outputs if isinstance(output, Missing)]
    assert [gap.first for gap in gaps[1:]] == [gap.last + 1 for gap in gaps[:-1]]


def test_a_host_that_cannot_commit_still_takes_what_the_ring_is_about_to_lose() -> None:
    world = World(7, Trouble(stuck=((5.0, 20.0),)), events_per_s=60)
    world.run(seconds=32, pushing_until=25)
    assert world.board.lost > 0
    assert world.check()["missing"] == 0


def test_a_host_that_cannot_commit_and_dies_is_told_what_the_ring_lost() -> None:
    world = World(7, Trouble(stuck=((5.0, 20.0),), host_restarts=(19.0,)), events_per_s=60)
    world.run(seconds=32, pushing_until=25)
    assert 0 < world.check()["missing"] <= world.board.lost


@pytest.mark.parametrize("byte_error", [0.0, 1e-3])
def test_a_host_killed_again_and_again_keeps_each_event_once(byte_error: float) -> None:
    kills = tuple(2.0 + 0.37 * n for n in range(30))
    world = World(8, Trouble(byte_error=byte_error, host_restarts=kills, commit_s=0.02))
    world.run(seconds=22, pushing_until=15)
    assert world.check()["missing"] == 0


def test_a_board_that_lost_power_says_so() -> None:
    world = World(9, Trouble(byte_error=1e-3, board_restarts=(4.0, 8.0), commit_s=0.05))
    world.run(seconds=16, pushing_until=12)
    world.check()
    changes = [output for output in world.outputs if isinstance(output, BootChanged)]
    assert [(change.before, change.after) for change in changes] == [(0x1001, 0x1002), (0x1002, 0x1003)]
    assert changes[0].reset_cause == "power"


def test_a_board_that_lost_power_while_the_host_was_down() -> None:
    world = World(10, Trouble(unplugged=((5.0, 6.0),), board_restarts=(5.4,), host_restarts=(5.6,)))
    world.run(seconds=12, pushing_until=9)
    world.check()
    assert [type(output) for output in world.outputs if isinstance(output, BootChanged)] == [BootChanged]


def test_a_new_journal_takes_what_the_board_still_holds_and_claims_nothing_missing() -> None:
    world = World(11, Trouble(unplugged=((0.0, 3.0),)))
    world.run(seconds=8, pushing_until=6)
    counts = world.check()
    assert counts["missing"] == 0
    hellos = [output for output in world.outputs if isinstance(output, Linked)]
    assert hellos[0].hello.newest > 100


def test_the_median_and_the_tail_of_the_way() -> None:
    world = World(12, Trouble(byte_error=1e-3))
    world.run(seconds=62, pushing_until=60)
    world.check()
    late = sorted(world.latencies_us)
    assert late[len(late) // 2] < 2_000
    assert late[len(late) * 99 // 100] < 65_000
