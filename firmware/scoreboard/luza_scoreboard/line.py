"""A TCP line to the broker, with or without TLS, that never waits."""

import binascii
import errno
import select
import socket
import time

from luza_scoreboard.errors import Lost

_UNDERWAY = (errno.EINPROGRESS, errno.EAGAIN)
_A_RECENT_YEAR = 2026
"""A board that was just switched on believes in an earlier one, and then in no certificate."""


class Line:
    """One connection, from its opening to its end. Where it breaks it raises Lost or OSError."""

    def __init__(self, host: str, port: int, ca: "bytes | None", time_server: str) -> None:
        self._host = host
        self._ca = ca
        if ca is not None:
            _set_clock(time_server)
        address = socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM)[0][-1]
        self._socket = socket.socket()
        self._stream = self._socket
        self._socket.setblocking(False)
        try:
            self._socket.connect(address)
        except OSError as error:
            if error.errno not in _UNDERWAY:
                self._socket.close()
                raise
        self._ready = select.poll()
        self._ready.register(self._socket, select.POLLOUT)

    def connected(self) -> bool:
        """The other end has answered; asked until it is true, and then no more."""
        for _, event in self._ready.poll(0):
            if event & (select.POLLERR | select.POLLHUP):
                raise Lost("nobody answers at " + self._host)
            self._secure()
            return True
        return False

    def read(self, buffer: bytearray) -> int:
        """How many bytes came, 0 for none so far."""
        count = self._stream.readinto(buffer)
        if count == 0:
            raise Lost("the broker has hung up")
        return count or 0

    def write(self, data: bytes) -> int:
        """How many of the bytes are under way."""
        return self._stream.write(data) or 0

    def close(self) -> None:
        """The end, whatever state it is in."""
        for one in (self._stream, self._socket):
            try:
                one.close()
            except OSError:
                pass

    def _secure(self) -> None:
        if self._ca is None:
            return
        import ssl  # only where it is asked for: it takes memory

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=self._ca)
        self._stream = context.wrap_socket(
            self._socket, server_hostname=self._host, do_handshake_on_connect=False
        )


def certificate(text: bytes) -> bytes:
    """The first certificate of a PEM file as DER, which every board can read; raises ValueError."""
    body = text.split(b"-----BEGIN CERTIFICATE-----")[1].split(b"-----END CERTIFICATE-----")[0]
    return binascii.a2b_base64(b"".join(body.split()))


def _set_clock(time_server: str) -> None:
    if time.gmtime()[0] >= _A_RECENT_YEAR:
        return
    import ntptime

    ntptime.host = time_server
    try:
        ntptime.settime()
    except OSError:
        raise Lost("no time from " + time_server + ", without which no certificate holds") from None
