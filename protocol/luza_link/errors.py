"""The link's tree of errors: every one says what was wrong and what to do about it.

The decoder itself raises none of them: noise on a line is a thing to count, not an error.
"""


class LinkError(Exception):
    """Whatever the serial link refuses."""


class FrameTooLong(LinkError):
    """A body that no frame can carry."""

    def __init__(self, kind: int, size: int, limit: int) -> None:
        super().__init__(
            f"message type {kind}: a body of {size} bytes; a frame carries at most {limit}: split it"
        )
        self.kind = kind
        self.size = size
        self.limit = limit


class BadMessage(LinkError):
    """A sound frame whose body does not fit its type."""

    def __init__(self, kind: int, reason: str) -> None:
        super().__init__(f"message type {kind}: {reason}")
        self.kind = kind
        self.reason = reason
