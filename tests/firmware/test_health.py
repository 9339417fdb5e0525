"""Each input's health: how it is told, what becomes of its facts meanwhile, and that the others go on."""

import struct
from collections.abc import Iterator

import pytest
from luza_link import messages as m
from luza_link.values import InputState
from luza_table.floor import Floor
from luza_table.table import Table

from tests.firmware.case import HOUSE, OBJECT, POCKET, PYRAMID, RAIL, SLATE
from tests.firmware.play_edges import settings_of

MS = 1_000
Fact = tuple[int, int, int, int, int]


class Bench:
    """A table that is played on by hand; times in milliseconds."""

    def __init__(self, levels: int = 0, **case: object) -> None:
        self.facts: list[Fact] = []
        self.table = Table(settings_of({"samples": (), **case}), lambda *fact: self.facts.append(fact))
        self.table.start(0, levels)
        self.ms = 0.0
        self.wait(6_000)

    def wait(self, ms: float) -> None:
        """Time passes."""
        until = self.ms + ms
        while self.ms < until:
            self.ms = min(self.ms + 20, until)
            self.table.tick(round(self.ms * MS))

    def edge(self, number: int, active: bool) -> None:
        """An input changes."""
        self.table.edge(round(self.ms * MS), number, active)

    def pulse(self, number: int, length: float, after: float = 500) -> None:
        """An input is active for so long; then so long nothing."""
        self.edge(number, True)
        self.wait(length)
        self.edge(number, False)
        self.wait(after)

    def stroke(self) -> None:
        """A stroke, and the contact that follows."""
        self.pulse(SLATE, 3, 40)
        self.pulse(SLATE, 2, 100)

    def ball(self, pocket: int, colour: tuple[int, int, int, int] = (2000, 700, 690, 650)) -> None:
        """A ball of that colour falls, in a shot."""
        self.edge(POCKET + pocket, True)
        for _ in range(10):
            self.wait(4)
            self.table.kinds.sample(pocket, *colour)
        self.edge(POCKET + pocket, False)
        self.wait(500)

    def health(self, number: int) -> list[int]:
        """The input's states, as they were told."""
        return [value for _, kind, channel, value, _ in self.facts if kind == m.HEALTH and channel == number]

    def told(self, kind: int) -> list[tuple[int, int]]:
        """Channels and flags of the facts of one kind."""
        return [(channel, flags) for _, what, channel, _, flags in self.facts if what == kind]


@pytest.fixture
def bench() -> Iterator[Bench]:
    one = Bench()
    yield one
    # Whatever happened to one of them, the others count on.
    well = next(pocket for pocket in (5, 0) if one.table.health.ok(POCKET + pocket))
    one.wait(6_000)
    one.stroke()
    before = len(one.told(m.POCKET))
    one.ball(well)
    assert one.told(m.POCKET)[before:] == [(well, OBJECT)]


def test_a_beam_wired_the_wrong_way_round_is_inverted_and_counts_nothing() -> None:
    bench = Bench(levels=1 << POCKET)
    for _ in range(4):
        bench.stroke()
        bench.edge(POCKET, False)
        bench.wait(40)
        bench.edge(POCKET, True)
        bench.wait(7_000)
    assert bench.health(POCKET)[-1] == m.HEALTH_INVERTED
    assert not bench.told(m.POCKET)
    bench.edge(POCKET, False)
    bench.wait(4_000)
    assert bench.health(POCKET)[-1] == m.HEALTH_OK
    bench.stroke()
    bench.ball(0)
    assert bench.told(m.POCKET) == [(0, OBJECT)]


def test_a_comparator_of_the_wrong_polarity_is_inverted() -> None:
    bench = Bench(levels=1 << (RAIL + 2))
    for _ in range(4):
        bench.stroke()
        bench.edge(RAIL + 2, False)
        bench.wait(9)
        bench.edge(RAIL + 2, True)
        bench.wait(7_000)
    assert bench.health(RAIL + 2)[-1] == m.HEALTH_INVERTED
    assert not bench.told(m.CUSHION)


def test_a_loose_wire_that_crackles_now_and_then_is_noisy(bench: Bench) -> None:
    for _ in range(30):
        bench.pulse(POCKET + 1, 3, 700)
    assert bench.health(POCKET + 1) == [m.HEALTH_NOISY]
    bench.stroke()
    bench.ball(1)
    assert bench.told(m.POCKET) == [(1, OBJECT | m.FLAG_DOUBTFUL)]
    bench.wait(120_000)
    assert bench.health(POCKET + 1) == [m.HEALTH_NOISY, m.HEALTH_OK]


def test_a_dim_emitter_flickers_and_then_stays_broken(bench: Bench) -> None:
    for _ in range(60):
        bench.pulse(POCKET + 2, 2, 8)
    assert bench.health(POCKET + 2) == [m.HEALTH_NOISY]
    bench.edge(POCKET + 2, True)
    bench.wait(10_000)
    assert m.HEALTH_BLOCKED in bench.health(POCKET + 2)
    assert not bench.told(m.POCKET)


def test_a_cut_wire_of_a_beam_is_blocked(bench: Bench) -> None:
    bench.edge(POCKET + 3, True)
    bench.wait(3_000)
    assert bench.health(POCKET + 3) == [m.HEALTH_BLOCKED]


def test_a_rail_that_feels_nothing_while_the_others_do_is_silent_until_it_is_heard(bench: Bench) -> None:
    bench.stroke()
    for _ in range(121):
        bench.pulse(RAIL + 1, 9, 60)
        bench.pulse(SLATE, 1, 30)
    assert [bench.health(RAIL + rail) for rail in (0, 1, 2)] == [[m.HEALTH_SILENT], [], [m.HEALTH_SILENT]]
    assert bench.health(SLATE) == []
    bench.pulse(RAIL + 0, 9)
    assert bench.health(RAIL + 0) == [m.HEALTH_SILENT, m.HEALTH_OK]
    assert bench.told(m.CUSHION)[-1] == (0, 0)


def test_a_slate_that_feels_no_knock_is_silent_and_balls_open_the_shot() -> None:
    bench = Bench()
    bench.stroke()
    for _ in range(31):
        bench.pulse(RAIL + 1, 9, 60)
    assert bench.health(SLATE) == [m.HEALTH_SILENT]
    bench.wait(6_000)
    bench.pulse(RAIL + 4, 9)
    assert bench.told(m.CUSHION)[-1] == (4, 0)


def test_a_centre_beam_that_never_breaks_with_the_other_is_silent(bench: Bench) -> None:
    for _ in range(9):
        bench.pulse(HOUSE, 60)
    assert bench.health(PYRAMID) == [m.HEALTH_SILENT]
    assert not bench.told(m.CENTRE_LINE)


def test_a_quiet_table_is_not_silent(bench: Bench) -> None:
    """Nobody plays for two hours: nothing says that anything is broken."""
    for _ in range(12):
        bench.table.tick(round((bench.ms + 600_000) * MS))
        bench.ms += 600_000
    assert not [fact for fact in bench.facts if fact[1] == m.HEALTH]


def test_a_broken_harness_is_told_from_a_quiet_table() -> None:
    bench = Bench(reference=True)
    reference = bench.table.reference
    assert reference is not None
    for step in range(6):  # an open wire is pulled up: it agrees with every other look
        reference.look(round(bench.ms * MS), bool(step % 2), True)
    assert not reference.whole
    assert all(bench.table.health.state(number) == m.HEALTH_DEAD for number in bench.table.fitted)
    bench.stroke()
    bench.ball(4)
    assert bench.told(m.POCKET) == [(4, m.FLAG_DOUBTFUL)]  # its colour is unknown as well
    for step in range(10):
        reference.look(round(bench.ms * MS), bool(step % 2), bool(step % 2))
    assert reference.whole
    assert bench.table.health.faults == 0


def test_a_colour_sensor_that_mostly_cannot_tell_is_doubtful_and_its_kind_unknown(bench: Bench) -> None:
    bench.stroke()
    for _ in range(6):
        bench.ball(2, (900, 400, 280, 270))
    number = m.INPUT_COLOUR + 2
    assert bench.health(number) == [m.HEALTH_DOUBTFUL]
    bench.ball(2)
    assert bench.told(m.POCKET) == [(2, 0)] * 7
    for _ in range(6):
        bench.ball(2)
    assert bench.health(number) == [m.HEALTH_DOUBTFUL, m.HEALTH_OK]
    assert bench.told(m.POCKET)[-1] == (2, OBJECT)


def test_what_no_sensor_sees_is_a_doubtful_ball(bench: Bench) -> None:
    """A break as long as a ball's with nothing before the colour sensor: a wire, not a ball."""
    bench.stroke()
    bench.ball(3, (20, 7, 7, 6))
    assert bench.told(m.POCKET) == [(3, m.FLAG_DOUBTFUL)]


def test_a_dip_of_the_supply_breaks_all_beams_and_counts_nothing(bench: Bench) -> None:
    bench.stroke()
    for pocket in range(6):
        bench.edge(POCKET + pocket, True)
    bench.wait(30)
    for pocket in range(6):
        bench.edge(POCKET + pocket, False)
    bench.wait(1_000)
    assert not bench.told(m.POCKET)


def test_a_ball_that_falls_in_a_dip_of_the_supply_is_a_doubtful_one(bench: Bench) -> None:
    bench.stroke()
    for pocket in range(6):
        bench.edge(POCKET + pocket, True)
    bench.wait(20)
    for pocket in range(1, 6):
        bench.edge(POCKET + pocket, False)
    bench.wait(40)
    bench.edge(POCKET, False)
    bench.wait(1_000)
    assert bench.told(m.POCKET) == [(0, m.FLAG_DOUBTFUL)]


def test_a_person_who_leans_on_a_rail_blocks_it_and_no_other(bench: Bench) -> None:
    bench.stroke()
    bench.pulse(RAIL + 3, 900)
    bench.pulse(RAIL + 2, 9)
    assert bench.health(RAIL + 3) == [m.HEALTH_BLOCKED, m.HEALTH_OK]
    assert bench.told(m.CUSHION) == [(2, 0)]


def test_a_rail_that_hums_is_learnt_within_bounds_and_rest_comes_all_the_same(bench: Bench) -> None:
    bench.stroke()
    for _ in range(60):
        bench.pulse(RAIL + 5, 0.5, 200)
    floor = bench.table.cushions.floors[5]
    assert floor.low < floor.value <= floor.high
    assert len(bench.told(m.CUSHION)) <= 3
    assert all(flags & m.FLAG_DOUBTFUL for _, flags in bench.told(m.CUSHION))
    assert bench.told(m.REST)
    bench.stroke()
    bench.pulse(RAIL + 5, 9)
    assert bench.told(m.CUSHION)[-1] == (5, 0)


def test_a_threshold_never_leaves_its_bounds_and_comes_back() -> None:
    floor = Floor(150, 1500, 4)
    for at in range(100):
        floor.noise(at * 1_000_000, 1_450)
    assert floor.value == 1500
    floor.noise(101_000_000, 5_000)
    assert floor.value == 1500
    for minute in range(3, 30):
        floor.settle(minute * 60_000_000)
    assert 150 <= floor.value <= 160


def test_light_that_is_there_without_a_ball_raises_what_counts_as_bright(bench: Bench) -> None:
    for _ in range(200):
        bench.table.kinds.light(1, 150)
    bench.stroke()
    bench.ball(1, (300, 100, 98, 95))
    assert bench.told(m.POCKET) == [(1, m.FLAG_DOUBTFUL)]
    bench.ball(1)
    assert bench.told(m.POCKET)[-1] == (1, OBJECT)


def test_every_inputs_state_count_and_age_are_one_message(bench: Bench) -> None:
    bench.pulse(RAIL + 3, 900)
    bench.edge(POCKET + 3, True)
    bench.wait(12_000)
    body = bench.table.health.body(round(bench.ms * MS), bench.table.fitted)
    assert len(body) <= 200
    assert struct.unpack_from(m.INPUTS_BODY, body)[0] == round(bench.ms * MS)
    rows = [InputState(*one) for one in struct.iter_unpack(m.INPUT_STATE, body[8:])]
    assert [row.input for row in rows] == list(range(21))
    assert rows[POCKET + 3] == InputState(3, m.HEALTH_BLOCKED, 1, 10)
    assert (rows[RAIL + 3].state, rows[RAIL + 3].spells) == (m.HEALTH_OK, 1)
    assert rows[SLATE].spells == 0
