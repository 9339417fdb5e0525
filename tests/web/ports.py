"""A port that stays the test's own while servers come and go on it."""

import socket


def kept_port() -> socket.socket:
    """A socket that is bound to a port of 127.0.0.1 and never listens.

    As long as it is open no other program is given that port, while a server that asks for it by number, with
    SO_REUSEADDR as ours do, gets it.
    """
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind(("127.0.0.1", 0))
    return keeper


def number(keeper: socket.socket) -> int:
    """Which port it keeps."""
    port: int = keeper.getsockname()[1]
    return port
