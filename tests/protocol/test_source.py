"""The serial source against the real MicroPython on a real pseudo-terminal."""

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from luza.facts import POCKETS, Pocket
from luza.sources.board import (
    BoardAway,
    BoardBatch,
    BoardFitted,
    BoardFound,
    BoardRefused,
    BoardRestarted,
    BoardSays,
    BoardSettings,
    InputsSeen,
)
from luza.sources.link import LinkSource
from luza.sources.link_port import PortError, SerialPort
from luza_link.errors import LinkError

from tests.protocol.rig import DEADLINE_S, UID, Cable, Disk, running


def play(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def check_once_and_in_order(disk: Disk, events: int) -> None:
    assert disk.missing == []
    assert disk.facts == [
        Pocket(fact.t, POCKETS[number % 6], "object") for number, fact in enumerate(disk.facts, 1)
    ]
    assert len(disk.facts) == events
    # Another run of the host knows the board's clock anew: as far off as its first answers were late.
    assert all(later.t > earlier.t - 0.5 for earlier, later in pairwise(disk.facts))


def test_a_board_is_found_told_of_and_heard(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        port = cable.plug("luza-table")
        loop = asyncio.get_running_loop()
        before = loop.time()
        await cable.boot(77, events=50, interval_us=2000)
        async with running(LinkSource(port, disk, version="0.1.0", uid=UID)):
            await disk.until(lambda: len(disk.facts) == 50)
            found = await disk.reported(BoardFound)
            assert (found.uid, found.boot_id, found.port) == (UID, 77, port)
            assert (found.firmware, found.reset_cause) == ("0.1.0", "power")
            fitted = await disk.reported(BoardFitted)
            assert fitted.dictionary == {"fitted": ["pocket", "strike"], "units": {"pocket": "ms"}}
            said = await disk.reported(BoardSays)
            assert (said.level, said.text) == ("info", "плата готова")
        after = loop.time()
        await cable.power_off()
        cable.unplug()
        check_once_and_in_order(disk, 50)
        # A ball that lay in a beam is told and counts for nothing.
        seen = next(report for report in disk.reports if isinstance(report, InputsSeen))
        assert seen == InputsSeen(UID, ("pocket middle-left",), ())
        times = [fact.t for fact in disk.facts]
        # The host's own time, as well as the quickest answer lets it know; and the board never hurries.
        assert before - 1 < times[0] < times[-1] < after + 1
        assert times[-1] - times[0] > 49 * 0.002 * 0.99

    play(scene())


def test_the_port_goes_and_comes_back_under_another_name(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path, byte_error=1e-3), Disk()
        cable.plug("board-0")
        await cable.boot(78, events=400, interval_us=1000)
        async with running(LinkSource(str(tmp_path / "board-*"), disk, version="0.1.0", silence_s=60)):
            for number in range(1, 4):
                wanted = 80 * number
                await disk.until(lambda wanted=wanted: len(disk.facts) >= wanted)
                away = _count(disk, BoardAway)
                cable.unplug()
                await disk.until(lambda away=away: _count(disk, BoardAway) > away)
                cable.plug(f"board-{number}")
                await disk.until(lambda wanted=number: _count(disk, BoardFound) > wanted)
            await disk.until(lambda: len(disk.facts) >= 400)
        await cable.power_off()
        cable.unplug()
        check_once_and_in_order(disk, 400)
        ports = [Path(report.port).name for report in disk.reports if isinstance(report, BoardFound)]
        assert ports == ["board-0", "board-1", "board-2", "board-3"]

    play(scene())


def test_a_host_killed_before_its_commit_gets_it_again(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        port = cable.plug("luza-table")
        await cable.boot(79, events=600, interval_us=1000)
        for _ in range(3):
            died, wanted = asyncio.Event(), len(disk.facts) + 10

            def die(batch: BoardBatch, wanted: int = wanted, died: asyncio.Event = died) -> None:
                if len(disk.facts) >= wanted:
                    died.set()
                    raise asyncio.CancelledError

            disk.before_commit = die
            async with running(LinkSource(port, disk, version="0.1.0")):
                await asyncio.wait_for(died.wait(), DEADLINE_S)
        disk.before_commit = lambda batch: None
        async with running(LinkSource(port, disk, version="0.1.0")):
            await disk.until(lambda: len(disk.facts) >= 600)
        await cable.power_off()
        cable.unplug()
        check_once_and_in_order(disk, 600)

    play(scene())


def test_a_board_that_lost_power_is_told(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        port = cable.plug("luza-table")
        async with running(LinkSource(port, disk, version="0.1.0")):
            await cable.boot(80, events=5, interval_us=1000)
            await disk.until(lambda: len(disk.facts) >= 5)
            await cable.power_off()
            await cable.boot(81, events=5, interval_us=1000)
            assert await disk.reported(BoardRestarted) == BoardRestarted(UID, 81, "power")
            await disk.until(lambda: len(disk.facts) >= 10)
        await cable.power_off()
        cable.unplug()
        assert [batch.boot_id for batch in disk.batches if batch.last_seq == 5] == [80, 81]

    play(scene())


def test_two_boards_each_to_its_own_source(tmp_path: Path) -> None:
    async def scene() -> None:
        other = "e6614103e7000001"
        cables = (Cable(tmp_path), Cable(tmp_path))
        cables[0].plug("board-a")
        cables[1].plug("board-b")
        await cables[0].boot(90, events=10, interval_us=1000, uid=UID)
        await cables[1].boot(91, events=10, interval_us=1000, uid=other)
        disks = {uid: Disk() for uid in (UID, other)}
        sources = [
            LinkSource(str(tmp_path / "board-*"), disk, version="0.1.0", uid=uid)
            for uid, disk in disks.items()
        ]
        async with running(sources[0]), running(sources[1]):
            for disk in disks.values():
                await disk.until(lambda disk=disk: len(disk.facts) >= 10)
        for cable in cables:
            await cable.power_off()
            cable.unplug()
        assert disks[UID].batches[-1].boot_id == 90
        assert disks[other].batches[-1].boot_id == 91

    play(scene())


def test_the_wrong_board_is_refused_by_both_names(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        port = cable.plug("luza-table")
        await cable.boot(92, events=3, interval_us=1000)
        async with running(LinkSource(port, disk, version="0.1.0", uid="00ff")):
            refused = await disk.reported(BoardRefused)
        await cable.power_off()
        cable.unplug()
        assert refused.why == "wrong_board"
        assert f"board {UID} is on this port, the settings want board 00ff" in refused.text
        assert disk.batches == []

    play(scene())


def test_another_program_on_the_port_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        port = cable.plug("luza-table")
        cable.answer = b"MicroPython v1.28 on 2026-01-01; Raspberry Pi Pico with RP2040\r\n>>> "
        async with running(LinkSource(port, disk, version="0.1.0", silence_s=0.3)):
            refused = await disk.reported(BoardRefused)
        cable.unplug()
        assert refused.why == "not_a_board"
        assert "luza firmware install" in refused.text

    play(scene())


def test_settings_are_applied_whole_or_refused_with_a_reason(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path, byte_error=1e-3), Disk()
        port = cable.plug("luza-table")
        await cable.boot(93, events=0, interval_us=1000)
        source = LinkSource(port, disk, version="0.1.0")
        source.send_settings(b"x" * 1000)
        async with running(source):
            applied = await disk.reported(BoardSettings)
            assert applied.applied
            source.send_settings(b"bad" * 10)
            await disk.until(lambda: _count(disk, BoardSettings) == 2)
        await cable.power_off()
        cable.unplug()
        refused = [report for report in disk.reports if isinstance(report, BoardSettings)][1]
        assert refused == BoardSettings(UID, False, "settle_ms 7: 100 to 5000", applied.settings_hash)
        with pytest.raises(LinkError, match="takes 1 to 4096"):
            source.send_settings(bytes(5000))

    play(scene())


def test_a_port_that_is_not_there_or_not_free_says_what_to_do(tmp_path: Path) -> None:
    async def scene() -> None:
        cable, disk = Cable(tmp_path), Disk()
        with pytest.raises(PortError, match="is the board plugged in"):
            SerialPort(str(tmp_path / "nothing"), 115200)
        port = cable.plug("luza-table")
        held = SerialPort(port, 115200)
        with pytest.raises(PortError, match="another program has it open"):
            SerialPort(port, 115200)
        async with running(LinkSource(port, disk, version="0.1.0")):
            away = await disk.reported(BoardAway)
            assert "another program has it open" in away.reason
            held.close()
            await cable.boot(94, events=1, interval_us=1000)
            await disk.until(lambda: disk.facts)
        await cable.power_off()
        cable.unplug()

    play(scene())


def _count(disk: Disk, kind: type) -> int:
    return sum(isinstance(report, kind) for report in disk.reports)
