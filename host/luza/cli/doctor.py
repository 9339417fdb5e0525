"""`luza doctor`: walks a technician round the table, sensor by sensor, and leaves it tuned and on paper."""

import asyncio
import os
import sys
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import version as installed
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from luza.cli import language
from luza.locale import Value, say
from luza.settings import load
from luza.sources.trouble import BoardTrouble

if TYPE_CHECKING:
    from luza_link.outputs import Output

    from luza.doctor import Walk
    from luza.messages import Words
    from luza.sources.talk import Talk

LIVE_S = 10
"""The board shows itself for so long after each request,"""
RENEW_S = 3.0
"""which comes so often."""


def doctor(
    port: Annotated[
        str | None,
        typer.Option("--port", help="The board's port; else the settings', else the Pico there is."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option("--settings", help="The host's settings file.", show_default=False)
    ] = None,
    report: Annotated[Path, typer.Option("--report", help="Where the printable report goes.")] = Path(
        "luza-doctor.html"
    ),
    yes: Annotated[bool, typer.Option("--yes", help="Save what is proposed without asking.")] = False,
    drop_facts: Annotated[
        bool, typer.Option("--drop-facts", help="Facts of play that only the board has may be forgotten.")
    ] = False,
) -> None:
    """Check a wired table: each sensor in turn, live, thresholds from what was seen, a report to be printed.

    Of several boards `--port` names one; each has a walk and a report of its own. Needs the port to itself:
    stop the table's service first. Enter goes on to the next step, r repeats one, q leaves.
    """
    from luza.cli.firmware import board_at, run
    from luza.cli.stopped import table_stopped

    loaded = load(settings)
    path, uid = board_at(port, loaded)
    with table_stopped(loaded):
        run(_Doctor(path, uid, report, yes, drop_facts).work())


class _Doctor:
    def __init__(self, path: str, uid: str, report: Path, yes: bool, drop_facts: bool) -> None:
        self._path = path
        self._uid = uid
        self._report = report
        self._yes = yes
        self._drop_facts = drop_facts
        self._walk: Walk | None = None
        self._left = False

    async def work(self) -> None:
        """All of it, on one open port."""
        from luza.doctor import Walk
        from luza.sources import board_files
        from luza.sources.talk import Talk
        from luza.sources.tuning import current

        async with Talk(self._path, installed("luza"), uid=self._uid, heard=self._heard) as talk:
            hello = await talk.ready()
            if talk.waiting and not self._drop_facts:
                raise BoardTrouble("facts_waiting", n=talk.waiting)
            if hello.firmware != board_files.version():
                _tell("old", version=hello.firmware, ours=board_files.version())
            pins = await current(talk)
            if pins is None:
                raise BoardTrouble("bad_settings", reason=_words("no_settings"))
            self._walk = walk = Walk(pins, board_files.limits())
            with _Keys(self._key):
                await self._go_round(talk, walk)
            if self._left:
                _tell("left")
                return
            after = await self._save(talk, walk)
            self._write(talk, walk, pins.revision, after)

    def _heard(self, output: "Output") -> None:
        if self._walk is not None:
            self._walk.take(output)

    def _key(self, key: str) -> None:
        if self._walk is None:
            return
        if key.startswith("q"):
            self._left = True
        elif key.startswith("r"):
            self._walk.again()
        else:
            self._walk.skip()

    async def _go_round(self, talk: "Talk", walk: "Walk") -> None:
        from luza_link import messages as m

        from luza.cli.doctor_screen import Screen

        due = 0.0
        loop = asyncio.get_running_loop()
        _tell("keys")
        with Screen() as screen:
            while walk.phase == "walking" and not self._left:
                if loop.time() >= due:
                    due = loop.time() + RENEW_S
                    await talk.order(m.ORDER_LIVE, LIVE_S)
                    # Balls that are rolled for a check are no facts of a match.
                    talk.let_go()
                screen.show(walk.view())
                await talk.for_a_while(0.1)
            screen.show(walk.view())
        talk.let_go()

    async def _save(self, talk: "Talk", walk: "Walk") -> int:
        """Ask, send, wait; the revision that is in force then."""
        from luza.doctor.proposals import applied
        from luza.sources.tuning import push

        proposals = walk.proposals
        if not proposals:
            _tell("nothing")
            return walk.pins.revision
        for one in proposals:
            print(f"  {one.place}: {one.before} -> {one.after} ({_in(one.why)})")
        if not self._yes and not await asyncio.to_thread(_agreed):
            return walk.pins.revision
        after = await push(talk, applied(walk.pins, proposals))
        walk.phase = "saved"
        return after.revision

    def _write(self, talk: "Talk", walk: "Walk", before: int, after: int) -> None:
        from luza.doctor import Report, html, lines

        hello = talk.link.hello
        assert hello is not None
        view = walk.view()
        faulty = tuple(bar.name for bar in view.bars if bar.unwell)
        at = datetime.now().strftime("%Y-%m-%d %H:%M")
        report = Report(view, at, hello.uid, hello.firmware, before, after, faulty)
        print("\n".join(["", *lines(report, language())]))
        self._report.write_text(html(report, language()), encoding="utf-8")
        _tell("report", path=str(self._report))


class _Keys:
    """Lines typed at the terminal, one call each; a closed input is no line."""

    def __init__(self, typed: Callable[[str], None]) -> None:
        self._typed = typed
        self._begun = b""

    def __enter__(self) -> None:
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self._readable)

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(sys.stdin.fileno())

    def _readable(self) -> None:
        data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
        *whole, self._begun = (self._begun + data).split(b"\n")
        for line in whole:
            self._typed(line.decode("utf-8", "replace").strip().lower())


def _agreed() -> bool:
    print(_in(_words("save")), end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "д", "да")


def _words(key: str, **values: Value) -> "Words":
    return say(f"doctor.cli.{key}", **values)


def _in(words: "Words") -> str:
    return words.ru if language() == "ru" else words.en


def _tell(key: str, **values: Value) -> None:
    print(_in(_words(key, **values)), flush=True)
