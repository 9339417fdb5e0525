"""Who of the staff sits at a page, and what they may do there: three keys, as a table's panel has them.

Viewing is free. The locks are the panel's (`luza.panel.keys`): hashed PINs in a file of their own, signed
cookies that last an evening, waiting after wrong tries. A club's staff have the key that a marker has at a
table, its organiser a referee's.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from luza.club.web.pages.forms import NotDone
from luza.locale import say
from luza.messages import Words
from luza.panel import start
from luza.panel.asked import Role as Key
from luza.panel.keys import SESSION_S, Keys, Session, Tries
from luza.panel.safe import Safe
from luza.panel.whys import No
from luza.web.panel_requests import not_elsewhere

Role = Literal["staff", "organiser", "manager"]
Right = Literal["tables", "time", "tournament", "manage"]
COOKIE = "luza_club"
NAME_MOST = 40

KEYS: Mapping[Role, Key] = {"staff": "marker", "organiser": "referee", "manager": "manager"}
ROLES: Mapping[Key, Role] = {key: role for role, key in KEYS.items()}
RIGHTS: Mapping[Role, frozenset[Right]] = {
    "staff": frozenset(("tables", "time")),
    # For table time an organiser may act on the tables of a tournament alone: the desk sees to it.
    "organiser": frozenset(("tables", "time", "tournament")),
    "manager": frozenset(("tables", "time", "tournament", "manage")),
}


class Person(msgspec.Struct, frozen=True):
    """Somebody who is signed in. `csrf`: what their forms carry, and no other page can know."""

    role: Role
    name: str
    csrf: str

    @property
    def said(self) -> str:
        """Who did something, as it is written down."""
        return self.name or say(f"club.role.{self.role}").ru

    def may(self, right: Right) -> bool:
        """Whether it is theirs to do."""
        return right in RIGHTS[self.role]


class Staff:
    """The doors of one club's server."""

    def __init__(self, safe: Safe) -> None:
        self._keys = Keys(safe)
        self._tries = Tries()
        self._one_at_a_time = asyncio.Lock()
        """Looking at a PIN takes 7 MiB and a tenth of a second."""

    def first_pins(self) -> dict[Role, str]:
        """Makes the PINs that are missing, at the first start all; they are shown once."""
        return {ROLES[key]: pin for key, pin in self._keys.first_pins().items()}

    def who(self, request: Request) -> Person | None:
        """Who sends this; None for a guest."""
        session = self._session(request)
        if session is None:
            return None
        return Person(ROLES[session.role], session.name, self._keys.csrf(session))

    def allowed(self, request: Request, right: Right, csrf: str) -> Person:
        """Who sends a form that acts; raises NotDone where it is nobody's to do."""
        session = self._session(request)
        person = self.who(request)
        if session is None or person is None:
            raise NotDone("session_over" if COOKIE in request.cookies else "not_signed_in", 401)
        if not self._keys.csrf_is_right(session, csrf):
            raise NotDone("csrf", 403)
        if not person.may(right):
            raise NotDone("not_allowed", 403, role=say(f"club.role.{person.role}"))
        return person

    async def sign_in(self, request: Request, role: Role, pin: str, name: str) -> Session:
        """The session of who knows the role's PIN; raises NotDone."""
        where = f"{request.client.host if request.client else ''} {role}"
        now = time.monotonic()
        wait_s = self._tries.locked_s(where, now)
        if wait_s > 0:
            raise NotDone("locked", 429, n=max(1, round(wait_s)))
        self._tries.begun(where, now)
        async with self._one_at_a_time:
            right = await asyncio.to_thread(self._keys.is_right, KEYS[role], pin)
        if not right:
            raise NotDone("wrong_pin", 401)
        self._tries.right(where)
        return self._keys.sign_in(KEYS[role], start.clean(name)[:NAME_MOST].strip(), "", time.time())

    def welcome(self, request: Request, response: Response, session: Session) -> None:
        """Gives the cookie along."""
        response.set_cookie(
            COOKIE,
            self._keys.cookie(session),
            max_age=int(SESSION_S),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )

    def sign_out(self, request: Request, response: Response) -> None:
        """The cookie is void wherever it is kept."""
        session = self._session(request)
        if session is not None:
            self._keys.sign_out(session, time.time())
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")

    async def change(self, role: Role, pin: str) -> None:
        """A new PIN for a role; whoever signed in by the old one is signed out. Raises NotDone."""
        try:
            hashed = await asyncio.to_thread(self._keys.hashed, pin)
        except No as problem:
            raise NotDone("short_pin", 409) from problem
        await asyncio.to_thread(self._keys.set, KEYS[role], hashed)

    def _session(self, request: Request) -> Session | None:
        return self._keys.session(request.cookies.get(COOKIE), time.time())


def from_here(request: Request) -> None:
    """Raises NotDone where a browser says that another site's page sends this."""
    try:
        not_elsewhere(request)
    except No as problem:
        raise NotDone("elsewhere", 403) from problem


def first_start(pins: Mapping[Role, str], address: str) -> Words:
    """What the console shows once: the PINs by role, and where they are used."""
    texts = []
    for language in ("ru", "en"):
        lines = [f"    {getattr(say(f'club.role.{role}'), language):<14} {pin}" for role, pin in pins.items()]
        head = getattr(say("club.console.pins", address=f"{address}/signin"), language)
        texts.append("\n".join((head, "", *lines, "")))
    return Words(*texts)
