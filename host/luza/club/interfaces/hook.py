"""A webhook as values: who is told, what a delivery says, how it is signed, when it is tried again. Pure.

Headers, signature and secret are those of Standard Webhooks 1.0 (standardwebhooks.com), so that receivers can
check them with a library of their own language.
"""

import base64
import binascii
import hashlib
import hmac
import re
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from luza.club.interfaces.errors import BadInterface
from luza.messages import FrameEvent
from luza.view import FrameResult

SECRET_PREFIX = "whsec_"
_SHORTEST_SECRET = 24
"""Bytes, as the standard asks for."""

PAUSES_S = (5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800)
"""After each failure in turn; about a day in all, then a delivery is given up."""


class Hook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is told. `secret`: `whsec_` and base64 of 24 bytes or more. `name` (lower-case letters,
    digits, hyphens) tells hooks apart and names the spool's file."""

    name: str
    url: str
    secret: str

    def key(self) -> bytes:
        """The secret's bytes; raises BadInterface."""
        try:
            key = base64.b64decode(self.secret.removeprefix(SECRET_PREFIX), validate=True)
        except (binascii.Error, ValueError):
            key = b""
        if not self.secret.startswith(SECRET_PREFIX) or len(key) < _SHORTEST_SECRET:
            raise BadInterface("hook_secret", name=self.name)
        return key

    def check(self) -> None:
        """Raises BadInterface where the name, the address or the secret cannot be used."""
        if not re.fullmatch(r"[a-z0-9-]{1,32}", self.name):
            raise BadInterface("hook_name", name=self.name)
        try:
            parts = urlsplit(self.url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise BadInterface("hook_url", name=self.name, url=self.url)
        self.key()


class FrameData(msgspec.Struct, frozen=True):
    """What a frame's end is about. `score` and `frames_won` are in the order of `players`."""

    club: str
    table: str
    match: str
    game: str | None
    players: tuple[str, ...]
    number: int
    frames_won: tuple[int, ...]
    result: FrameResult | None


class Delivery(msgspec.Struct, frozen=True):
    """The body of a delivery. `frame.reopened` takes back the `frame.ended` of that frame."""

    type: Literal["frame.ended", "frame.reopened"]
    timestamp: str
    data: FrameData


def delivery_of(
    event: FrameEvent,
    club: str,
    table: str,
    *,
    game: str | None = None,
    players: tuple[str, ...] = (),
    frames_won: tuple[int, ...] = (),
) -> tuple[str, bytes] | None:
    """The id and the body of what a table's event is told as; None where nobody is told of it.

    The id follows from the event, so that one that is heard twice is told once.
    """
    if event.event == "started":
        return None
    kind: Literal["frame.ended", "frame.reopened"] = (
        "frame.ended" if event.event == "ended" else "frame.reopened"
    )
    named = f"{club}/{table}/{event.match}/{event.number}/{event.event}/{event.seq}"
    data = FrameData(club, table, event.match, game, players, event.number, frames_won, event.result)
    body = msgspec.json.encode(Delivery(kind, event.at, data))
    return f"luza_{hashlib.sha256(named.encode()).hexdigest()[:32]}", body


def headers(hook: Hook, id_: str, at_s: int, body: bytes) -> dict[str, str]:
    """The headers of a delivery that is sent at `at_s` (seconds since 1970)."""
    signed = b".".join((id_.encode(), str(at_s).encode(), body))
    digest = hmac.new(hook.key(), signed, hashlib.sha256).digest()
    return {
        "content-type": "application/json",
        "user-agent": "luza",
        "webhook-id": id_,
        "webhook-timestamp": str(at_s),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def pause_s(failures: int) -> float | None:
    """How long to wait after so many failures; None: it is given up."""
    return PAUSES_S[failures - 1] if failures <= len(PAUSES_S) else None
