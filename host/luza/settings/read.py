"""A settings file to frozen values, or to everything that is wrong with it at once."""

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from luza.messages import Words
from luza.settings.allowed import SECTIONS, Key, Section
from luza.settings.model import Settings
from luza.settings.problems import Problem, SettingsError

S = TypeVar("S", bound=msgspec.Struct)

DEFAULT_PATH = Path("/etc/luza/luza.toml")
"""Where the service's settings are, if neither an option nor `LUZA_SETTINGS` names another file."""

_PATHS = (
    ("journal", "path"),
    ("panel", "path"),
    ("panel", "players"),
    ("mqtt", "password_file"),
    ("mqtt", "ca_file"),
    ("gpio", "pins"),
)


def find(path: Path | None = None) -> Path | None:
    """The file to read: the named one, else `LUZA_SETTINGS`, else `DEFAULT_PATH` if it exists, else none."""
    if path is not None:
        return path
    if named := os.environ.get("LUZA_SETTINGS"):
        return Path(named)
    return DEFAULT_PATH if DEFAULT_PATH.exists() else None


def load(path: Path | None = None) -> Settings:
    """The settings from the file that `find` names; the defaults where there is none.

    Relative paths in it count from the file's own folder.
    Raises `SettingsError` with every problem of the file.
    """
    found = find(path)
    if found is None:
        return Settings()
    return from_folder(parse(read_text(found), found), found.resolve().parent, _PATHS)


def read_text(found: Path) -> str:
    """The text of a settings file; raises `SettingsError` where it cannot be read."""
    try:
        return found.read_bytes().decode()
    except UnicodeDecodeError as error:
        said = Words(ru=f"это не UTF-8 (байт {error.start})", en=f"this is not UTF-8 (byte {error.start})")
        raise SettingsError(found, (Problem(said),)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        said = Words(
            ru=f"файл не прочитать ({reason}); образец: luza config print",
            en=f"the file cannot be read ({reason}); luza config print writes one to start from",
        )
        raise SettingsError(found, (Problem(said),)) from error


def parse(text: str, source: Path | str = "luza.toml") -> Settings:
    """The settings in a TOML text. Raises `SettingsError` with every problem of it."""
    return parse_as(Settings, SECTIONS, _contradictions, text, source)


def parse_as(
    kind: type[S],
    known: Mapping[str, Section],
    contradictions: Callable[[S, "Lines"], Iterable[Problem]],
    text: str,
    source: Path | str,
) -> S:
    """The same for any settings class and its sections; `contradictions`: what keys together make wrong."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(source, (_not_toml(error, text),)) from error
    lines = _lines(text)
    problems: list[Problem] = []
    sections: dict[str, msgspec.Struct] = {}
    for name, content in document.items():
        if name not in known:
            problems.append(_unknown(known, known, "", name, lines))
        elif not isinstance(content, dict):
            said = Words(ru=f"это раздел: [{name}]", en=f"this is a section: [{name}]")
            problems.append(Problem(said, key=name, value=content, line=lines.get(("", name))))
        else:
            values, wrong = _section(known, known[name], content, lines)
            problems += wrong
            sections[name] = known[name].type(**values)
    settings = kind(**sections)
    if not problems:
        problems += contradictions(settings, lines)
    if problems:
        problems.sort(key=lambda problem: problem.line or 0)
        raise SettingsError(source, tuple(problems))
    return settings


Lines = dict[tuple[str, str], int]
"""The line, from 1, of each section (with an empty key) and of each key of a file."""


def _lines(text: str) -> Lines:
    """Where each key stands. tomllib does not say; lists and strings over several lines do no harm here."""
    lines: Lines = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            section = header[1]
            lines.setdefault((section, ""), number)
        elif assigned := re.match(r"\s*([\w-]+)\s*=", line):
            lines.setdefault((section, assigned[1]), number)
    return lines


def _not_toml(error: tomllib.TOMLDecodeError, text: str) -> Problem:
    reason = str(error)
    at = re.search(r"at line (\d+)", reason)
    line = int(at[1]) if at else len(text.splitlines())
    return Problem(Words(ru=f"это не TOML: {reason}", en=f"this is not TOML: {reason}"), line=line)


def _unknown(
    sections: Mapping[str, Section], known: Iterable[str], section: str, name: str, lines: Lines
) -> Problem:
    """An unknown key of `section`, or an unknown section where that is empty."""
    ru, en = ("такого ключа нет", "unknown key") if section else ("такого раздела нет", "unknown section")
    if elsewhere := [other.name for other in sections.values() if section and name in other.keys]:
        places = ", ".join(f"[{place}]" for place in elsewhere)
        ru, en = f"{ru}; он есть в разделе {places}", f"{en}; there is one in {places}"
    elif close := difflib.get_close_matches(name, known, n=1):
        ru, en = f"{ru}; может быть, {close[0]}?", f"{en}; did you mean {close[0]}?"
    else:
        ru, en = f"{ru}; есть: {', '.join(known)}", f"{en}; known: {', '.join(known)}"
    words = Words(ru=ru, en=en)
    if section:
        return Problem(words, section, name, line=lines.get((section, name)))
    return Problem(words, name, line=lines.get((name, ""), lines.get(("", name))))


def _section(
    sections: Mapping[str, Section], section: Section, content: dict[str, Any], lines: Lines
) -> tuple[dict[str, Any], list[Problem]]:
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in content.items():
        if name not in section.keys:
            problems.append(_unknown(sections, section.keys, section.name, name, lines))
            continue
        key = section.keys[name]
        try:
            values[name] = msgspec.convert(value, key.type)
        except msgspec.ValidationError:
            problems.append(_not_allowed(key, value, lines))
    return values, problems


def _not_allowed(key: Key, value: Any, lines: Lines) -> Problem:
    words = Words(ru=f"нужно: {key.allowed.ru}", en=f"must be {key.allowed.en}")
    return Problem(words, key.section, key.name, value, lines.get((key.section, key.name)))


def _contradictions(settings: Settings, lines: Lines) -> Iterator[Problem]:
    """What each key allows by itself and two of them together do not."""

    def problem(section: str, key: str, ru: str, en: str) -> Problem:
        value = getattr(getattr(settings, section), key)
        return Problem(Words(ru=ru, en=en), section, key, value, lines.get((section, key)))

    yield from _boards(settings, problem)
    match, mqtt, fitted = settings.match, settings.mqtt, settings.sensors.fitted
    players = len(match.players)
    if len(set(match.players)) < players:
        yield problem("match", "players", "два игрока с одним именем", "two players of one name")
    if players > 2 and match.game != "classic":
        yield problem("match", "players", "в эту игру играют двое", "this game is for two players")
    if match.handicap and len(match.handicap) != players:
        ru = f"нужно столько чисел, сколько игроков: {players}"
        yield problem("match", "handicap", ru, f"must have as many numbers as there are players: {players}")
    if match.breaks_first is not None and match.breaks_first > players:
        yield problem(
            "match", "breaks_first", f"игроков всего {players}", f"there are {players} players only"
        )
    if {"contact", "first_contact"} <= set(fitted):
        yield problem(
            "sensors",
            "fitted",
            "contact и first_contact вместе не бывает: первое включает второе",
            "contact and first_contact do not go together: the first includes the second",
        )
    taken: dict[int, str] = {}
    for name in ("next", "foul", "undo", "extension", "led"):
        pin = getattr(settings.buttons, name)
        if pin in taken:
            ru = f"на этом выводе уже {taken[pin]}"
            yield problem("buttons", name, ru, f"that pin is {taken[pin]}'s already")
        elif pin is not None:
            taken[pin] = name
    if mqtt.password_file and not mqtt.username:
        yield problem("mqtt", "password_file", "нужен и username", "username is needed too")
    if mqtt.ca_file and not mqtt.tls:
        yield problem("mqtt", "ca_file", "нужно и tls = true", "tls = true is needed too")


def _boards(settings: Settings, problem: Callable[[str, str, str, str], Problem]) -> Iterator[Problem]:
    """What the sources of facts allow by themselves and not together."""
    board, gpio = settings.board, settings.gpio
    if board.kind == "gpio" and gpio.pins is None:
        yield problem(
            "board", "kind", "нужно и pins в разделе [gpio]", "pins in the section [gpio] is needed too"
        )
    if gpio.pins is not None and board.kind not in ("serial", "gpio"):
        ru = 'годится только с kind = "serial" или "gpio" в разделе [board]'
        yield problem("gpio", "pins", ru, 'goes only with kind = "serial" or "gpio" in the section [board]')
    if not board.more:
        return
    if board.kind != "serial":
        yield problem("board", "more", 'годится только с kind = "serial"', 'goes only with kind = "serial"')
    if set("*?[") & set(board.port):
        ru = "при нескольких платах у port тоже имя, без * и ?"
        yield problem("board", "more", ru, "with several boards port is a name as well, without * and ?")
    if len({board.port, *board.more}) <= len(board.more):
        yield problem("board", "more", "один порт назван дважды", "one port is named twice")


def from_folder(settings: S, folder: Path, paths: Iterable[tuple[str, str]]) -> S:
    """The settings with relative paths counted from `folder`."""
    for section, key in paths:
        part = getattr(settings, section)
        if (value := getattr(part, key)) is not None:
            part = msgspec.structs.replace(part, **{key: str(folder / Path(value).expanduser())})
            settings = msgspec.structs.replace(settings, **{section: part})
    return settings
