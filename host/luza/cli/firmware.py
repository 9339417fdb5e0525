"""`luza firmware`: what is on the board under the table, and how it gets there."""

import asyncio
import json
from collections.abc import Coroutine
from importlib.metadata import version as installed
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer

from luza.cli import language
from luza.cli.stopped import table_stopped
from luza.locale import Value, join, same, say
from luza.messages import Words
from luza.settings import Settings, load
from luza.sources import board_files
from luza.sources.link_facts import inputs, reset_name
from luza.sources.pins import PINS, read_pins
from luza.sources.ports import candidates, the_port
from luza.sources.reasons import worded
from luza.sources.trouble import BoardTrouble
from luza.words.names import board_input

T = TypeVar("T")

Port = Annotated[
    str | None,
    typer.Option("--port", help="The board's port; else the settings', else the Pico there is."),
]
SettingsFile = Annotated[
    Path | None,
    typer.Option(
        "--settings", help="The host's settings file, for port and board number.", show_default=False
    ),
]
Drop = Annotated[
    bool, typer.Option("--drop-facts", help="Facts of play that only the board has may be forgotten.")
]

app = typer.Typer(
    help="Put the firmware on the board, look at it, change its settings.",
    add_completion=False,
    no_args_is_help=True,
)
_settings = typer.Typer(help="The board's own settings: its wiring and thresholds.", no_args_is_help=True)
app.add_typer(_settings, name="settings")


@app.command()
def install(
    port: Port = None,
    settings: SettingsFile = None,
    pins: Annotated[
        Path, typer.Option("--pins", help="The wiring, for a board that has no settings yet.")
    ] = PINS,
    drop_facts: Drop = False,
) -> None:
    """Put this computer's firmware on a board, new or not. Settings that are on it are kept.

    The board needs MicroPython; a board that runs the firmware makes room by itself.
    """
    _install(port, settings, read_pins(pins).settings(), drop_facts)


@app.command()
def update(port: Port = None, settings: SettingsFile = None, drop_facts: Drop = False) -> None:
    """Bring this computer's firmware to a board that already runs it, over the cable it is on.

    Done while the table is stopped and at rest. If the new firmware does not work, the board goes back by
    itself.
    """
    loaded = load(settings)
    path, uid = board_at(port, loaded)

    async def same() -> bool:
        from luza.sources.talk import Talk

        async with Talk(path, installed("luza"), uid=uid) as talk:
            return (await talk.ready()).firmware == board_files.version()

    with table_stopped(loaded):
        there = run(same())
    if there:
        _tell("same", version=board_files.version())
        return
    _install(port, settings, None, drop_facts)


@app.command()
def status(
    port: Port = None,
    settings: SettingsFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> None:
    """Say what is on the board: its number, firmware, settings, and how its inputs stand."""
    path, uid = _where(port, settings)
    told = run(_status(path, uid))
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
        return
    _tell("status_port", port=path)
    _tell("status_uid", uid=told["uid"])
    _tell("status_name", name=told["name"], revision=str(told["revision"]), hash=told["settings_hash"])
    _tell("status_firmware", version=told["firmware"], ours=told["ours"])
    _tell("status_same" if told["firmware"] == told["ours"] else "status_other")
    _tell("status_reset", cause=worded(told["reset_cause"]))
    if told["waiting"]:
        _tell("status_waiting", n=told["waiting"])
    _tell("status_inputs", inputs=join(map(_input, told["inputs"]), ", "))


@_settings.command("show")
def show(port: Port = None, settings: SettingsFile = None) -> None:
    """Print the settings that the board works by, as JSON."""
    path, uid = _where(port, settings)

    async def read() -> bytes:
        from luza.sources.talk import Talk

        async with Talk(path, installed("luza"), uid=uid) as talk:
            await talk.ready()
            return await talk.settings()

    print(msgspec.json.format(run(read())).decode())


@_settings.command("push")
def push(
    file: Annotated[Path, typer.Argument(help="A wiring like hardware/pins.toml.")],
    port: Port = None,
    settings: SettingsFile = None,
) -> None:
    """Send a board its wiring and thresholds, while the table is stopped and at rest.

    A bad set is refused with the place; the old one stays.
    """
    wanted = read_pins(file)
    loaded = load(settings)
    path, uid = board_at(port, loaded)

    async def send() -> int:
        from luza.sources.talk import Talk
        from luza.sources.tuning import push as pushed

        async with Talk(path, installed("luza"), uid=uid) as talk:
            await talk.ready()
            return (await pushed(talk, wanted)).revision

    with table_stopped(loaded):
        revision = run(send())
    _tell("settings_sent", name=wanted.name, revision=str(revision))


async def _status(path: str, uid: str) -> dict[str, Any]:
    from luza.sources.talk import Talk

    async with Talk(path, installed("luza"), uid=uid) as talk:
        hello = await talk.ready()
        fitted = await talk.fitted()
        faulty = await talk.faults()
        unwell = inputs(faulty)
        return {
            "port": path,
            "uid": hello.uid,
            "firmware": hello.firmware,
            "ours": board_files.version(),
            "name": str(fitted.get("name", "")),
            "revision": fitted.get("revision", 0),
            "settings_hash": f"{hello.settings_hash:08x}",
            "reset_cause": reset_name(hello.reset_cause),
            "waiting": talk.waiting,
            "inputs": [f"{name} (!)" if name in unwell else name for name in fitted.get("inputs", ())],
        }


def _install(port: str | None, settings: Path | None, blob: bytes | None, drop_facts: bool) -> None:
    from luza.cli.progress import Shown
    from luza.sources.installer import install as put

    loaded = load(settings)
    path, uid = board_at(port, loaded)
    with table_stopped(loaded), Shown(path) as shown:
        done = run(put(path, installed("luza"), settings=blob, uid=uid, drop_facts=drop_facts, tell=shown))
    if done.before:
        _tell("was", version=done.before)
    kept = say("board.firmware.made" if done.settings_written else "board.firmware.kept")
    _tell(
        "installed",
        version=done.hello.firmware,
        copy=done.copy,
        written=str(done.written),
        files=str(done.files),
        settings=kept,
    )


def board_at(port: str | None, settings: Settings) -> tuple[str, str]:
    """The port to use, and the number of the board that belongs there (empty: any).

    Of several boards one has to be named. Raises BoardTrouble where it is not, or where there is none.
    """
    board = settings.board
    if port is None and board.more:
        raise BoardTrouble("which_board", ports=", ".join((board.port, *board.more)))
    path = the_port(port or board.port)
    mine = not board.more or path in candidates(board.port)
    return path, board.uid if mine else ""


def _where(port: str | None, settings: Path | None) -> tuple[str, str]:
    return board_at(port, load(settings))


def run(work: Coroutine[None, None, T]) -> T:
    """Do it to its end; a port that cannot be opened, or is lost, is a board's trouble like others."""
    from luza.sources.link_port import PortError

    try:
        return asyncio.run(work)
    except PortError as problem:
        code = "port_taken" if "another program" in problem.reason else "port_gone"
        raise BoardTrouble(code, port=problem.path, reason=problem.reason) from None


def _input(told: str) -> Words:
    """An input of `status --json` as people call it; one that is unwell keeps its mark."""
    name, mark, _ = told.partition(" (!)")
    return join((board_input(name), same(mark)), "")


def _tell(key: str, **values: Value) -> None:
    words = say(f"board.firmware.{key}", **values)
    print(words.ru if language() == "ru" else words.en, flush=True)
