"""The host's errors. Each leaf carries its data; its text names the place and the mend."""

import msgspec

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading JSON from elsewhere can raise: it may be no JSON, no UTF-8, or nested without end."""


class LuzaError(Exception):
    """Any error of the host that a person can mend.

    `exit_status` is what a command that ends with it leaves behind: 1 a fault, 2 bad input.
    """

    exit_status = 1


class BadEntry(LuzaError):
    """A line of a table log, or an entry from elsewhere, that cannot be read.

    `line` counts from 1 (the header's line); 0 where the entry came from no file.
    """

    exit_status = 2

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class Refused(LuzaError):
    """An entry that is well formed and cannot apply now. Nothing of the state has changed."""

    exit_status = 2

    def __init__(self, reason: str, code: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code
