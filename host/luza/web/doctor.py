"""The walk round the table in the browser: `/doctor`, on the controller's own link, for the manager.

| request | body | answer |
| --- | --- | --- |
| `GET /doctor` | | the page |
| `GET /doctor/view` | | `DoctorAnswer` (manager) |
| `POST /doctor/begin` | `{"board": 0}` of several boards, else `{}` | `DoctorAnswer` (manager) |
| `POST /doctor/skip`, `/again`, `/save`, `/end` | `{}` | `DoctorAnswer` (manager) |
| `GET /doctor/report?lang=ru` | | a page to be printed (manager) |

Status as with the panel; 409 with `words` where the walk cannot be had: a match is on, the board is away.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from luza_link import messages as m
from luza_link.host import HostLink
from luza_link.outputs import Linked, Output, SettingsAnswer, SettingsRead
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from luza.doctor.shown import DoctorView
from luza.locale import say
from luza.messages import Words
from luza.sources.link import LinkSource
from luza.sources.trouble import BoardTrouble
from luza.web.panel import LANGUAGES, Panel
from luza.web.panel_requests import Handler, decoded, json

if TYPE_CHECKING:
    from luza.doctor import Walk

T = TypeVar("T", bound=Output)

LIVE_S = 60
RENEW_S = 3.0
ANSWER_S = 8.0
FORGOTTEN_S = 60.0
"""A walk that nobody looks at any more ends by itself."""


class Wish(msgspec.Struct, frozen=True):
    """A request says nearly all by its address; `board`, where there are several, counts as `boards` does."""

    board: int = 0


class DoctorAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The walk, if there is one; `words` is why a request was refused, `boards` what can be walked round."""

    status: str
    view: DoctorView | None = None
    words: Words | None = None
    boards: tuple[Words, ...] = ()


class Doctor:
    """sources: each board's link; busy: a match is on, so nobody may roll balls for a check."""

    def __init__(self, panel: Panel, sources: Sequence[LinkSource], busy: Callable[[], bool]) -> None:
        self.stylesheet = ""
        """Address of the printed page's style; nothing of it may stand in the page itself."""
        self._panel = panel
        self._sources = sources
        self._source = sources[0]
        self._busy = busy
        self._walk: Walk | None = None
        self._revision = (0, 0)
        self._asked: dict[type, asyncio.Future[Any]] = {}
        self._renewal: asyncio.Task[None] | None = None
        self._looked_at = 0.0
        self._one_at_a_time = asyncio.Lock()

    def routes(self) -> list[Route]:
        """The addresses; the page itself is a template like others."""
        acts = {
            "begin": self._begin,
            "skip": self._skip,
            "again": self._again,
            "save": self._save,
            "end": self._end,
        }
        return [
            Route("/doctor/view", self._panel.guard(self._view)),
            Route("/doctor/report", self._panel.guard(self._report)),
            *(
                Route(f"/doctor/{name}", self._panel.guard(self._acting(act)), methods=["POST"])
                for name, act in acts.items()
            ),
        ]

    async def _view(self, request: Request) -> Response:
        self._panel.manager(request)
        self._looked_at = time.monotonic()
        return json(self._answer())

    async def _report(self, request: Request) -> Response:
        from luza.doctor import Report, html

        self._panel.manager(request)
        walk, hello = self._walk, self._source.link.hello
        if walk is None or hello is None:
            return json(self._answer(), 404)
        lang = request.query_params.get("lang", LANGUAGES[0])
        view = walk.view()
        faulty = tuple(bar.name for bar in view.bars if bar.unwell)
        at = datetime.now().strftime("%Y-%m-%d %H:%M")
        report = Report(view, at, hello.uid, hello.firmware, *self._revision, faulty)
        style = f'<link rel="stylesheet" href="{self.stylesheet}">'
        return HTMLResponse(html(report, lang if lang in LANGUAGES else LANGUAGES[0], style))

    def _acting(self, act: Callable[[Wish], Awaitable[None]]) -> Handler:
        """The manager's act, and how the walk stands after it."""

        async def acted(request: Request) -> Response:
            self._panel.manager(request)
            wish = await decoded(request, Wish)
            self._looked_at = time.monotonic()
            try:
                # Two managers at two tablets have one walk between them.
                async with self._one_at_a_time:
                    await act(wish)
            except BoardTrouble as problem:
                return json(self._answer("refused", problem.words), 409)
            return json(self._answer())

        return acted

    async def _begin(self, wish: Wish) -> None:
        from luza.doctor import Walk
        from luza.sources import board_files
        from luza.sources.pins import board_settings

        if self._walk is not None:
            return
        if self._busy():
            raise BoardTrouble("match_on")
        if not 0 <= wish.board < len(self._sources):
            raise BoardTrouble("no_board")
        self._source.listen(None)
        self._source = self._sources[wish.board]
        hello = self._source.link.hello
        if hello is None or not self._source.link.linked:
            raise BoardTrouble("no_board")
        if hello.minor < 1:
            raise BoardTrouble("old_firmware", version=hello.firmware, port="")
        self._source.listen(self._heard)
        read = await self._ask(SettingsRead, HostLink.read_settings)
        pins = board_settings(read.blob)
        self._walk = Walk(pins, board_files.limits())
        self._revision = (pins.revision, pins.revision)
        if self._renewal is None:
            self._renewal = asyncio.create_task(self._renew(), name="luza-doctor")

    async def _skip(self, _: Wish) -> None:
        if self._walk is not None:
            self._walk.skip()

    async def _again(self, _: Wish) -> None:
        if self._walk is not None:
            self._walk.again()

    async def _save(self, _: Wish) -> None:
        from luza.doctor.proposals import applied

        walk = self._walk
        if walk is None or walk.phase not in ("done", "failed"):
            return
        walk.phase = "saving"
        wanted = applied(walk.pins, walk.proposals)
        wanted = msgspec.structs.replace(wanted, revision=walk.pins.revision + 1)
        try:
            answer = await self._ask(SettingsAnswer, lambda link: link.send_settings(wanted.settings()))
            if not answer.applied:
                raise BoardTrouble("bad_settings", reason=answer.reason)
            hello = (await self._ask(Linked, lambda _: None)).hello
            if hello.settings_hash != answer.settings_hash:
                raise BoardTrouble("bad_settings", reason=hello.ended or "?")
        except BoardTrouble as problem:
            walk.phase = "failed"
            walk.trouble = problem.words
            raise
        walk.phase = "saved"
        walk.trouble = None
        self._revision = (walk.pins.revision, wanted.revision)

    async def _end(self, _: Wish) -> None:
        self.close()

    def close(self) -> None:
        """The walk is over; the link goes on as before."""
        self._walk = None
        self._source.listen(None)
        if self._renewal is not None:
            self._renewal.cancel()
            self._renewal = None

    async def _renew(self) -> None:
        """Ask for live readings while somebody looks at them; a match that begins ends the walk."""
        while time.monotonic() - self._looked_at < FORGOTTEN_S and not self._busy():
            if self._walk is not None and self._walk.phase == "walking" and self._source.link.linked:
                self._source.ask(lambda link: link.order(m.ORDER_LIVE, LIVE_S))
            await asyncio.sleep(RENEW_S)
        self._renewal = None
        self.close()

    def _heard(self, output: Output) -> None:
        waiting = self._asked.pop(type(output), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(output)
        if self._walk is not None:
            self._walk.take(output)

    async def _ask(self, kind: type[T], question: Callable[[HostLink], None]) -> T:
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked[kind] = waiting
        self._source.ask(question)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await waiting
        except TimeoutError:
            raise BoardTrouble("no_answer", port="") from None
        finally:
            self._asked.pop(kind, None)

    def _view_now(self) -> DoctorView | None:
        return None if self._walk is None else self._walk.view()

    def _answer(self, status: str = "ok", words: Words | None = None) -> DoctorAnswer:
        boards = tuple(_named(at, one) for at, one in enumerate(self._sources))
        return DoctorAnswer(status, self._view_now(), words, boards if len(boards) > 1 else ())


def _named(at: int, source: LinkSource) -> Words:
    """A board as people choose it: by its place in the settings, and its number once it has been heard."""
    hello = source.link.hello
    return say("doctor.board", nth=str(at + 1), uid="…" if hello is None else hello.uid)
