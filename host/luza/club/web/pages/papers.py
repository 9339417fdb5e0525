"""What leaves a tournament: protocol, PDF, CSV, bracket, calendar, rating, and what the wall asks."""

from collections.abc import Callable
from typing import Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from luza.club.interfaces.calendar import MEDIA_TYPE, Fixture, calendar
from luza.club.tournament.bracket_svg import svg
from luza.club.tournament.layout import drawing
from luza.club.tournament.live import GroupLines, NextMatch, StandingLine
from luza.club.tournament.paper import Paper, protocol, season
from luza.club.tournament.pdf import PDF_TYPE, pdf
from luza.club.tournament.printing import CSV_TYPE, page, table_file
from luza.club.tournament.view import TournamentView
from luza.club.web.pages.forms import NotDone
from luza.club.web.pages.site import Site

FRESH = {"cache-control": "no-store"}


class OnWall(msgspec.Struct, frozen=True):
    """A tournament as the wall and other pages read it."""

    id: str
    name: str
    phase: str
    standings: tuple[StandingLine, ...]
    groups: tuple[GroupLines, ...]
    next: tuple[NextMatch, ...]
    bracket: str | None
    champion: str | None


class Papers:
    """Free to look at, for everybody."""

    def __init__(self, site: Site, asset: Callable[[str], str]) -> None:
        self._site = site
        self._all = site.parts.tournaments
        self._asset = asset

    def routes(self) -> list[Route]:
        """The addresses; they come before those of a tournament's page."""
        shows = self._site.shows
        return [
            shows("/tournament/live.json", self._live),
            shows("/tournament/{id}/protocol", self._protocol),
            shows("/tournament/{id}/protocol.pdf", self._pdf),
            shows("/tournament/{id}/protocol.csv", self._csv),
            shows("/tournament/{id}/bracket", self._bracket),
            shows("/tournament/{id}/bracket.svg", self._svg),
            shows("/tournament/{id}/rounds.ics", self._calendar),
            shows("/rating/{season}", self._rating),
            shows("/rating/{season}/paper", self._season),
            shows("/rating/{season}/rating.csv", self._season_csv),
        ]

    def _language(self, request: Request) -> Literal["ru", "en"]:
        return "en" if self._site.language(request) == "en" else "ru"

    async def _paper(self, request: Request) -> Paper:
        view = await run_in_threadpool(self._all.view, request.path_params["id"])
        return protocol(view, self._language(request))

    async def _protocol(self, request: Request) -> Response:
        return HTMLResponse(page(await self._paper(request), self._asset), headers=FRESH)

    async def _pdf(self, request: Request) -> Response:
        paper, now = await self._paper(request), self._site.parts.now()
        made = await run_in_threadpool(pdf, paper, now)
        return _file(made, f"{request.path_params['id']}.pdf", PDF_TYPE)

    async def _csv(self, request: Request) -> Response:
        return _file(table_file(await self._paper(request)), f"{request.path_params['id']}.csv", CSV_TYPE)

    async def _svg(self, request: Request) -> Response:
        _, text = await self._drawn(request)
        return Response(text, headers=FRESH, media_type="image/svg+xml")

    async def _bracket(self, request: Request) -> Response:
        """The bracket alone, large, to be printed."""
        view, text = await self._drawn(request)
        return self._site.page(request, "bracket.html", v=view, bracket=text)

    async def _drawn(self, request: Request) -> tuple[TournamentView, str]:
        """A tournament and its bracket as SVG. Raises NotDone where it has none."""
        view = await run_in_threadpool(self._all.view, request.path_params["id"])
        drawn = drawing(view)
        if drawn is None:
            raise NotDone("no_bracket", 404)
        return view, svg(drawn, view.plan.name, self._language(request))

    async def _calendar(self, request: Request) -> Response:
        id = request.path_params["id"]
        view = await run_in_threadpool(self._all.view, id)
        slots = await run_in_threadpool(self._all.timetable, id)
        language = self._language(request)
        fixtures = [
            Fixture(
                uid=f"{id}.{slot.match}",
                title=f"{view.plan.name}, {getattr(slot.round, language)}",
                start=slot.start,
                end=slot.end,
                table=slot.table,
                players=tuple(name for name in slot.names if name),
                revision=view.entries,
            )
            for slot in slots
        ]
        text = calendar(view.plan.name, fixtures, self._site.parts.now(), language)
        return _file(text, f"{id}.ics", MEDIA_TYPE)

    async def _live(self, request: Request) -> Response:
        found = await run_in_threadpool(self._on_wall, self._language(request))
        return Response(msgspec.json.encode(found), headers=FRESH, media_type="application/json")

    def _on_wall(self, language: Literal["ru", "en"]) -> list[OnWall]:
        shown = []
        for brief in self._all.list()[:20]:
            view = self._all.view(brief.id)
            if view.phase != "running":
                continue
            drawn = drawing(view)
            live = self._all.standings(brief.id)
            shown.append(
                OnWall(
                    brief.id,
                    brief.name,
                    view.phase,
                    live.lines,
                    live.groups,
                    tuple(self._named(match) for match in self._all.upcoming(brief.id).matches),
                    None if drawn is None else str(svg(drawn, brief.name, language)),
                    live.champion,
                )
            )
        return shown

    def _named(self, match: NextMatch) -> NextMatch:
        """The match with its table as people call it."""
        parts = self._site.parts
        table = None if match.table is None else parts.hall.table(parts.settings.club.id, match.table)
        if table is None:
            return match
        return msgspec.structs.replace(match, table=table.place.name or match.table)

    async def _rating(self, request: Request) -> Response:
        name = request.path_params["season"]
        lines = await run_in_threadpool(self._all.rating, name)
        return self._site.page(request, "rating.html", season=name, lines=lines)

    async def _season_paper(self, request: Request) -> Paper:
        name = request.path_params["season"]
        return season(await run_in_threadpool(self._all.rating, name), name, self._language(request))

    async def _season(self, request: Request) -> Response:
        return HTMLResponse(page(await self._season_paper(request), self._asset), headers=FRESH)

    async def _season_csv(self, request: Request) -> Response:
        return _file(table_file(await self._season_paper(request)), "rating.csv", CSV_TYPE)


def _file(body: bytes, name: str, media_type: str) -> Response:
    headers = {**FRESH, "content-disposition": f'attachment; filename="{name}"'}
    return Response(body, headers=headers, media_type=media_type)
