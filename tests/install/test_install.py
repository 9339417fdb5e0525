"""The firmware onto boards: the real mpremote, the real MicroPython's prompt, and a pseudo-terminal."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from luza.sources import board_files
from luza.sources.installer import Progress, install
from luza.sources.pins import read_pins
from luza.sources.simulator.process import micropython
from luza.sources.simulator.simulated import SimulatedBoard
from luza.sources.simulator.waveform import Wave
from luza.sources.talk import Talk, again
from luza.sources.trouble import BoardTrouble
from luza_link import messages as m
from luza_link.outputs import Output
from luza_link.values import Event

from tests.install.command import luza, process

pytestmark = pytest.mark.skipif(micropython() is None, reason="MicroPython's unix build is not installed")


@asynccontextmanager
async def a_board(*, flashed: bool = True, speed: float = 4.0) -> AsyncIterator[SimulatedBoard]:
    """A board that is quick to be at rest."""
    limits = {"rest": {"quiet_ms": 400}}
    async with SimulatedBoard(flashed=flashed, limits=limits, speed=speed) as board:
        yield board


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(115):
            await test()

    asyncio.run(timed())


async def runs(board: SimulatedBoard) -> str:
    """The version of the firmware that answers."""

    async def look() -> str:
        async with Talk(board.stable_port, "test") as talk:
            hello = (await talk.look(30)).hello
            assert hello is not None
            return hello.firmware

    return await again(look, 60)


def slots(board: SimulatedBoard) -> dict[str, object]:
    """Which copy is which."""
    found: dict[str, object] = json.loads((board.flash / "slots.json").read_text())
    return found


def other_copy(change: str = "") -> dict[str, bytes]:
    """Another build of the firmware; `change` is put at the end of its entry."""
    files = dict(board_files.copy_files())
    files["luza_table/run.py"] += change.encode()
    files[board_files.BUILD] = b"0ther000"
    return files


def lay(board: SimulatedBoard, files: dict[str, bytes], *but: str) -> None:
    """Put a copy into folder `b` as an earlier installation would have left it, some files missing."""
    for name, content in files.items():
        if name not in but:
            path = board.flash / "b" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def test_a_new_board_is_installed_looked_at_and_given_settings() -> None:
    async def test() -> None:
        async with a_board(flashed=False) as board:
            port = ("--port", board.stable_port)
            empty = await luza("firmware", "status", *port, lang="ru")
            assert (empty.status, "luza firmware install" in empty.err) == (1, True)
            done = await process("firmware", "install", *port)
            assert done.status == 0, done.err
            assert f"the board has {board_files.version()} (folder a)" in done.out
            assert "main.py" in done.out
            assert slots(board) == {"good": "a"}
            assert (board.flash / "settings.json").read_bytes() == read_pins().settings()
            same = await luza("firmware", "update", *port)
            assert "nothing to do" in same.out
            bad = board.flash / "bad.toml"
            examples = board_files.FIRMWARE / "examples"
            bad.write_text(
                (examples / "uart-active-low.toml").read_text().replace("_min_ms = 9", "_min_ms = 99")
            )
            refused = await luza("firmware", "settings", "push", str(bad), *port)
            assert refused.status == 1
            assert "limits.pocket.ball_min_ms: 99" in refused.err
            assert (board.flash / "settings.json").read_bytes() == read_pins().settings()
            sent = await luza(
                "firmware", "settings", "push", str(examples / "four-pockets.toml"), *port, lang="ru"
            )
            assert "набор № 1" in sent.out, sent.err
            told = json.loads((await luza("firmware", "status", "--json", *port)).out)
            assert (told["revision"], told["inputs"][0]) == (1, "pocket front-left")
            assert (told["firmware"], told["reset_cause"]) == (board_files.version(), "soft reset")
            assert not (board.flash / "settings.trial").exists()

    run(test)


def test_a_copy_that_does_not_start_gives_way_to_the_one_before() -> None:
    async def test() -> None:
        async with a_board() as board:
            files = other_copy("\nraise MemoryError")
            lay(board, files, "luza_table/run.py")
            with pytest.raises(BoardTrouble) as trouble:
                await install(board.stable_port, "test", files=files)
            assert trouble.value.code == "went_back"
            assert "Error" in str(trouble.value.data["reason"])
            assert slots(board) == {"good": "a", "failed": "b"}
            assert await runs(board) == board_files.version()

    run(test)


def test_a_copy_that_nobody_calls_good_gives_way_to_the_one_before() -> None:
    """The host dies between the start and its word; the board waits a minute of its own time."""

    async def test() -> None:
        async with a_board(speed=30.0) as board:
            lay(board, other_copy())
            started = asyncio.Event()
            loop = asyncio.get_running_loop()

            def tell(step: Progress) -> None:
                if step.step == "starts":
                    loop.call_soon_threadsafe(started.set)

            work = asyncio.create_task(install(board.stable_port, "t", files=other_copy(), tell=tell))
            await started.wait()
            work.cancel()
            await asyncio.wait([work])
            told = set()
            while slots(board) != {"good": "a", "failed": "b"}:
                # Somebody who merely talks with it has not called it good.
                told.add(await runs(board))
            assert {version[-9:] for version in told} <= {"+0ther000", board_files.version()[-9:]}
            async with Talk(board.stable_port, "test") as talk:
                hello = (await talk.look(30)).hello
            assert hello is not None
            assert hello.firmware == board_files.version()
            assert "nobody called this copy of the firmware good" in hello.ended

    run(test)


def test_a_cable_pulled_in_the_middle_leaves_a_board_that_works_and_can_be_updated() -> None:
    async def test() -> None:
        async with a_board() as board:
            before = (board.flash / "settings.json").read_bytes()
            files = other_copy()
            lay(board, files, *sorted(files, key=lambda name: -len(files[name]))[:6])
            (board.flash / "slots.json").write_text("{garbage")
            loop = asyncio.get_running_loop()
            steps: list[Progress] = []

            def pull(step: Progress) -> None:
                if step.step == "writes" and step.done > 20_000:
                    loop.call_soon_threadsafe(board.unplug)

            with pytest.raises(BoardTrouble, match="plug the cable in"):
                await install(board.stable_port, "test", files=files, tell=pull)
            await board.power_cycle()
            assert await runs(board) == board_files.version()
            done = await install(board.stable_port, "test", files=files, tell=steps.append)
            assert done.written < done.files  # what was whole is not written again
            assert done.hello.firmware.endswith("+0ther000")
            written = [one.done for one in steps if one.step == "writes"]
            assert written == sorted(written)
            assert written[-1] == max(one.total for one in steps) > 20_000
            assert (done.settings_written, (board.flash / "settings.json").read_bytes()) == (False, before)
            assert await runs(board) == done.hello.firmware

    run(test)


def test_facts_that_only_the_board_has_are_not_thrown_away_unasked() -> None:
    async def test() -> None:
        async with a_board() as board:
            await runs(board)
            said: list[Output] = []

            def kinds() -> list[int]:
                return [one.kind for one in said if isinstance(one, Event)]

            async with Talk(board.stable_port, "test", heard=said.append) as talk:
                await talk.ready()
                while m.REST not in kinds():
                    await talk.for_a_while(0.02)
                wave = Wave("a stroke and a ball")
                wave.beam(m.INPUT_SLATE, 0, 3_000)
                wave.beam(m.INPUT_POCKETS, 100_000, 140_000)
                board.send(wave)
                while kinds().count(m.REST) < 2:
                    await talk.for_a_while(0.02)
            with pytest.raises(BoardTrouble) as trouble:
                await install(board.stable_port, "test", files=other_copy())
            assert (trouble.value.code, trouble.value.data["n"]) == ("facts_waiting", 3)
            async with Talk(board.stable_port, "test") as talk:
                await talk.ready()
                talk.let_go()
                await talk.order(m.ORDER_PROMPT)

    run(test)


def test_a_board_leaves_for_the_prompt_only_at_rest() -> None:
    async def test() -> None:
        async with (
            SimulatedBoard(limits={"rest": {"quiet_ms": 20_000}}) as board,
            Talk(board.stable_port, "test") as talk,
        ):
            await talk.ready()
            with pytest.raises(BoardTrouble, match="balls are moving"):
                await talk.order(m.ORDER_PROMPT)
            with pytest.raises(BoardTrouble, match="knows no order 9"):
                await talk.order(9)

    run(test)


def test_settings_that_no_host_is_heard_under_give_way_to_those_before() -> None:
    """New settings put the link on other pins: nobody can mend that from afar."""

    async def test() -> None:
        async with a_board(speed=30.0) as board:
            good = (board.flash / "settings.json").read_bytes()
            async with Talk(board.stable_port, "test") as talk:
                await talk.ready()
                talk.let_go()
                await talk.push(good.replace(b'"name":"12', b'"name":"21'))
                board.unplug()
            async with asyncio.timeout(90):
                while (board.flash / "settings.json").read_bytes() != good:
                    await board.until(board.now_us + 1_000_000)
            board.replug()
            assert await runs(board) == board_files.version()

    run(test)
