"""Pages of players: their list, their figures, records, and what a manager does about names and doubles."""

from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from luza.club.history import lists, people
from luza.club.history.figures import Against, Figures, against, figures, nothing
from luza.club.history.lists import MatchLine, Page, PlayerLine
from luza.club.history.names import same_name
from luza.club.history.records import records
from luza.club.history.scope import Roots, Scope
from luza.club.web.pages.forms import Form, NotDone
from luza.club.web.pages.site import Site
from luza.club.web.pages.staff import Person
from luza.rules import GAMES
from luza.words import names
from luza.words.fouls import name as foul_name

PERIODS = {"all": None, "week": 7, "month": 30, "year": 365}
"""Days of the periods that a page offers."""
AT_ONCE = 100
SORTS = ("frames_won", "frames", "share", "balls_for", "best_run", "potting", "name")
LATEST = Page(limit=12)
OPPONENTS = 12
EVERYBODY = Page(limit=100_000)


class Row(msgspec.Struct, frozen=True):
    """A player in the list."""

    player: PlayerLine
    figures: Figures

    @property
    def share(self) -> float:
        """The share of frames won, 0 to 1."""
        return self.figures.frames_won / self.figures.frames if self.figures.frames else 0.0

    @property
    def percent(self) -> int | None:
        """The same for reading, None where nothing was played."""
        return round(100 * self.share) if self.figures.frames else None


class Opponent(msgspec.Struct, frozen=True):
    """Somebody met, and how it went."""

    player: PlayerLine
    against: Against


class PeoplePages:
    """Looking is free; names and doubles are the manager's."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._store = site.parts.store

    def routes(self) -> list[Route]:
        """The addresses."""
        shows, acts = self._site.shows, self._site.acts
        return [
            shows("/players", self._players),
            shows("/player/{player}", self._player),
            shows("/records", self._records),
            acts("/player/{player}/change", "manage", self._change),
            acts("/player/{player}/merge", "manage", self._merge),
            acts("/player/{player}/part", "manage", self._part),
            acts("/players/new", "manage", self._new),
        ]

    def _asked(self, request: Request) -> tuple[Scope, dict[str, str]]:
        """What is asked for: a game, a period by its name or by two dates."""
        query = request.query_params
        game = query.get("game", "")
        period = query.get("period", "all")
        since, until = query.get("since", ""), query.get("until", "")
        asked = {"game": game, "period": period, "since": since, "until": until}
        if game and game not in GAMES:
            raise NotDone("no_such_game", 404)
        if since or until:
            begin, end = self._day(since), self._day(until)
            asked["period"] = "own"
            return Scope(game or None, begin, None if end is None else end + timedelta(days=1)), asked
        days = PERIODS.get(period)
        begin = None if days is None else self._site.parts.now() - timedelta(days=days)
        return Scope(game or None, begin), asked

    def _day(self, text: str) -> datetime | None:
        if not text:
            return None
        try:
            day = datetime.combine(date.fromisoformat(text), time())
        except ValueError:
            raise NotDone("bad_date", date=text[:20]) from None
        return day.astimezone() if self._site.zone is None else day.replace(tzinfo=self._site.zone)

    async def _players(self, request: Request) -> Response:
        scope, asked = self._asked(request)
        search = request.query_params.get("search", "")[:200]
        sort = request.query_params.get("sort", SORTS[0])
        sort = sort if sort in SORTS else SORTS[0]
        rows = await run_in_threadpool(self._ranked, scope, search, sort)
        first = request.query_params.get("from", "0")
        offset = min(int(first), len(rows)) if first.isascii() and first.isdecimal() else 0
        return self._site.page(
            request,
            "players.html",
            rows=rows[offset : offset + AT_ONCE],
            total=len(rows),
            offset=offset,
            after=offset + AT_ONCE if offset + AT_ONCE < len(rows) else None,
            asked=asked,
            search=search,
            sort=sort,
            **_choices(),
        )

    def _ranked(self, scope: Scope, search: str, sort: str) -> list[Row]:
        with self._store.reading() as session:
            everyone, _ = lists.players(session, search, EVERYBODY)
            found = figures(session, scope)
        wanted = scope != Scope() and not search
        rows = [Row(one, found.get(one.id, nothing())) for one in everyone if one.merged_into is None]
        rows = [row for row in rows if row.figures.frames or row.figures.matches or not wanted]
        if sort == "name":
            return sorted(rows, key=lambda row: same_name(row.player.name))
        if sort == "share":
            return sorted(rows, key=lambda row: (-row.share, -row.figures.frames, same_name(row.player.name)))
        return sorted(rows, key=lambda row: (-(getattr(row.figures, sort) or 0), same_name(row.player.name)))

    async def _player(self, request: Request) -> Response:
        scope, asked = self._asked(request)
        shown = await run_in_threadpool(self._about, request.path_params["player"], scope)
        return self._site.page(
            request, "player.html", asked=asked, foul=foul_name, pocket=names.pocket, **_choices(), **shown
        )

    def _about(self, id: str, scope: Scope) -> dict[str, Any]:
        with self._store.reading() as session:
            root = Roots(session).of(_known(session, id).id)
            player = _known(session, root)
            matches, total = lists.matches(session, scope, EVERYBODY, root)
            met = _met(matches, root)
            opponents = [
                Opponent(_known(session, one), against(session, scope, root, one)) for one in met[:OPPONENTS]
            ]
            everyone, _ = lists.players(session, "", EVERYBODY)
            return {
                "row": Row(player, figures(session, scope, root).get(root, nothing())),
                "doubles": people.doubles(session, root),
                "matches": matches[: LATEST.limit],
                "total": total,
                "opponents": opponents,
                "others": [one for one in everyone if one.id != root and one.merged_into is None],
            }

    async def _records(self, request: Request) -> Response:
        scope, asked = self._asked(request)

        def look() -> list[Any]:
            with self._store.reading() as session:
                return records(session, scope)

        found = await run_in_threadpool(look)
        return self._site.page(request, "records.html", records=found, asked=asked, **_choices())

    async def _change(self, request: Request, person: Person, form: Form) -> str:
        id = request.path_params["player"]
        name, note = form.text("name"), form.whole("note")

        def work() -> None:
            with self._store.writing() as session:
                people.change(session, id, name, note)

        await run_in_threadpool(work)
        return f"/player/{id}"

    async def _merge(self, request: Request, person: Person, form: Form) -> str:
        """The double's figures count for this page's player from now on."""
        id, double = request.path_params["player"], form.text("double", 64)

        def work() -> None:
            with self._store.writing() as session:
                people.merge(session, double, id)

        await run_in_threadpool(work)
        return f"/player/{id}"

    async def _part(self, request: Request, person: Person, form: Form) -> str:
        double = form.text("double", 64)

        def work() -> None:
            with self._store.writing() as session:
                people.part(session, double)

        await run_in_threadpool(work)
        return f"/player/{request.path_params['player']}"

    async def _new(self, request: Request, person: Person, form: Form) -> str:
        name, note = form.text("name"), form.whole("note")

        def work() -> str:
            with self._store.writing() as session:
                return people.enter(session, name, note).id

        return f"/player/{await run_in_threadpool(work)}"


def _known(session: Session, id: str) -> PlayerLine:
    found = lists.player(session, id)
    if found is None:
        raise NotDone("no_such_player", 404)
    return found


def _met(matches: list[MatchLine], root: str) -> list[str]:
    """Who sat at the table with the player, whom he met most often first."""
    met: dict[str, int] = {}
    for match in matches:
        for seat in match.players:
            if seat.player != root:
                met[seat.player] = met.get(seat.player, 0) + 1
    return sorted(met, key=lambda one: -met[one])


def _choices() -> dict[str, Any]:
    return {"games": sorted(GAMES), "game": names.game, "periods": tuple(PERIODS)}
