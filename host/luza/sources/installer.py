"""The firmware onto a board: the copy that does not run is written, verified, tried and called good.

The other copy stays as it was. A new one that fails, hangs, or is never called good gives way to it by
itself (firmware/main.py); so a cable that is pulled at any moment leaves a board that works.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Literal

import msgspec
from luza_link import messages as m
from luza_link.values import BoardHello

from luza.errors import UNREADABLE
from luza.sources import board_files
from luza.sources.link_port import PortError, matching
from luza.sources.prompt import Prompt
from luza.sources.talk import Seen, Talk, again
from luza.sources.trouble import BoardTrouble

BACK_S = 30.0
"""So long a board may take to start and to be heard."""
AT_REST_S = 12.0
"""A board that has just been switched on waits for quiet, which its settings put at 5 s."""
ROOM = 8 * 1024
"""Bytes of flash that stay free beside the firmware."""

Step = Literal["looks", "leaves", "compares", "writes", "starts", "confirms"]


class Progress(msgspec.Struct, frozen=True):
    """Where an installation stands: the step, the file, and the bytes of all that have to be written."""

    step: Step
    file: str = ""
    done: int = 0
    total: int = 0


class Installed(msgspec.Struct, frozen=True):
    """What came of it. `copy`: the folder that runs now; `written` files of `files`."""

    hello: BoardHello
    before: str
    """The version that ran before; empty where none did."""
    copy: str
    written: int
    files: int
    settings_written: bool


Tell = Callable[[Progress], None]


class _Written(msgspec.Struct, frozen=True):
    copy: str
    files: int
    settings: bool


async def install(
    path: str,
    version: str,
    *,
    settings: bytes | None = None,
    uid: str = "",
    drop_facts: bool = False,
    files: dict[str, bytes] | None = None,
    tell: Tell = lambda _: None,
) -> Installed:
    """Put this host's firmware on the board at `path`, and see it run.

    settings: for a board that has none; what is there is kept. drop_facts: facts that the board alone has may
    go. files: another copy than this host's. Raises BoardTrouble with the mend, or PortError.
    """
    copy = files or board_files.copy_files()
    tell(Progress("looks"))
    seen = await again(lambda: _leave(path, version, uid, drop_facts, tell), BACK_S)
    before = seen.hello.firmware if seen.hello is not None else ""
    done = await asyncio.to_thread(_write, path, copy, settings, tell)
    tell(Progress("starts"))
    wanted = copy[board_files.BUILD].decode()
    hello = await _started(path, version, wanted, tell)
    return Installed(hello, before, done.copy, done.files, len(copy) + 1, done.settings)


async def _leave(path: str, version: str, uid: str, drop_facts: bool, tell: Tell) -> Seen:
    """What was there; MicroPython's prompt is, once this is over."""
    async with Talk(path, version, uid=uid) as talk:
        seen = await talk.look()
        if seen.what == "prompt":
            return seen
        await talk.ready()
        if talk.waiting and not drop_facts:
            raise BoardTrouble("facts_waiting", n=talk.waiting)
        tell(Progress("leaves"))
        await _order_prompt(talk)
    await _prompt_is_there(path, version)
    return seen


async def _order_prompt(talk: Talk) -> None:
    """Ask for the prompt until the board is at rest; its reason where it does not come to rest."""
    deadline = asyncio.get_running_loop().time() + AT_REST_S
    while True:
        talk.let_go()
        try:
            await talk.order(m.ORDER_PROMPT)
        except BoardTrouble as problem:
            if problem.code != "refused" or asyncio.get_running_loop().time() > deadline:
                raise
        else:
            return
        await asyncio.sleep(0.25)


async def _prompt_is_there(path: str, version: str) -> None:
    async def look() -> None:
        async with Talk(path, version) as talk:
            if (await talk.look()).what != "prompt":
                raise PortError(path, "MicroPython's prompt does not come")

    await _gone(path)
    await again(look, BACK_S)


async def _gone(path: str) -> None:
    """A board that resets itself takes its port away, for a moment at least; but it may be quick."""
    for _ in range(10):
        if not matching(path):
            return
        await asyncio.sleep(0.02)


def _write(path: str, files: dict[str, bytes], settings: bytes | None, tell: Tell) -> _Written:
    """Everything that is done at the prompt; the board starts anew after it, whatever came of it."""
    with Prompt(path) as prompt:
        try:
            return _write_at(prompt, files, settings, tell)
        finally:
            # The chip takes a reset that was asked for for the watchdog's; the word says better.
            prompt.write("restart.txt", b"started anew by luza firmware")
            prompt.reset()


def _write_at(prompt: Prompt, files: dict[str, bytes], settings: bytes | None, tell: Tell) -> _Written:
    prompt.micropython()
    slots = slots_of(prompt.read(board_files.SLOTS), started=prompt.read(board_files.STARTER) is not None)
    target = "b" if slots.get("good") == "a" else "a"
    wanted = {f"{target}/{name}": content for name, content in files.items()}
    wanted[board_files.STARTER] = board_files.starter()
    if settings is not None and prompt.read(board_files.SETTINGS) is None:
        wanted[board_files.SETTINGS] = settings
    tell(Progress("compares"))
    missing = {name: content for name, content in wanted.items() if not prompt.holds(name, content)}
    total = sum(map(len, missing.values()))
    if prompt.free() < total + ROOM:
        raise BoardTrouble("flash_full")
    if missing and slots.get("good") and any(name.startswith(target) for name in missing):
        prompt.write(board_files.SLOTS, json.dumps({"good": slots["good"]}).encode())
    done = 0
    # The starter last: until then the board starts as it did.
    for name in sorted(missing, key=lambda name: name == board_files.STARTER):
        prompt.write(name, missing[name], _told(tell, name, done, total))
        done += len(missing[name])
    prompt.remove_others(target, set(files))
    prompt.write(board_files.SLOTS, json.dumps({"good": slots.get("good", ""), "trial": target}).encode())
    return _Written(target, len(missing), board_files.SETTINGS in missing)


def _told(tell: Tell, name: str, done: int, total: int) -> Callable[[int], None]:
    return lambda part: tell(Progress("writes", name, done + part, total))


def slots_of(blob: bytes | None, *, started: bool) -> dict[str, str]:
    """The slots as the board's starter (`firmware/main.py`, `known`) takes them: where it is there and they
    cannot be read, or name what cannot be, it runs copy `a`."""
    unread = {"good": "a"} if started else {}
    try:
        found = msgspec.json.decode(blob or b"null")
    except UNREADABLE:
        return unread
    named = isinstance(found, dict) and all(found.get(key, "") in ("", "a", "b") for key in ("good", "trial"))
    return found if named else unread


async def _started(path: str, version: str, build: str, tell: Tell) -> BoardHello:
    """The board with the new copy, called good. BoardTrouble where it went back to the other one."""

    async def look() -> BoardHello | None:
        async with Talk(path, version) as talk:
            seen = await talk.look()
            if seen.what == "prompt":
                return None
            if seen.hello is None:
                raise PortError(path, "the board is not heard")
            if not seen.hello.firmware.endswith(f"+{build}"):
                raise BoardTrouble("went_back", version=seen.hello.firmware, reason=seen.hello.ended)
            tell(Progress("confirms"))
            await talk.order(m.ORDER_CONFIRM)
            return seen.hello

    await _gone(path)
    hello = await again(look, BACK_S)
    if hello is None:
        raise BoardTrouble("start_failed", reason=await asyncio.to_thread(_reason, path))
    return hello


def _reason(path: str) -> str:
    """What the program left behind when it failed, from a board at the prompt."""
    with Prompt(path) as prompt:
        left = (prompt.read("restart.txt") or b"").decode("utf-8", "replace").strip()
    return left.splitlines()[-1] if left else "?"
