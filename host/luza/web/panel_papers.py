"""The panel's documents over HTTP: why, history, the form of a match, rules, exports, the protocol."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import msgspec
from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from luza.entries import parse_header
from luza.journal import Journal, Match, export_match
from luza.panel import back, forms
from luza.panel.desk import Desk
from luza.panel.known import club_players
from luza.panel.papers import HistoryView, MatchLine
from luza.panel.past import About, folded, history
from luza.panel.protocol import protocol
from luza.panel.reasons import reason
from luza.panel.rulebook import rulebook
from luza.panel.sheets import sheet
from luza.panel.whys import no
from luza.rules import GAMES
from luza.table import Table
from luza.web.panel_requests import guarded, json

MATCHES_SHOWN = 100
STEPS_MOST = 200


class _Source(msgspec.Struct):
    t: float
    source: str = ""


_source = msgspec.json.Decoder(_Source)


class Papers:
    """Answers what panels, and whoever looks, ask for by itself. Nothing here changes anything."""

    def __init__(self, desk: Desk, journal: Journal, players: Path | None) -> None:
        """`players`: the file with the club's list of players, if there is one."""
        self._desk = desk
        self._journal = journal
        self._players = players

    def routes(self, pages: Environment) -> list[Route]:
        """The documents' addresses."""
        paper = pages.get_template("protocol.html")

        async def printed(request: Request) -> Response:
            match, table = self._match(request.path_params["name"])
            lang = "en" if request.query_params.get("lang") == "en" else "ru"
            text = protocol(table, _about(match), self._sources(match), lang)
            return HTMLResponse(paper.render(lang=lang, p=text), headers={"cache-control": "no-store"})

        gets = {
            "/panel/undo": self._undo,
            "/panel/why/{n:int}": self._why,
            "/panel/history": self._history,
            "/panel/matches": self._matches,
            "/panel/start": self._start,
            "/panel/rules/{game}": self._rules,
            "/panel/export/{name}.tlog": self._tlog,
            "/panel/export/{name}.csv": self._csv,
            "/panel/protocol/{name}": printed,
        }
        return [Route(path, guarded(self._desk, get), methods=["GET"]) for path, get in gets.items()]

    async def _undo(self, request: Request) -> Response:
        asked = request.query_params.get("steps", "")
        steps = min(int(asked), STEPS_MOST) if asked.isdecimal() and len(asked) < 6 else back.NEAREST
        return json(back.undo(self._table(), steps))

    async def _why(self, request: Request) -> Response:
        n = request.path_params["n"]
        current = self._journal.current()
        sources = {} if current is None else self._sources(current)
        found = reason(self._table(), n, sources)
        if found is None:
            raise no("no_such_stroke", n=n)
        return json(found)

    async def _history(self, request: Request) -> Response:
        return json(self._past(request.query_params.get("match")))

    async def _matches(self, request: Request) -> Response:
        shown = 0 if request.query_params.get("all") == "1" else MATCHES_SHOWN
        return json([_line(match) for match in reversed(self._journal.matches()[-shown:])])

    async def _start(self, request: Request) -> Response:
        latest = reversed(self._journal.matches()[-MATCHES_SHOWN:])
        players = [name for match in latest for name in parse_header(match.header).players]
        if self._players is not None:
            players += await asyncio.to_thread(club_players, self._players)
        return json(forms.start_form(self._desk.controller.header, players))

    async def _rules(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            raise no("no_such_game")
        return json(rulebook(game))

    async def _tlog(self, request: Request) -> Response:
        match, _ = self._found(request.path_params["name"])
        text = "".join(f"{line}\n" for line in export_match(self._journal, match.id))
        return _file(text, f"{match.name}.tlog", "application/x-ndjson")

    async def _csv(self, request: Request) -> Response:
        past = self._past(request.path_params["name"])
        # The mark at the beginning tells a spreadsheet that this is UTF-8.
        return _file("\ufeff" + sheet(past), f"{past.match}.csv", "text/csv; charset=utf-8")

    # -- what is looked at ----------------------------------------------------------------------------

    def _table(self) -> Table:
        play = self._desk.controller.play
        if play is None:
            raise no("nothing_taken")
        return play.table

    def _found(self, name: str | None) -> tuple[Match, bool]:
        """The match of that name, by default the one being played; and whether it is that one."""
        current = self._journal.current()
        if name is None or (current is not None and current.name == name):
            if current is None:
                raise no("nothing_taken")
            return current, True
        for match in self._journal.matches():
            if match.name == name:
                return match, False
        raise no("no_such_match")

    def _match(self, name: str | None) -> tuple[Match, Table]:
        match, current = self._found(name)
        play = self._desk.controller.play
        if current and play is not None:
            return match, play.table
        return match, folded(match.header, self._journal.lines(match.id))

    def _past(self, name: str | None) -> HistoryView:
        match, table = self._match(name)
        return history(table, _about(match))

    def _sources(self, match: Match) -> Mapping[float, str]:
        """Who entered what, by its time."""
        entries = (_source.decode(line) for line in self._journal.lines(match.id))
        return {entry.t: entry.source for entry in entries}


def _about(match: Match) -> About:
    return About(match.name, match.started, match.ended)


def _line(match: Match) -> MatchLine:
    header = parse_header(match.header)
    return MatchLine(match.name, header.game, tuple(header.players), match.started, match.ended)


def _file(text: str, name: str, media_type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, headers=headers, media_type=media_type)
