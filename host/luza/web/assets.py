"""The page files (scripts, styles, fonts), held in memory and served under the hash of them all.

`/static/<build>/js/scoreboard.js` never changes under its name, so browsers keep it for a year; relative
imports between scripts stay inside one build. All is read at the start: the controller's loop never waits for
the disk because somebody opened a page.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PACKED = {".css", ".js", ".svg", ".txt"}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """One file; `packed` is it by gzip, None where that gains nothing (fonts, pictures)."""

    body: bytes
    packed: bytes | None
    media_type: str
    etag: str


class Assets:
    """All files below `folder`; `build` is the hash of names and contents, 12 hex digits."""

    def __init__(self, folder: Path) -> None:
        whole = hashlib.sha256()
        self._files: dict[str, Asset] = {}
        for path in sorted(path for path in folder.rglob("*") if path.suffix in TYPES):
            name, body = path.relative_to(folder).as_posix(), path.read_bytes()
            digest = hashlib.sha256(body).hexdigest()
            whole.update(f"{name} {digest}\n".encode())
            packed = gzip.compress(body, mtime=0) if path.suffix in PACKED else None
            self._files[name] = Asset(body, packed, TYPES[path.suffix], f'"{digest[:16]}"')
        self.build = whole.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file; KeyError for one that does not exist (a template's slip)."""
        if name not in self._files:
            raise KeyError(name)
        return f"/static/{self.build}/{name}"

    async def respond(self, request: Request) -> Response:
        """Answers `/static/{build}/{name}`; under another build's address the file is not to be kept."""
        asset = self._files.get(request.path_params["name"])
        if asset is None:
            return PlainTextResponse("no such file", 404)
        headers = {"etag": asset.etag, "vary": "accept-encoding", "cache-control": FOREVER}
        if request.path_params["build"] != self.build:
            headers["cache-control"] = "no-cache"
        if asset.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = asset.body
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = asset.packed
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=asset.media_type)
