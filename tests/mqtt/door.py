"""A port before a broker: what goes through it is in the test's hands."""

import asyncio
from contextlib import suppress

from tests.web.ports import kept_port, number


class Door:
    """Leads to a broker while it is open; an asynchronous context manager.

    For a table that must come to the broker after its listener: what is not retained is lost on a listener
    that subscribes too late. Until the door is opened first nobody listens at its port, so a connection is
    refused; while it is shut later, a connection ends at once.
    """

    def __init__(self) -> None:
        self._socket = kept_port()
        self._server: asyncio.Server | None = None
        self._target: int | None = None
        self.port: int = number(self._socket)
        """The port of 127.0.0.1 where the table connects."""

    async def __aenter__(self) -> "Door":
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()
        self._socket.close()

    async def open(self, broker: int) -> None:
        """Lets new connections through to the broker at that port."""
        self._target = broker
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, sock=self._socket)

    def shut(self) -> None:
        """Lets no new connection through; what is connected stays."""
        self._target = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._target is None:
            writer.close()
            return
        try:
            up, down = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return

        async def until_the_end(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                await (self.hand_out if source is reader else self.hand_in)(source, sink)
            for side in (writer, down):
                side.close()

        await asyncio.gather(until_the_end(reader, down), until_the_end(up, writer))

    async def hand_out(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Carries what the table says until either side ends."""
        await self.hand_in(source, sink)

    async def hand_in(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Carries what the broker says until either side ends."""
        while data := await source.read(4096):
            sink.write(data)
            await sink.drain()
