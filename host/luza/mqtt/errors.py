"""What can go wrong between a table and its broker. Each text names the place and the mend."""

from luza.errors import LuzaError


class BrokerError(LuzaError):
    """No connection to the broker at `place` (host:port). Messages wait on disk meanwhile."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"MQTT broker {place}: {reason}")
        self.place = place
        self.reason = reason


class BrokerUnreachable(BrokerError):
    """Nobody answers there, or not as a broker does."""


class BrokerRefused(BrokerError):
    """The broker answered and would not have us; `code` is the MQTT 5 reason code."""

    def __init__(self, place: str, code: int, reason: str) -> None:
        super().__init__(place, reason)
        self.code = code


class ConnectionLost(BrokerError):
    """The connection stood and is gone; `code` is the broker's reason code, or None where it gave none."""

    def __init__(self, place: str, reason: str, code: int | None = None) -> None:
        super().__init__(place, reason)
        self.code = code


class BadAccess(LuzaError):
    """A password or certificate file that the settings name is no good."""


class NoBroker(LuzaError):
    """A private broker cannot be started on this machine; the text says why and what would mend it."""
