"""A table's pages as a source of history: its matches and logs over HTTP, where its file is out of reach."""

import urllib.error
import urllib.request

import msgspec

from luza.club.history.files import UnknownTable
from luza.club.history.intake import Place
from luza.club.history.journals import Recorded
from luza.errors import UNREADABLE, LuzaError
from luza.messages import Meta

TIMEOUT_S = 10.0


class PagesUnread(LuzaError):
    """A table's pages do not answer, or not as expected."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"{address}: {reason}; is it the address of a table's pages, with its panel enabled, "
            "and does [web] host let this machine in?"
        )


class _Match(msgspec.Struct):
    name: str
    started: str | None
    ended: str | None


class TablePages:
    """The pages at `address` (`http://table-1.lan:8080`)."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")

    def read(self, club: str | None = None, slug: str | None = None) -> tuple[Place, list[Recorded]]:
        """Whose they are and all matches; raises PagesUnread or UnknownTable."""
        place = self._place(club, slug)
        try:
            listed = msgspec.json.decode(self._get("/panel/matches?all=1"), type=list[_Match])
        except UNREADABLE as problem:
            raise PagesUnread(self._address, f"an unexpected answer ({problem})") from None
        return place, [self._match(one) for one in reversed(listed) if one.started is not None]

    def _match(self, match: _Match) -> Recorded:
        header, *lines = self._get(f"/panel/export/{match.name}.tlog").decode().splitlines()
        assert match.started is not None
        # The table's state is what was told of a match that is on: a shot that waits for quiet is not.
        return Recorded(match.name, header, tuple(lines), match.started, match.ended)

    def _place(self, club: str | None, slug: str | None) -> Place:
        """What the table calls itself: the first thing its stream of events says."""
        try:
            with urllib.request.urlopen(f"{self._address}/events", timeout=TIMEOUT_S) as stream:
                event = b""
                for line in stream:
                    if line.startswith(b"event: "):
                        event = line.removeprefix(b"event: ").strip()
                    elif line.startswith(b"data: ") and event == b"meta":
                        meta = msgspec.json.decode(line.removeprefix(b"data: "), type=Meta)
                        return Place(club or meta.club, slug or meta.table, meta.table_name)
        except (OSError, *UNREADABLE) as problem:
            raise PagesUnread(self._address, str(getattr(problem, "reason", problem))) from None
        raise UnknownTable(self._address)

    def _get(self, path: str) -> bytes:
        try:
            with urllib.request.urlopen(f"{self._address}{path}", timeout=TIMEOUT_S) as answer:
                body: bytes = answer.read()
        except (OSError, urllib.error.URLError) as problem:
            raise PagesUnread(self._address, str(getattr(problem, "reason", problem))) from None
        return body
