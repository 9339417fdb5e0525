"""Pages of the hall as it is now: all tables, one table, a match, the wall, the overlay, the health."""

from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from luza.club.history import lists
from luza.club.history.lists import MatchLine, Page, PotLine, ShotLine
from luza.club.history.scope import Scope
from luza.club.web.pages.forms import Form, NotDone
from luza.club.web.pages.site import Site
from luza.club.web.pages.staff import Person
from luza.locale import join, say
from luza.messages import Words
from luza.words import names
from luza.words.fouls import name as foul_name

LATEST = Page(limit=8)
MESSAGE_MOST = 160
MESSAGES_SHOWN = 8
MESSAGE_MINUTES = (1, 5, 15, 60)


class ShotRow(msgspec.Struct, frozen=True):
    """A shot as a line of a list; `score`: of its frame after it, by seat."""

    n: int
    frame: int
    seat: int
    verdict: str
    said: Words
    balls: int
    run: int
    score: tuple[int, ...]


def shot_rows(match: MatchLine, shots: Sequence[ShotLine]) -> list[ShotRow]:
    """The shots of a match in words, the latest first."""
    rows = []
    frame, score = 0, [0] * len(match.players)
    for shot in shots:
        if shot.frame != frame:
            frame, score = shot.frame, [seat.handicap for seat in match.players]
        score = [sum(pair) for pair in zip(score, shot.delta, strict=False)]
        rows.append(
            ShotRow(
                shot.n,
                shot.frame,
                shot.player,
                shot.verdict,
                _said(shot, match.game),
                shot.potted,
                shot.run,
                tuple(score),
            )
        )
    return rows[::-1]


def _said(shot: ShotLine, game: str) -> Words:
    fouls = [foul_name(foul, game) for foul in shot.fouls]
    pots = [_fell(pot, game) for pot in shot.pots]
    if not fouls and not pots:
        return say("club.shot.nothing")
    return join((*fouls, *pots), ", ")


def _fell(pot: PotLine, game: str) -> Words:
    pocket = names.pocket(pot.pocket)
    if game == "classic" or pot.ball == "cue":
        return join((names.ball(pot.ball, game), pocket), ": ")  # type: ignore[arg-type]
    return pocket


class HallPages:
    """Looking is free; the message to a table's screen is for the staff."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._parts = site.parts

    def routes(self) -> list[Route]:
        """The addresses."""
        shows = self._site.shows
        return [
            shows("/", self._still("dashboard.html")),
            shows("/wall", self._still("wall.html")),
            shows("/health", self._still("health.html")),
            shows("/table/{table}", self._table),
            shows("/table/{club}/{table}", self._table),
            shows("/overlay/{table}", self._overlay),
            shows("/overlay/{club}/{table}", self._overlay),
            shows("/match/{match}", self._match),
            self._site.acts("/table/{club}/{table}/message", "tables", self._message),
        ]

    def _still(self, template: str) -> Any:
        async def show(request: Request) -> Response:
            return self._site.page(request, template)

        return show

    def _place(self, request: Request) -> tuple[str, str]:
        club = request.path_params.get("club", self._parts.settings.club.id)
        return club, request.path_params["table"]

    async def _overlay(self, request: Request) -> Response:
        club, table = self._place(request)
        return self._site.page(request, "overlay.html", club=club, table=table)

    async def _table(self, request: Request) -> Response:
        club, slug = self._place(request)
        table = self._parts.hall.table(club, slug)
        played, total = await run_in_threadpool(self._matches, Scope(club=club, table=slug))
        if table is None and not total:
            raise NotDone("no_such_table", 404, table=slug)
        state = table.state if table else None
        key = f"{club}.{slug}.{state.match}" if state and state.match else None
        match, rows = await run_in_threadpool(self._shots, key)
        name = (table.place.name if table else played[0].table_name) or slug
        return self._site.page(
            request,
            "table.html",
            club=club,
            table=slug,
            name=name,
            now_on=table,
            match=match,
            rows=rows,
            matches=[one for one in played if match is None or one.id != match.id],
            minutes=MESSAGE_MINUTES,
            sent=self._parts.messenger.of(club, slug)[:MESSAGES_SHOWN],
            game=names.game,
        )

    async def _match(self, request: Request) -> Response:
        match, rows = await run_in_threadpool(self._shots, request.path_params["match"])
        if match is None:
            raise NotDone("no_such_match", 404)
        return self._site.page(request, "match.html", match=match, rows=rows, game=names.game)

    async def _message(self, request: Request, person: Person, form: Form) -> str:
        club, slug = self._place(request)
        minutes = form.number("minutes", 1, 24 * 60, 5)
        text = form.text("text", MESSAGE_MOST)
        await self._parts.messenger.send(club, slug, text, person.said, 60 * minutes)
        return f"/table/{club}/{slug}?sent=1"

    def _matches(self, scope: Scope) -> tuple[list[MatchLine], int]:
        with self._parts.store.reading() as session:
            return lists.matches(session, scope, LATEST)

    def _shots(self, key: str | None) -> tuple[MatchLine | None, list[ShotRow]]:
        if key is None:
            return None, []
        with self._parts.store.reading() as session:
            match = lists.match(session, key)
            shots = lists.shots(session, key) if match else None
        return match, shot_rows(match, shots) if match and shots else []
