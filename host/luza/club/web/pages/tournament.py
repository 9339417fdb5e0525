"""Pages of tournaments: the list, announcing one, the organiser's desk, and what everybody sees of it."""

import secrets
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from luza.club.time.errors import TimeRefused
from luza.club.time.permission import Actor
from luza.club.tournament.bracket_svg import svg
from luza.club.tournament.entries import Begun, Deed, Ended, TableClosed, TableOpened, Withdrew
from luza.club.tournament.layout import drawing
from luza.club.tournament.needs import Need
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.view import TournamentView
from luza.club.web.pages import deeds
from luza.club.web.pages.forms import Form, NotDone
from luza.club.web.pages.site import Site
from luza.club.web.pages.staff import Person
from luza.errors import LuzaError
from luza.facts import POCKETS
from luza.rules import GAMES
from luza.words import names

LOG_SHOWN = 60
SEND = frozenset(("pair", "assign", "move"))
"""After these a table is told to begin the match."""
REASONS = ("withdrew", "left", "no_show", "excluded")


class TournamentPages:
    """Looking is free; everything that is entered is the organiser's."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._parts = site.parts
        self._all = site.parts.tournaments

    def routes(self) -> list[Route]:
        """The addresses."""
        shows, acts = self._site.shows, self._site.acts
        return [
            shows("/tournament", self._list),
            shows("/tournament/{id}", self._one),
            acts("/tournament", "tournament", self._announce),
            acts("/tournament/{id}/register", "tournament", self._register),
            acts("/tournament/{id}/begin", "tournament", self._begin),
            acts("/tournament/{id}/release", "tournament", self._release),
            acts("/tournament/{id}/send", "tournament", self._send_again),
            acts("/tournament/{id}/{what}", "tournament", self._enter),
        ]

    # -- looking --------------------------------------------------------------------------------------

    async def _list(self, request: Request) -> Response:
        briefs = await run_in_threadpool(self._all.list)
        views = await run_in_threadpool(lambda: [self._all.view(one.id) for one in briefs[:40]])
        return self._site.page(
            request,
            "tournaments.html",
            views=views,
            seasons=sorted({one.season for one in briefs if one.season}, reverse=True),
            kinds=deeds.KINDS,
            games=sorted(GAMES),
            game=names.game,
            tables=self._tables(),
            today=self._parts.now(),
        )

    async def _one(self, request: Request) -> Response:
        id = request.path_params["id"]
        view = await run_in_threadpool(self._all.view, id)
        log = await run_in_threadpool(self._all.log, id)
        needs = await run_in_threadpool(self._all.needs, id)
        drawn = drawing(view)
        lang = self._site.language(request)
        free = [one.table for one in view.tables if one.match is None]
        return self._site.page(
            request,
            "tournament.html",
            v=view,
            bracket=None if drawn is None else svg(drawn, view.plan.name, "ru" if lang == "ru" else "en"),
            log=list(reversed(log))[:LOG_SHOWN],
            needs=needs,
            accounts={one.entrant: one for one in view.purse.accounts},
            free=free,
            on=[one for one in view.matches if one.status in ("called", "playing")],
            open_results=[one for one in view.matches if one.status in ("reported", "disputed")],
            done=[one for one in reversed(view.matches) if one.status in ("done", "cut", "annulled")],
            here=[one for one in view.entrants if one.out is None],
            clubs_tables=self._tables(),
            table_name=self._table_name,
            game=names.game,
            pockets=POCKETS,
            pocket=names.pocket,
            reasons=REASONS,
            held=await run_in_threadpool(self._held, id) if view.phase == "over" else (),
            untold=self._named(request.query_params.get("untold", "")),
            unheld=self._named(request.query_params.get("unheld", "")),
            key=lambda: secrets.token_hex(8),
        )

    def _tables(self) -> dict[str, str]:
        own = self._parts.settings.club.id
        return {one.place.slug: one.place.name for one in self._parts.hall.tables if one.place.club == own}

    def _table_name(self, table: str | None) -> str:
        return "" if table is None else self._tables().get(table) or table

    def _named(self, tables: str) -> str:
        return ", ".join(self._table_name(one) for one in tables.split(",") if one)

    def _held(self, id: str) -> list[str]:
        """The tables that the tournament holds at the desk for table time."""
        return [one.table for one in self._parts.time.book.tables() if one.held_by == id]

    # -- doing ----------------------------------------------------------------------------------------

    async def _announce(self, request: Request, person: Person, form: Form) -> str:
        plan = deeds.plan(form)
        wanted, plan = plan.tables, msgspec.structs.replace(plan, tables=())
        view = await run_in_threadpool(self._all.open, plan, person.said)
        unheld = await run_in_threadpool(self._open_tables, view.id, wanted, person)
        self._parts.changed(view.id)
        return f"/tournament/{view.id}" + (f"?unheld={','.join(unheld)}" if unheld else "")

    def _open_tables(self, id: str, tables: Sequence[str], person: Person) -> list[str]:
        """Opens them for the tournament; gives those that somebody else has: they are opened later."""
        unheld = []
        for table in tables:
            try:
                self._do(id, TableOpened(table), person, None)
            except (TimeRefused, NotTaken):
                unheld.append(table)
        return unheld

    async def _register(self, request: Request, person: Person, form: Form) -> str:
        """Each line is an entry of its own; those before a line that is refused stay."""
        id = request.path_params["id"]
        try:
            for one in deeds.registrations(form):
                await run_in_threadpool(self._do, id, one, person, None)
        finally:
            self._parts.changed(id)
        return f"/tournament/{id}"

    async def _begin(self, request: Request, person: Person, form: Form) -> str:
        id = request.path_params["id"]
        if form.choice("order", ("draw", "listed"), "draw") == "draw":
            await run_in_threadpool(self._all.draw, id, person.said)
        else:
            await run_in_threadpool(self._do, id, Begun(), person, None)
        self._parts.changed(id)
        return f"/tournament/{id}"

    async def _enter(self, request: Request, person: Person, form: Form) -> str:
        id, what = request.path_params["id"], request.path_params["what"]
        if what == "lots":
            what = "draw"
        entry = deeds.deed(what, form, self._parts.now())
        key = form.text("key", 64, "") or None
        if isinstance(entry, Withdrew) and entry.frame is None:
            await run_in_threadpool(self._all.check, id, entry, person.said)
        before = await run_in_threadpool(self._all.needs, id)
        await run_in_threadpool(self._do, id, entry, person, key)
        self._parts.changed(id)
        if what not in SEND:
            return f"/tournament/{id}"
        after = await run_in_threadpool(self._all.needs, id)
        called = {(one.match, one.table) for one in before if one.sent}
        return await self._send(
            id, [one for one in after if one.sent and (one.match, one.table) not in called]
        )

    async def _send_again(self, request: Request, person: Person, form: Form) -> str:
        id, match = request.path_params["id"], form.text("match", 64)
        needs = await run_in_threadpool(self._all.needs, id)
        return await self._send(id, [one for one in needs if one.sent and one.match == match])

    async def _send(self, id: str, needs: list[Need]) -> str:
        """Tells the tables to begin; a match stays called where its table does not hear, to be begun by
        hand."""
        club = self._parts.settings.club.id
        untold = []
        for need in needs:
            assert need.table is not None
            table = self._parts.hall.table(club, need.table)
            if table is None or not table.online:
                untold.append(need.table)
                continue
            try:
                answer = await self._parts.orders.tell(
                    club, need.table, "start", msgspec.to_builtins(need.start)
                )
            except LuzaError:
                untold.append(need.table)
                continue
            if answer.status not in ("ok", "duplicate"):
                raise NotDone("table_refused", 409, reason=f"{self._table_name(need.table)}: {answer.detail}")
        return f"/tournament/{id}" + (f"?untold={','.join(untold)}" if untold else "")

    def _do(self, id: str, what: Deed, person: Person, key: str | None) -> TournamentView:
        """Enters it; a table that is opened or given back is held or freed at the desk for table time too
        (CODE 15)."""
        desk = self._parts.time.desk
        actor = Actor(person.said, "organiser", id)
        if isinstance(what, TableOpened) and what.table in self._tables():
            self._all.check(id, what, person.said)
            desk.hold(actor, [what.table], id)
        view = self._all.enter(id, what, person.said, entry=key)
        if isinstance(what, TableClosed) and what.table in self._tables():
            desk.release(actor, [what.table], id)
        if isinstance(what, Ended):
            for table in view.tables:
                with suppress(TimeRefused):
                    desk.release(actor, [table.table], id)
        return view

    async def _release(self, request: Request, person: Person, form: Form) -> str:
        """Gives back a table that the tournament still holds although it is over: time was on there."""
        id = request.path_params["id"]
        actor = Actor(person.said, "organiser", id)
        await run_in_threadpool(self._parts.time.desk.release, actor, [form.text("table", 32)], id)
        return f"/tournament/{id}"
