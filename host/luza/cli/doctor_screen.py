"""The walk on a terminal: what is asked for, and a bar for every sensor; elsewhere, a line a change."""

from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from luza.cli import language
from luza.doctor import Bar, DoctorView
from luza.messages import Words

_WIDTH = 30


class Screen:
    """`with Screen() as screen: screen.show(view)`."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._last = ""

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def show(self, view: DoctorView) -> None:
        """The walk as it stands."""
        if self._console.is_terminal:
            self._live.update(_drawn(view), refresh=True)
            return
        text = f"[{min(view.step + 1, view.steps)}/{view.steps}] {_in(view.asked)}"
        note = _in(view.note)
        text += f" ({note})" if note else ""
        if text != self._last:
            self._last = text
            print(text, flush=True)


def _drawn(view: DoctorView) -> Group:
    table = Table.grid(padding=(0, 1))
    for bar in view.bars:
        table.add_row(Text(_in(bar.name), style="bold" if bar.wanted else ""), _bar(bar), _sign(bar))
    heading = Text(f"[{min(view.step + 1, view.steps)}/{view.steps}] {_in(view.asked)}", style="bold yellow")
    count = Text(f"{view.felt}/{view.wanted}  {_in(view.note)}")
    return Group(Text(_in(view.title)), heading, count, Text(""), table)


def _bar(bar: Bar) -> Text:
    filled = bar.level * _WIDTH // 100
    peak = min(bar.peak * _WIDTH // 100, _WIDTH - 1)
    cells = ["█" if at < filled else "│" if at == peak and peak else "·" for at in range(_WIDTH)]
    style = "red" if bar.unwell else "green" if bar.wanted else "cyan"
    return Text("".join(cells), style=style)


def _sign(bar: Bar) -> Text:
    return Text("!" if bar.unwell else "●" if bar.active else " ", style="red" if bar.unwell else "")


def _in(words: Words) -> str:
    return words.ru if language() == "ru" else words.en
