"""The read-only HTTP API, `/api/v1`: one row a question, which routes and OpenAPI document are made from."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from luza.club.hearing.hall import Hall
from luza.club.history import lists, people
from luza.club.history.export import COLUMNS, export
from luza.club.history.figures import against, figures, nothing
from luza.club.history.lists import Page, PlayerLine
from luza.club.history.names import same_name
from luza.club.history.records import records
from luza.club.history.scope import Roots, Scope
from luza.club.store import Store, StoreError
from luza.club.web import answers
from luza.club.web.asking import NotAnswered, Parameter, read
from luza.rules import GAMES

BASE = "/api/v1"
MOST = 500
TEXT_MOST = 200

_LIMIT = Parameter("limit", "How many at most", "number", 1, MOST, 50)
_OFFSET = Parameter("offset", "How many are passed over", "number", 0, 10**9, 0)
_SCOPE = (
    Parameter("game", "Matches of this game only", "choice", choices=tuple(sorted(GAMES))),
    Parameter("since", "Begun then or later: a date (UTC) or a moment", "moment"),
    Parameter("until", "Begun before: a date (UTC) or a moment", "moment"),
    Parameter("club", "At tables of this club only"),
    Parameter("table", "At this table only"),
)
_PLAYER = Parameter("player", "The id of a player who took part")
_SEARCH = Parameter("search", "A part of the name, however it is spelled")

Asked = Mapping[str, Any]
Answering = Callable[[Session, Mapping[str, str], Asked], Any]


class Question(msgspec.Struct, frozen=True):
    """One address: what it answers (a shape, or a media type), and what may be asked."""

    path: str
    about: str
    answer: type | str
    parameters: tuple[Parameter, ...] = ()

    @property
    def known(self) -> dict[str, Parameter]:
        """The parameters by name."""
        return {one.name: one for one in self.parameters}


QUESTIONS: dict[str, Question] = {
    "tables": Question("/tables", "All tables as they stand now", answers.Tables),
    "table": Question("/tables/{club}/{table}", "One table as it stands now", answers.TableLine),
    "health": Question("/health", "How the server is", answers.ServerHealth),
    "players": Question("/players", "Players by name", answers.Players, (_SEARCH, _LIMIT, _OFFSET)),
    "player": Question("/players/{player}", "A player and his doubles", answers.PlayerDetail),
    "player_figures": Question(
        "/players/{player}/figures", "What a player did", answers.PlayerFigures, _SCOPE
    ),
    "against": Question(
        "/players/{player}/against/{other}", "Two players against each other", answers.HeadToHead, _SCOPE
    ),
    "figures": Question("/figures", "What everybody did", answers.Ranking, (*_SCOPE, _LIMIT, _OFFSET)),
    "matches": Question(
        "/matches", "Matches, the latest first", answers.Matches, (*_SCOPE, _PLAYER, _LIMIT, _OFFSET)
    ),
    "match": Question("/matches/{match}", "One match with its frames", lists.MatchLine),
    "shots": Question("/matches/{match}/shots", "The shots of a match", answers.Shots),
    "records": Question("/records", "The club's records", answers.Records, _SCOPE),
    **{
        f"export_{what}_{form}": Question(
            f"/export/{what}.{form}", f"All {what} as {form.upper()}", media, _SCOPE
        )
        for what in COLUMNS
        for form, media in (("csv", "text/csv"), ("json", "application/json"))
    },
}
"""Every address, by the name of its operation."""


class Api:
    """Answers the questions; `health` says how the server is."""

    def __init__(self, store: Store, hall: Hall, health: Callable[[], answers.ServerHealth]) -> None:
        self._store = store
        self._hall = hall
        self._health = health
        self._from_history: dict[str, Answering] = {
            "players": _players,
            "player": _player,
            "player_figures": _player_figures,
            "against": _against,
            "figures": _figures,
            "matches": _matches,
            "match": _match,
            "shots": _shots,
            "records": _records,
        }

    def routes(self) -> list[Route]:
        """The routes below `BASE`."""
        return [
            Route(question.path, self._endpoint(name, question), methods=["GET"])
            for name, question in QUESTIONS.items()
        ]

    def _endpoint(self, name: str, question: Question) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            try:
                asked = read(request, question.known)
                return await self._answer(name, request, asked)
            except NotAnswered as no:
                return refusal(no)
            except StoreError as problem:
                return refusal(NotAnswered(503, "store", reason=str(problem)))

        return answer

    async def _answer(self, name: str, request: Request, asked: Asked) -> Response:
        if name == "tables":
            return json(answers.Tables([answers.table_line(table) for table in self._hall.tables]))
        if name == "table":
            club, slug = request.path_params["club"], request.path_params["table"]
            table = self._hall.table(club, slug)
            if table is None:
                raise NotAnswered(404, "no_such_table", table=f"{club}/{slug}"[:TEXT_MOST])
            return json(answers.table_line(table))
        if name == "health":
            return json(self._health())
        if name.startswith("export_"):
            return self._export(name, asked)
        return json(await run_in_threadpool(self._look, name, dict(request.path_params), asked))

    def _look(self, name: str, path: Mapping[str, str], asked: Asked) -> object:
        with self._store.reading() as session:
            return self._from_history[name](session, path, asked)

    def _export(self, name: str, asked: Asked) -> Response:
        _, what, form = name.split("_")

        def pieces() -> Any:
            with self._store.reading() as session:
                yield from export(session, what, form, _scope(asked))  # type: ignore[arg-type]

        media = "text/csv; charset=utf-8" if form == "csv" else "application/json"
        headers = {"content-disposition": f'attachment; filename="luza-{what}.{form}"', **FRESH}
        return StreamingResponse(pieces(), media_type=media, headers=headers)


FRESH = {"cache-control": "no-store"}


def json(answer: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(answer), status, FRESH, "application/json")


def refusal(no: NotAnswered) -> Response:
    """Why there is no answer."""
    return json(answers.Refusal(answers.Trouble(no.code, no.words)), no.status)


def _scope(asked: Asked) -> Scope:
    return Scope(**{name: asked.get(name) for name in ("game", "since", "until", "club", "table")})


def _page(asked: Asked) -> Page:
    return Page(asked["limit"], asked["offset"])


def _next(page: Page, total: int) -> int | None:
    after = page.offset + page.limit
    return after if after < total else None


def _known(session: Session, number: str) -> PlayerLine:
    found = lists.player(session, number)
    if found is None:
        raise NotAnswered(404, "no_such_player", id=number[:TEXT_MOST])
    return found


def _players(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    page = _page(asked)
    items, total = lists.players(session, asked["search"] or "", page)
    return answers.Players(items, total, _next(page, total))


def _player(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    player = _known(session, path["player"])
    doubles = [lists.line(one) for one in people.doubles(session, player.id)]
    return answers.PlayerDetail(player, doubles)


def _root(session: Session, number: str) -> PlayerLine:
    """The player for whom this one counts."""
    return _known(session, Roots(session).of(_known(session, number).id))


def _player_figures(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    player = _root(session, path["player"])
    found = figures(session, _scope(asked), player.id)
    return answers.PlayerFigures(player, found.get(player.id, nothing()))


def _against(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    one, other = _root(session, path["player"]), _root(session, path["other"])
    return answers.HeadToHead((one, other), against(session, _scope(asked), one.id, other.id))


def _figures(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    page = _page(asked)
    found = figures(session, _scope(asked))
    ranked = sorted(
        ((_known(session, number), one) for number, one in found.items()),
        key=lambda pair: (-pair[1].frames_won, pair[1].frames, same_name(pair[0].name)),
    )
    items = [answers.PlayerFigures(player, one) for player, one in ranked]
    shown = items[page.offset : page.offset + page.limit]
    return answers.Ranking(shown, len(items), _next(page, len(items)))


def _matches(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    page = _page(asked)
    player = asked["player"]
    root = None if player is None else _root(session, player).id
    items, total = lists.matches(session, _scope(asked), page, root)
    return answers.Matches(items, total, _next(page, total))


def _match(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    found = lists.match(session, path["match"])
    if found is None:
        raise NotAnswered(404, "no_such_match", key=path["match"][:TEXT_MOST])
    return found


def _shots(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    found = lists.shots(session, path["match"])
    if found is None:
        raise NotAnswered(404, "no_such_match", key=path["match"][:TEXT_MOST])
    return answers.Shots(found)


def _records(session: Session, path: Mapping[str, str], asked: Asked) -> object:
    return answers.Records(records(session, _scope(asked)))
