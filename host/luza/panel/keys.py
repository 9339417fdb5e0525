"""Who may do what: PINs, pairing codes, signed sessions, and the lock after wrong tries.

Time comes in with each call: `wall` in seconds since 1970, `boottime` in seconds that never run backwards.
"""

import hashlib
import hmac
import secrets
from typing import get_args

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeSerializer

from luza.panel.asked import Role
from luza.panel.safe import Lock, Safe, Ticket
from luza.panel.whys import no

ROLES: tuple[Role, ...] = get_args(Role)
"""From the least that may be done to the most."""
DIGITS: dict[Role, int] = {"marker": 6, "referee": 6, "manager": 8}
"""Of the PINs that are made at the first start."""
SHORTEST = 4
SESSION_S = 16 * 3600.0
"""A sign-in lasts an evening: a tablet left open overnight has to sign in again."""
TICKET_S = 24 * 3600.0
"""How long a pairing code is good, if nobody uses it."""

# For a Raspberry Pi: 7 MiB and five passes. Of the equals that OWASP advises for argon2id it takes the least
# memory; what a hash has taken once stays with the process.
_hasher = PasswordHasher(time_cost=5, memory_cost=7 * 1024, parallelism=1)


class Session(msgspec.Struct, frozen=True):
    """Somebody who is signed in, as it stands in the cookie. `until`: seconds since 1970."""

    role: Role
    name: str
    device: str
    id: str
    changes: int
    until: float

    @property
    def source(self) -> str:
        """Who entered something, as the journal keeps it."""
        return f"panel:{self.role}:{self.name}" if self.name else f"panel:{self.role}"

    def may(self, role: Role) -> bool:
        """Is this role's work theirs too?"""
        return ROLES.index(self.role) >= ROLES.index(role)


class Keys:
    """The locks of one table."""

    def __init__(self, safe: Safe) -> None:
        self._safe = safe
        self._cookies = URLSafeSerializer(safe.contents.secret, salt="luza panel")

    def first_pins(self) -> dict[Role, str]:
        """Makes a PIN for each role that has none: at the first start, for all. They are shown once."""
        locks = dict(self._safe.contents.locks)
        made: dict[Role, str] = {}
        for role in ROLES:
            if role not in locks:
                made[role] = "".join(secrets.choice("0123456789") for _ in range(DIGITS[role]))
                locks[role] = Lock(_hasher.hash(made[role]))
        if made:
            self._safe.change(locks=locks)
        return made

    def is_right(self, role: Role, pin: str) -> bool:
        """Is this the role's PIN? Takes a tenth of a second and 7 MiB; it may run in a thread."""
        lock = self._safe.contents.locks.get(role)
        if lock is None:
            return False
        try:
            return _hasher.verify(lock.hash, pin)
        except (VerificationError, InvalidHashError):
            return False

    def hashed(self, pin: str) -> str:
        """The hash of a new PIN, for `set`; as slow as `is_right`. Raises No for a PIN that is too easy."""
        if len(pin.strip()) < SHORTEST or len(set(pin)) == 1:
            raise no("short_pin", n=SHORTEST)
        return _hasher.hash(pin)

    def set(self, role: Role, hash: str) -> None:
        """The role has a new PIN; whoever signed in by the old one is signed out."""
        locks = self._safe.contents.locks
        old = locks.get(role)
        changes = 0 if old is None else old.changes + 1
        self._safe.change(locks={**locks, role: Lock(hash, changes)})

    # -- sessions -------------------------------------------------------------------------------------

    def sign_in(self, role: Role, name: str, device: str, wall: float) -> Session:
        """A new session of somebody who has shown a PIN or a pairing code."""
        lock = self._safe.contents.locks.get(role)
        changes = 0 if lock is None else lock.changes
        return Session(role, name, device, secrets.token_hex(12), changes, wall + SESSION_S)

    def cookie(self, session: Session) -> str:
        """The signed cookie."""
        return str(self._cookies.dumps(msgspec.to_builtins(session)))

    def session(self, cookie: str | None, wall: float) -> Session | None:
        """Whose cookie it is; None where it is forged, too old, signed out, or of a PIN that is no more."""
        if not cookie or len(cookie) > 2048:
            return None
        try:
            session = msgspec.convert(self._cookies.loads(cookie), Session)
        except (BadSignature, msgspec.ValidationError):
            return None
        return session if self.good(session, wall) else None

    def good(self, session: Session, wall: float) -> bool:
        """Is the session still one?"""
        contents = self._safe.contents
        lock = contents.locks.get(session.role)
        known = lock is not None and lock.changes == session.changes
        return known and wall < session.until <= wall + SESSION_S and session.id not in contents.void

    def sign_out(self, session: Session, wall: float) -> None:
        """The session's cookie is void from now on, wherever it is kept."""
        void = {id: until for id, until in self._safe.contents.void.items() if until > wall}
        self._safe.change(void={**void, session.id: session.until})

    def csrf(self, session: Session) -> str:
        """What a page of this session must send along, and another page cannot know."""
        key = self._safe.contents.secret.encode()
        return hmac.new(key, f"csrf {session.id}".encode(), hashlib.sha256).hexdigest()

    def csrf_is_right(self, session: Session, given: str | None) -> bool:
        """Compares in constant time."""
        return given is not None and hmac.compare_digest(self.csrf(session).encode(), given.encode())

    # -- pairing --------------------------------------------------------------------------------------

    def ticket(self, role: Role, wall: float) -> tuple[str, float]:
        """A new pairing code, good for one device, and until when (seconds since 1970)."""
        token = secrets.token_urlsafe(18)
        until = wall + TICKET_S
        tickets = [ticket for ticket in self._safe.contents.tickets if ticket.until > wall][-9:]
        self._safe.change(tickets=(*tickets, Ticket(_digest(token), role, until)))
        return token, until

    def use(self, token: str, wall: float) -> Role:
        """Whose role the code gives; it is used up. Raises No for one that is not good (any more)."""
        digest = _digest(token)
        found = [one for one in self._safe.contents.tickets if hmac.compare_digest(one.digest, digest)]
        left = tuple(one for one in self._safe.contents.tickets if one not in found)
        if not found or found[0].until <= wall:
            raise no("bad_token")
        self._safe.change(tickets=left)
        return found[0].role


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Tries:
    """Wrong tries, by where they came from and at which lock; after a few the next must wait, ever longer.

    `where` is an address and a role: whoever has one PIN does not clear the wrong tries at another by it.
    """

    FREE = 5
    FREE_IN_ALL = 50
    """From all addresses together: somebody may have many."""
    FIRST_S = 30.0
    LONGEST_S = 900.0
    FORGOTTEN_S = 900.0
    """After so long without a wrong try one begins anew."""
    _ALL = ""

    def __init__(self) -> None:
        self._wrong: dict[str, tuple[int, float]] = {}
        """Where to the number of wrong tries and when the last was."""

    def locked_s(self, where: str, boottime: float) -> float:
        """How long the next try has to wait; 0: it need not."""
        return max(self._wait(where, self.FREE, boottime), self._wait(self._ALL, self.FREE_IN_ALL, boottime))

    def begun(self, where: str, boottime: float) -> None:
        """A try begins; it is a wrong one until it is `right`, so that many at once gain nothing."""
        self._forget(boottime)
        for key in (where, self._ALL):
            tries, _ = self._wrong.get(key, (0, boottime))
            self._wrong[key] = (tries + 1, boottime)

    def right(self, where: str) -> None:
        """The try was right: none from there are wrong."""
        self._wrong.pop(where, None)
        tries, last = self._wrong.get(self._ALL, (0, 0.0))
        if tries <= 1:
            self._wrong.pop(self._ALL, None)
        else:
            self._wrong[self._ALL] = (tries - 1, last)

    def _wait(self, key: str, free: int, boottime: float) -> float:
        tries, last = self._wrong.get(key, (0, 0.0))
        if tries < free:
            return 0.0
        lock_s = min(self.LONGEST_S, self.FIRST_S * 2.0 ** min(tries - free, 10))
        return max(0.0, last + lock_s - boottime)

    def _forget(self, boottime: float) -> None:
        self._wrong = {
            key: (tries, last)
            for key, (tries, last) in self._wrong.items()
            if boottime - last < self.FORGOTTEN_S
        }
