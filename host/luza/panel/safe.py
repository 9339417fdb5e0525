"""What the panel keeps on disk beside the journal: hashes of the PINs, the key that cookies are signed with.

One small file that only its owner may read. No PIN is in it, and nothing of it is in the journal, which is
handed on.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from luza.errors import LuzaError
from luza.panel.asked import Role


class SafeError(LuzaError):
    """The panel's file cannot be read or written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"panel: {path}: {reason}")
        self.path = path


class Lock(msgspec.Struct, frozen=True):
    """A role's PIN: its hash, and how often it has been changed; a cookie of an earlier one is void."""

    hash: str
    changes: int = 0


class Ticket(msgspec.Struct, frozen=True):
    """A pairing code that nobody has used yet; `digest` is of its token, `until` seconds since 1970."""

    digest: str
    role: Role
    until: float


class Sitting(msgspec.Struct, frozen=True):
    """Who sits in the marker's seat; `since` is UTC, RFC 3339. `until`: when the sign-in ends, seconds since
    1970."""

    device: str
    role: Role
    name: str
    since: str
    until: float


class Contents(msgspec.Struct, frozen=True):
    """The whole file. `void`: signed-out sessions, and until when they would have been good."""

    secret: str
    locks: dict[str, Lock] = {}
    tickets: tuple[Ticket, ...] = ()
    void: dict[str, float] = {}
    sitting: Sitting | None = None


class Safe:
    """The file, held in memory; `change` writes it anew, whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.contents = self._read()

    def change(self, **fields: object) -> None:
        """Replaces fields of the contents, on disk and here. Raises SafeError, and then nothing changed."""
        contents = msgspec.structs.replace(self.contents, **fields)
        self._write(contents)
        self.contents = contents

    def _read(self) -> Contents:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Contents)
        except FileNotFoundError:
            return Contents(secret=secrets.token_hex(32))
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise SafeError(
                self.path, f"it is damaged ({problem}); move it away, and new PINs are made at the next start"
            ) from None
        except OSError as problem:
            raise SafeError(self.path, f"it cannot be read ({problem.strerror})") from None

    def _write(self, contents: Contents) -> None:
        beside = self.path.with_name(f"{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                beside.unlink()
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(contents))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
        except OSError as problem:
            raise SafeError(self.path, f"it cannot be written ({problem.strerror})") from None
