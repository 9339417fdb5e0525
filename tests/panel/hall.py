"""A table with its panels: the real controller on a real journal, the real application, browsers by httpx."""

import asyncio
import itertools
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from luza.controller import Controller
from luza.entries import Header
from luza.facts import Fact
from luza.journal import Journal
from luza.panel.asked import Role
from luza.panel.desk import Desk
from luza.panel.keys import ROLES
from luza.panel.safe import Lock, Safe
from luza.sources.board import BoardBatch
from luza.web.app import create_app
from luza.web.panel import Panel

from tests.controller.world import BOOT, UID, HandClocks, header, profile

ADDRESS = "http://table.club:8080"


class Browser:
    """A panel in one browser, signed in or not; `act` sends actions against the state it has seen."""

    _numbers = itertools.count()

    def __init__(self, hall: "Hall", device: str, address: str = "10.0.0.7") -> None:
        self.hall = hall
        self.device = device
        transport = httpx.ASGITransport(app=hall.app, client=(address, 50_000))
        self.http = httpx.AsyncClient(transport=transport, base_url=ADDRESS)
        self.csrf: str | None = None
        self.rev = 0
        self.status = 0
        self.answer: dict[str, Any] = {}

    @property
    def panel(self) -> dict[str, Any]:
        found: dict[str, Any] = self.answer["panel"]
        return found

    def get(self, path: str) -> Any:
        """A document; its status in `status`."""
        response = self.hall.run(self.http.get(f"/panel/{path}"))
        self.status = response.status_code
        return response.json()

    def look(self) -> dict[str, Any]:
        """Reads the state anew."""
        return self._take(self.hall.run(self.http.get("/panel/state")))

    def post(self, path: str, body: object, **headers: str) -> dict[str, Any]:
        return self._take(self.hall.run(self.posting(path, body, **headers)))

    async def posting(self, path: str, body: object, **headers: str) -> httpx.Response:
        more = {"x-luza-csrf": self.csrf} if self.csrf else {}
        content = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return await self.http.post(
            f"/panel/{path}", content=content, headers={"content-type": "application/json", **more, **headers}
        )

    def pair(self, role: str = "marker", name: str = "") -> Self:
        """Signs in by a pairing code: no PIN has to be hashed."""
        token, _ = self.hall.desk.keys.ticket(role, self.hall.clocks.wall())  # type: ignore[arg-type]
        self.post("pair", {"token": token, "device": self.device, "name": name})
        assert self.status == 200, self.answer
        return self

    def act(self, do: str, *, rev: int | None = None, id: str | None = None, **fields: Any) -> dict[str, Any]:
        self.hall.clocks.forward(1.0)
        action = {"do": do, **fields}
        return self.post("act", self.request(action, rev, id))

    def request(
        self, action: dict[str, Any], rev: int | None = None, id: str | None = None
    ) -> dict[str, Any]:
        id = id or f"tap-{next(self._numbers):08}"
        return {"id": id, "expected_rev": self.rev if rev is None else rev, "action": action}

    def enter(self, type: str, *, rev: int | None = None, **fields: Any) -> dict[str, Any]:
        return self.act("enter", entry={"type": type, **fields}, rev=rev)

    def done(self, do: str, **fields: Any) -> None:
        """An action that must be taken."""
        answer = self.act(do, **fields)
        assert (self.status, answer["status"]) == (200, "ok"), answer["words"]

    def entered(self, type: str, **fields: Any) -> None:
        """An entry that must be taken."""
        self.done("enter", entry={"type": type, **fields})

    @property
    def said(self) -> str:
        """Why the last thing was refused, in English."""
        words: dict[str, str] = self.answer["words"]
        assert words["ru"] and words["en"]
        return words["en"]

    def offer(self, id: str) -> dict[str, Any]:
        return next(offer for offer in self.panel["offers"] if offer["id"] == id)

    def _take(self, response: httpx.Response) -> dict[str, Any]:
        self.status = response.status_code
        self.answer = response.json()
        self.csrf = self.answer.get("csrf") or self.csrf
        if self.answer.get("panel"):
            self.rev = self.answer["panel"]["rev"]
        return self.answer


class Hall:
    """One table; `restart` is what a power cut does to its host."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        self.clocks = HandClocks()
        self.folder = folder
        self.profile = profile(**changes)
        self.referee_only: frozenset[str] = frozenset()
        self.pins: dict[Role, str] = {}
        self._runner = asyncio.Runner()
        self.run = self._runner.run
        self.open()

    def open(self, first_start: bool = False) -> None:
        self.journal = Journal.open(self.folder / "table.db")
        self.table = Controller(self.journal, self.profile, self.clocks, retry_s=0.001)
        safe = Safe(self.folder / "panel.json")
        self.desk = Desk(self.table, safe, self.clocks, self.referee_only)
        if first_start:
            self.pins = self.desk.keys.first_pins()
        elif not safe.contents.locks:
            # As a first start would, but for the PINs: hashing takes its time.
            safe.change(locks=dict.fromkeys(ROLES, Lock("no PIN opens this")))
        self.app = create_app(self.table, panel=Panel(self.desk, self.journal, self.clocks))

    def restart(self, first_start: bool = False) -> None:
        self.journal.close()
        self.open(first_start)

    def end(self) -> None:
        self.journal.close()
        self._runner.close()

    def browser(self, device: str = "tablet-one", address: str = "10.0.0.7") -> Browser:
        return Browser(self, device, address)

    def marker(self, name: str = "Ольга", device: str = "tablet-one") -> Browser:
        """A browser that is signed in as the marker and has seen the state."""
        return self.browser(device).pair(name=name)

    def start(self, **changes: Any) -> str:
        """Begins a match, by default one without sensors."""
        fields = {"sensors": ["rest"], **changes}
        return self.run(self.table.start_match(header(**fields)))

    def start_anew(self, **changes: Any) -> str:
        """Ends the match and begins another."""
        self.run(self.table.stop_match())
        return self.start(**changes)

    def feel(self, *facts: Fact) -> None:
        """The board feels facts; each `t` counts from now."""
        now = self.clocks.boottime()
        late = tuple(msgspec.structs.replace(fact, t=fact.t + now) for fact in facts)
        self.clocks.forward(max(fact.t for fact in facts))
        position = self.journal.position(UID)
        seq = (position.seq if position else 0) + len(facts)
        self.run(self.table.deliver(BoardBatch(UID, BOOT, seq, late)))

    def lines(self) -> list[dict[str, Any]]:
        """The entries of the match that is being played."""
        current = self.journal.current()
        assert current is not None
        return [msgspec.json.decode(line) for line in self.journal.lines(current.id)]

    @property
    def score(self) -> tuple[int, ...]:
        play = self.table.play
        assert play is not None
        return play.table.frame.score

    @property
    def header(self) -> Header:
        return self.table.header
