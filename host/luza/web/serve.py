"""Runs the pages by uvicorn inside the controller's event loop."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from luza.errors import LuzaError

BACKLOG = 2048
"""Connections that may wait to be accepted: uvicorn's own number."""


class PortTaken(LuzaError):
    """The pages' address cannot be listened on."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"web: cannot listen on {host}:{port} ({reason}); "
            "stop what uses that port, or set another web.port"
        )
        self.host = host
        self.port = port


class _Server(uvicorn.Server):
    """uvicorn's server that leaves signals to the process it lives in, and says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


class WebServer:
    """The pages on `host`:`port` (0: any free port; with `any_port` also where it is taken). `start` and
    `stop` are called in the same loop.

    proxies: the addresses whose `X-Forwarded-For` and `X-Forwarded-Proto` say who asks, and by what scheme.
    """

    def __init__(
        self,
        app: Starlette,
        host: str = "127.0.0.1",
        port: int = 8080,
        *,
        any_port: bool = False,
        proxies: Sequence[str] = (),
    ) -> None:
        self._app = app
        self._host = host
        self._port = port
        self._any_port = any_port
        self._proxies = list(proxies)
        self._bound = port
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Listens and returns the address for a browser (`http://127.0.0.1:8080`); raises PortTaken."""
        listener = self._listener()
        config = uvicorn.Config(
            self._app,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            # Who tries PINs is known by the connection; what a request claims counts from our proxies alone.
            proxy_headers=bool(self._proxies),
            forwarded_allow_ips=self._proxies,
            timeout_graceful_shutdown=2,
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve([listener]))
        await self._server.listening.wait()
        self._bound = int(listener.getsockname()[1])
        return f"http://{self._host}:{self._bound}"

    def _listener(self) -> socket.socket:
        try:
            return _listen(self._host, self._port)
        except PortTaken:
            if not self._any_port:
                raise
            return _listen(self._host, 0)

    def reachable(self) -> str:
        """The address for another machine of the club, where this one listens to any; else the same."""
        host = self._host
        if host in ("0.0.0.0", "::"):
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                try:
                    probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way out
                    host = str(probe.getsockname()[0])
                except OSError:
                    host = socket.gethostname()
        return f"http://{host}:{self._bound}"

    async def stop(self) -> None:
        """Ends the event streams, answers what is under way, and stops listening."""
        if self._server is None or self._serving is None:
            return
        self._app.state.events.close()
        self._server.should_exit = True
        await self._serving
        self._server = self._serving = None


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # of two that are bound to a port only one may: the other hears of it here
    except OSError as error:
        listener.close()
        raise PortTaken(host, port, error.strerror or str(error)) from error
    return listener
