"""A receiver of webhooks: a real HTTP server on loopback, in threads of its own."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec


class Request(msgspec.Struct, frozen=True):
    """A delivery as it came."""

    headers: dict[str, str]
    body: bytes


class Receiver:
    """Answers each delivery with what `answer` says: a status, or None to say nothing until it ends."""

    def __init__(self, answer: Callable[[Request], int | None] = lambda _r: 204, port: int = 0) -> None:
        self.heard: list[Request] = []
        self.news = threading.Condition()
        self._over = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with receiver.news:
                    request = Request({k.lower(): v for k, v in self.headers.items()}, body)
                    receiver.heard.append(request)
                    receiver.news.notify_all()
                status = answer(request)
                if status is None:
                    receiver._over.wait()
                    return
                self.send_response(status)
                self.send_header("content-length", "0")
                if status == 302:
                    self.send_header("location", f"http://127.0.0.1:{receiver.port}/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> "Receiver":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def wait_for(self, many: int, deadline_s: float = 20.0) -> list[Request]:
        """Blocks until so many deliveries have come."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.heard) >= many, deadline_s), self.heard
        return self.heard
