"""`luza config`: prints the settings with their meaning, checks a file, explains a key."""

import difflib
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec
import typer

from luza.cli import language
from luza.settings import Problem, Settings, SettingsError, find, load, write
from luza.settings.allowed import SECTIONS, Key
from luza.settings.write import bounds, say

File = Annotated[
    Path | None,
    typer.Argument(
        help="The settings file; else $LUZA_SETTINGS, else /etc/luza/luza.toml, else the defaults.",
        show_default=False,
    ),
]
Lang = Annotated[
    Literal["ru", "en"],
    typer.Option(
        "--lang", help="The language to answer in.", default_factory=language, show_default="the locale's"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]

app = typer.Typer(help="Print, check and explain the settings.", add_completion=False, no_args_is_help=True)


@app.command("print")
def print_settings(
    *,
    file: File = None,
    defaults: Annotated[bool, typer.Option("--defaults", help="The defaults, whatever a file says.")] = False,
    json: AsJson = False,
    lang: Lang,
) -> None:
    """Print the settings that apply, with what each key means: also a file to start from."""
    try:
        settings = Settings() if defaults else load(file)
    except SettingsError as error:
        _stop(error, lang)
    if json:
        _print_json(settings)
    else:
        print(write(settings, lang), end="")


@app.command()
def check(*, file: File = None, json: AsJson = False, lang: Lang) -> None:
    """Check a settings file: everything that is wrong with it, at once. Status 0: good, 2: not."""
    source = find(file)
    problems: tuple[Problem, ...] = ()
    try:
        load(source)
    except SettingsError as error:
        if not json:
            _stop(error, lang)
        problems = error.problems
    if json:
        _print_json({"file": source and str(source), "ok": not problems, "problems": problems})
        raise typer.Exit(2 if problems else 0)
    if source is None:
        print("настроек нет, всё по умолчанию" if lang == "ru" else "no settings file: the defaults apply")
    else:
        print(f"{source}: {'годится' if lang == 'ru' else 'good'}")


@app.command()
def explain(
    *,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[KEY]", help="section.key, a section, or a key.", show_default=False),
    ] = None,
    json: AsJson = False,
    lang: Lang,
) -> None:
    """Explain a key, a section, or (without a name) every key: meaning, bounds, default."""
    keys = _named(name)
    if not keys:
        print(f"luza: {_no_such_key(name or '', lang)}", file=sys.stderr)
        raise typer.Exit(2)
    if json:
        _print_json([_as_json(key) for key in keys])
        return
    for key in keys:
        print(f"{key.path}\n  {say(key.about, lang)}.\n  {bounds(key, lang)}")


def _stop(error: SettingsError, lang: Literal["ru", "en"]) -> NoReturn:
    print(f"luza: {error.text(lang)}", file=sys.stderr)
    raise typer.Exit(error.exit_status)


def _print_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode())


def _all_keys() -> list[Key]:
    return [key for section in SECTIONS.values() for key in section.keys.values()]


def _named(name: str | None) -> list[Key]:
    """The keys that a name means: by `section.key`, by section, or by key in whatever section."""
    if name is None:
        return _all_keys()
    return [key for key in _all_keys() if name in (key.path, key.section, key.name)]


def _no_such_key(name: str, lang: str) -> str:
    known = [*SECTIONS, *(key.path for key in _all_keys()), *(key.name for key in _all_keys())]
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if lang == "ru":
        return f"ключа {name} нет" + (f"; может быть, {close[0]}?" if close else "")
    return f"there is no key {name}" + (f"; did you mean {close[0]}?" if close else "")


def _as_json(key: Key) -> dict[str, Any]:
    return {
        "section": key.section,
        "key": key.name,
        "about": key.about,
        "allowed": key.allowed,
        "default": key.default,
    }
