"""The board's clock as the host sees it: the shortest round trips, the drift, another boot."""

import random

import pytest
from luza_link.clock import BoardClock


class Pair:
    """A board whose clock began at host second `began` and is slow by `drift`, behind a line with jitter."""

    def __init__(self, began: float, drift: float, seed: int = 1) -> None:
        self.clock = BoardClock()
        self.began = began
        self._drift = drift
        self._rng = random.Random(seed)

    def board_us(self, host_s: float) -> int:
        return round((host_s - self.began) / (1 + self._drift) * 1e6)

    def exchange(self, now: float) -> None:
        """One PING; either way takes 0.2 ms, and one in three is held up by as much as 20 ms."""
        ways = [2e-4 + (self._rng.random() < 0.3) * self._rng.random() * 0.02 for _ in range(2)]
        token = self.clock.ping(now)
        self.clock.pong(token, self.board_us(now + ways[0]), now + sum(ways))

    def error(self, host_s: float) -> float:
        return self.clock.host_s(self.board_us(host_s)) - host_s


def test_the_offset_is_good_after_four_pings() -> None:
    pair = Pair(began=100.0, drift=0.0)
    for now in (200.0, 200.05, 200.1, 200.15):
        pair.exchange(now)
    assert abs(pair.error(200.2)) < 1e-4
    assert pair.clock.error_s is not None
    assert pair.clock.error_s < 3e-4


@pytest.mark.parametrize("jump_s", [3600.0, -20.0])
def test_a_clock_that_jumps_is_right_again_with_the_next_answer(jump_s: float) -> None:
    """A host that slept for an hour sees the board's clock an hour ahead."""
    pair = Pair(began=0.0, drift=5e-5)
    for tick in range(60):
        pair.exchange(1000.0 + tick)
    pair.began -= jump_s
    assert pair.error(1060.0) == pytest.approx(jump_s, abs=0.1)
    pair.exchange(1060.0)
    assert abs(pair.error(1060.1)) < 0.02


@pytest.mark.parametrize("drift", [5e-5, -3e-5])
def test_a_drift_is_followed_and_bridges_a_minute_without_a_word(drift: float) -> None:
    pair = Pair(began=0.0, drift=drift)
    for tick in range(200):
        pair.exchange(1000.0 + tick)
        if tick > 60:
            assert abs(pair.error(1000.0 + tick)) < 5e-4
    assert pair.clock.drift == pytest.approx(drift, abs=5e-6)
    assert abs(pair.error(1260.0)) < 5e-4


def test_a_rate_beyond_any_crystal_is_cut() -> None:
    pair = Pair(began=0.0, drift=0.01)
    for tick in range(40):
        pair.exchange(100.0 + tick)
    assert pair.clock.drift == pytest.approx(500e-6)


def test_unknown_repeated_and_forgotten_answers_are_ignored() -> None:
    clock = BoardClock()
    clock.pong(7, 1, 1.0)
    token = clock.ping(1.0)
    for number in range(40):
        clock.ping(1.0 + number)
    clock.pong(token, 1, 50.0)
    assert not clock.synchronised
    token = clock.ping(60.0)
    clock.pong(token, 2_000_000, 60.001)
    clock.pong(token, 9_000_000, 70.0)
    assert clock.host_s(2_000_000) == pytest.approx(60.0005)


def test_another_boot_is_another_clock() -> None:
    pair = Pair(began=0.0, drift=1e-4)
    for tick in range(60):
        pair.exchange(100.0 + tick)
    pair.clock.reset()
    assert pair.clock.drift == 0.0
    assert pair.clock.error_s is None
    with pytest.raises(LookupError, match="nothing with a time in it"):
        pair.clock.host_s(1)


def test_before_any_round_trip_the_quickest_message_counts() -> None:
    clock = BoardClock()
    clock.seen(1_000_000, 11.5)
    clock.seen(2_000_000, 12.1)
    clock.seen(3_000_000, 14.0)
    assert clock.host_s(3_000_000) == pytest.approx(13.1)
