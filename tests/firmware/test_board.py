"""The whole firmware under MicroPython, on a pseudo-terminal, with a host at the other end."""

import json

import msgspec
import pytest
from luza.facts import POCKETS
from luza.sources.board_files import version
from luza.sources.pins import Link, read_pins
from luza.sources.simulator import simulated
from luza.sources.simulator.frames import shots
from luza.sources.simulator.process import Runtime, SimulatorError, micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza_link import messages as m
from luza_link.outputs import BootChanged, Dictionary, Linked, SettingsAnswer
from luza_link.values import Heartbeat, Inputs, Log, Snapshot

from tests.firmware.desk import Desk, balls, with_board

pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


def strike(board: SimulatedBoard) -> None:
    """A stroke, told in one piece: what is told piece by piece lies as far apart as a busy machine likes."""
    wave = Wave("stroke")
    wave.beam(m.INPUT_SLATE, 0, 3_000)
    board.send(wave)


async def quiet(board: SimulatedBoard, desk: Desk) -> None:
    """Until the board has told all that it had to tell by now."""
    beats = len(desk.of(Heartbeat))
    await desk.until(lambda: len(desk.of(Heartbeat)) > beats + 1)


def test_it_says_who_it_is_and_what_it_is_fitted_with() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.until(lambda: desk.of(Dictionary) and desk.of(Snapshot))
        hello = desk.of(Linked)[0].hello
        assert (hello.uid, hello.firmware) == ("e661a4d4173b5a2c", version())
        assert hello.reset_cause == m.RESET_POWER
        assert hello.boot_id != 0
        assert desk.of(Snapshot)[0].levels == desk.of(Snapshot)[0].faults == 0
        told = json.loads(desk.of(Dictionary)[0].text)
        assert told["sensors"][:2] == ["strike", "first_contact"]
        await quiet(board, desk)
        assert desk.of(Heartbeat)[-1].free_heap > 40_000
        assert not desk.of(Log)

    with_board(test)


def test_every_pocket_counts_a_ball_of_its_kind() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        for number, pocket in enumerate(POCKETS):
            board.beam_break(pocket, 15 + 40 * number, cue=number % 2 == 1)
            await desk.until(lambda count=number: len(balls(desk)) > count)
        kinds = (m.FLAG_OBJECT, m.FLAG_CUE)
        assert balls(desk) == [("pocket", name, kinds[at % 2]) for at, name in enumerate(POCKETS)]

    with_board(test, quiet_ms=5000)


def test_simulated_shots_from_the_pins_to_the_host() -> None:
    """Every pocket, cushions, stroke, first contact, centre line, rest; and nothing that did not happen."""
    potted = [shot for shot in shots() if shot.pots]
    chosen = sorted(potted, key=lambda shot: shot.length_s)[:12]
    for pocket in POCKETS:
        chosen += [shot for shot in potted if any(fact.pocket == pocket for fact in shot.facts)][:1]

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        for shot in chosen:
            seen = len(desk.events)
            await board.play(shot)
            await desk.until(lambda seen=seen: desk.events[seen:] and desk.events[-1].kind == m.REST)
            told = desk.facts()[seen:]
            where = (shot.frame, shot.n)
            assert told[0] == ("strike", "", 0), where
            fell = [
                ("pocket", fact.pocket, m.FLAG_CUE if fact.ball == "cue" else m.FLAG_OBJECT)
                for fact in shot.facts
                if fact.type == "pocket"
            ]
            assert [fact for fact in told if fact[0] == "pocket"] == fell, where
            assert [kind for kind, _, _ in told].count("contact") == 1, where
            real = {fact.cushion for fact in shot.facts}
            assert {name for kind, name, flags in told if kind == "cushion" and not flags} <= real, where
            times = [event.time_us for event in desk.events[seen:]]
            assert times == sorted(times)
        assert {name for kind, name, _ in desk.facts() if kind == "pocket"} == set(POCKETS)
        assert ("centre_line", "", 0) in desk.facts()

    with_board(test, speed=40.0, quiet_ms=5000)


def test_a_ball_in_the_beam_at_power_on_counts_for_nothing() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.until(lambda: desk.of(Snapshot))
        assert desk.of(Snapshot)[0].levels == 1 << 3
        await desk.until(lambda: any(event.kind == m.HEALTH for event in desk.events))
        board.edge(3, False)
        await desk.until(
            lambda: [e.value for e in desk.events if e.kind == m.HEALTH] == [m.HEALTH_BLOCKED, 0]
        )
        await quiet(board, desk)
        assert [fact[0] for fact in desk.facts()] == ["rest"]
        assert desk.of(Heartbeat)[-1].levels == 0
        strike(board)
        board.beam_break("middle-right", 50)
        await desk.until(lambda: ("pocket", "middle-right", m.FLAG_OBJECT) in desk.facts())

    with_board(test, broken=(3,))


def test_an_input_that_chatters_is_muted_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told so long before that none of it comes in pieces, between which it would be listened to again."""
    monkeypatch.setattr(simulated, "LEAD_S", 0.3)

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        wave = Wave("chatter")
        for at in range(0, 200_000, 200):
            wave.beam(m.INPUT_CUSHIONS, at, at + 100)
        wave.ball_in_pocket(20_000, 0, 1.0, cue=False)
        board.send(wave)

        def muted_and_back() -> bool:
            health = [event.value for event in desk.events if event.kind == m.HEALTH]
            return health[:1] == [m.HEALTH_NOISY] and health[-1] == m.HEALTH_OK

        await desk.until(muted_and_back)
        await desk.until(lambda: ("pocket", "front-left", m.FLAG_OBJECT) in desk.facts())
        await desk.until(lambda: desk.of(Log))
        assert not [fact for fact in desk.facts() if fact[0] == "cushion"]
        assert "cushion front: too many edges" in desk.of(Log)[0].text

    with_board(test, quiet_ms=1000)


def test_more_edges_than_the_ring_holds_are_reported_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So many, told so long before, that a turn of the loop finds more than fit, wherever it falls."""
    monkeypatch.setattr(simulated, "LEAD_S", 0.4)

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        flooded = range(15)

        def told(number: int) -> list[int]:
            return [e.value for e in desk.events if e.kind == m.HEALTH and e.channel == number]

        def muted_and_back() -> bool:
            return all(told(n)[:1] == [m.HEALTH_NOISY] and told(n)[-1] == m.HEALTH_OK for n in flooded)

        wave = Wave("flood")
        for number in flooded:
            for at in range(0, 80, 2):
                wave.beam(number, at, at + 1)
        board.send(wave)
        await desk.until(muted_and_back)
        await desk.until(lambda: desk.of(Log))
        assert {fact[0] for fact in desk.facts()} == {"rest"}
        assert any("edges lost" in log.text for log in desk.of(Log))
        board.beam_break("front-left", 60)
        await desk.until(lambda: ("pocket", "front-left", m.FLAG_OBJECT) in desk.facts())

    with_board(test)


def test_a_pulled_harness_is_named_and_comes_back() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        await desk.until(lambda: desk.of(Inputs))
        assert {state.state for state in desk.of(Inputs)[-1].states} == {m.HEALTH_OK}
        board.cut_harness()
        await desk.until(lambda: {one.state for one in desk.of(Inputs)[-1].states} == {m.HEALTH_DEAD})
        assert [one.input for one in desk.of(Inputs)[-1].states] == list(range(22))
        await desk.until(lambda: "harness is broken" in "".join(one.text for one in desk.of(Log)))
        board.mend_harness()
        await desk.until(lambda: {one.state for one in desk.of(Inputs)[-1].states} == {m.HEALTH_OK})
        assert {one.spells for one in desk.of(Inputs)[-1].states} == {1}
        strike(board)
        board.beam_break("rear-right", 60)
        await desk.until(lambda: ("pocket", "rear-right", m.FLAG_OBJECT) in desk.facts())

    with_board(test, quiet_ms=20_000)


def test_a_colour_sensor_that_does_not_answer_is_dead_until_it_does() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        board.silence_colours(1 << 4)
        strike(board)
        board.beam_break("rear-left", 60)
        await desk.until(lambda: ("pocket", "rear-left", 0) in desk.facts())
        dead = [(event.channel, event.value) for event in desk.events if event.kind == m.HEALTH]
        assert dead == [(m.INPUT_COLOUR + 4, m.HEALTH_DEAD)]
        board.silence_colours(0)
        await desk.until(lambda: [e.value for e in desk.events if e.kind == m.HEALTH][-1] == m.HEALTH_OK)
        board.beam_break("rear-left", 60, cue=True)
        await desk.until(lambda: ("pocket", "rear-left", m.FLAG_CUE) in desk.facts())

    with_board(test, quiet_ms=20_000 // 10)


def test_facts_felt_while_unplugged_arrive_under_another_name() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        before = board.port
        board.unplug()
        with pytest.raises(SimulatorError, match="not plugged in"):
            _ = board.port
        await desk.until(lambda: not desk.is_open)
        wave = Wave("nobody listens")
        for number in range(len(POCKETS)):
            wave.ball_in_pocket(number * 15_000, number, 1.0, cue=False)
        board.send(wave)
        await board.until(board.now_us + 3_000_000)
        board.replug()
        assert board.port != before
        desk.open()
        await desk.until(lambda: len(balls(desk)) == 6)
        assert [event.seq for event in desk.events] == list(range(1, len(desk.events) + 1))

    with_board(test, quiet_ms=20_000)


def test_a_line_that_spoils_bytes_loses_nothing() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        board.spoil(2e-3)
        await desk.ready()
        for number in range(30):
            board.beam_break(POCKETS[number % 6], 30)
            await desk.until(lambda count=number: len(balls(desk)) > count)
        assert [event.seq for event in desk.events] == list(range(1, len(desk.events) + 1))

    with_board(test, quiet_ms=5000)


def test_a_power_cycle_is_a_new_boot() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        first = desk.of(Linked)[0].hello.boot_id
        await board.power_cycle(broken=(0,))
        await desk.until(lambda: not desk.is_open)
        desk.open()
        await desk.until(lambda: desk.of(BootChanged))
        changed = desk.of(BootChanged)[0]
        assert (changed.before, changed.reset_cause) == (first, "power")
        assert changed.after != first
        await desk.until(lambda: desk.of(Snapshot)[-1].levels == 1)

    with_board(test)


def test_a_program_that_hangs_is_ended_by_the_watchdog() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        board.stall()
        await desk.until(lambda: not desk.is_open)
        desk.open()
        await desk.until(lambda: desk.of(BootChanged))
        assert desk.of(BootChanged)[0].reset_cause == "watchdog"

    with_board(test)


def test_a_program_that_fails_starts_again_and_says_where_it_failed() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        board.fail()
        await desk.until(lambda: desk.of(BootChanged) and desk.of(Log))
        assert desk.of(BootChanged)[0].reset_cause == "crash"
        assert "told to fail" in desk.of(Linked)[-1].hello.ended
        assert "the program failed" in desk.of(Log)[0].text
        assert "RuntimeError: the simulated board was told to fail" in desk.of(Log)[0].text

    with_board(test)


def test_settings_are_taken_whole_or_not_at_all() -> None:
    async def test(board: SimulatedBoard, desk: Desk) -> None:
        await desk.ready()
        before = desk.of(Linked)[0].hello.settings_hash
        desk.link.send_settings(board.pins.settings().replace(b'"slate":16', b'"slate":2'))
        await desk.until(lambda: desk.of(SettingsAnswer))
        refused = desk.of(SettingsAnswer)[0]
        assert (refused.applied, refused.settings_hash) == (False, before)
        assert "wiring.slate.pins.slate: GP2 is already" in refused.reason
        desk.link.send_settings(board.pins.with_limits({"pocket": {"ball_min_ms": 20}}).settings())
        await desk.until(lambda: len(desk.of(SettingsAnswer)) == 2 and desk.of(BootChanged))
        answer = desk.of(SettingsAnswer)[1]
        assert answer.applied
        hello = desk.of(Linked)[-1].hello
        assert hello.settings_hash == answer.settings_hash != before
        await desk.until(lambda: desk.events[-1].kind == m.REST and desk.events[-1].seq == 1)
        board.beam_break("front-left", 15)
        board.beam_break("rear-left", 25)
        await desk.until(lambda: desk.facts()[-1][0] == "pocket")
        assert [fact[1] for fact in desk.facts() if fact[0] == "pocket"] == ["rear-left"]

    with_board(test)


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_the_same_files_on_either_interpreter_and_over_a_uart(runtime: Runtime) -> None:
    uart = Link(port="uart", id=0, tx=0, rx=1, baud=460800)
    pins = msgspec.structs.replace(read_pins(), link=uart)

    async def test(board: SimulatedBoard, desk: Desk) -> None:
        assert board.runtime == runtime
        await desk.ready()
        wave = Wave("both")
        wave.slate(0, 3.0)
        wave.slate(50_000, 1.0)
        wave.rail(300_000, "left-rear", 2.0)
        wave.ball_in_pocket(500_000, 4, 1.0, cue=True)
        await board.until(board.send(wave))
        await desk.until(lambda: desk.facts()[-1][0] == "rest" and len(desk.facts()) > 2)
        assert desk.facts()[1:] == [
            ("strike", "", 0),
            ("contact", "", 0),
            ("cushion", "left-rear", 0),
            ("pocket", "rear-left", m.FLAG_CUE),
            ("rest", "", 0),
        ]

    with_board(test, pins=pins, runtime=runtime, speed=5.0)
