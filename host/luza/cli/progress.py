"""How an installation shows where it stands: a bar on a terminal, a line a step elsewhere."""

from types import TracebackType
from typing import Self

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from luza.cli import language
from luza.locale import say
from luza.sources.installer import Progress as Step


class Shown:
    """`with Shown(port) as shown:`; to be called with each step."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._last = ""
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        self._progress = Progress(*columns, transient=True)
        self._task = self._progress.add_task("", total=None, visible=False)

    def __enter__(self) -> Self:
        if self._progress.console.is_terminal:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress.console.is_terminal:
            self._progress.stop()

    def __call__(self, step: Step) -> None:
        words = say(f"board.firmware.{step.step}", port=self._port, file=step.file)
        text = words.ru if language() == "ru" else words.en
        self._progress.update(
            self._task,
            description=text,
            completed=step.done,
            total=step.total or None,
            visible=bool(step.total),
        )
        if text != self._last and not (self._progress.console.is_terminal and step.total):
            percent = f" ({100 * step.done // step.total} %)" if step.total else ""
            self._progress.console.print(text + percent, highlight=False, soft_wrap=True)
        self._last = text
