"""What can be wrong with a settings file, as values, and the error that carries all of it at once."""

from pathlib import Path
from typing import Any

import msgspec

from luza.errors import LuzaError
from luza.messages import Words


class Problem(msgspec.Struct, frozen=True):
    """One thing to mend: where it stands, what stands there, and what may stand there instead.

    `section` is empty where the file as a whole is meant, `key` where the section is; `line` counts from 1
    and is None where no line is to blame (a value that two keys together make impossible).
    """

    words: Words
    section: str = ""
    key: str = ""
    value: Any = None
    line: int | None = None

    def place(self) -> str:
        """`[section] key = value`, as far as there is one."""
        place = f"[{self.section}]" if self.section else ""
        if self.key:
            place = f"{place} {self.key}".strip()
        if self.value is not None:
            shown = toml(self.value)
            place = f"{place} = {shown if len(shown) <= 80 else f'{shown[:77]}...'}"
        return place

    def text(self, language: str = "en") -> str:
        """One sentence: the line, the place, and what is wanted there."""
        line = {"ru": "строка", "en": "line"}[language]
        said = self.words.ru if language == "ru" else self.words.en
        parts = (f"{line} {self.line}" if self.line else "", self.place(), said)
        return ": ".join(part for part in parts if part)


class SettingsError(LuzaError):
    """A settings file that cannot be used; `problems` are all that is wrong with it, in the file's order."""

    exit_status = 2

    def __init__(self, source: Path | str, problems: tuple[Problem, ...]) -> None:
        self.source = str(source)
        self.problems = problems
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """Every problem on a line of its own, under the file's name."""
        head = {
            "ru": "настройки не годятся, ничего не изменено",
            "en": "the settings are no good, nothing was changed",
        }[language]
        lines = (f"  {problem.text(language)}" for problem in self.problems)
        return "\n".join((f"{self.source}: {head}", *lines))


def toml(value: Any) -> str:
    """A value as TOML writes it: strings, numbers, booleans, lists and tables of these."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's too, but for the one character that JSON leaves alone.
        return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {toml(item)}' for name, item in value.items())} }}"
    return str(value)
