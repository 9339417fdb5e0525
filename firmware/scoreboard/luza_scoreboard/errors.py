"""What can go wrong on the scoreboard; each says what, and where there is a mend, which."""


class ScoreboardError(Exception):
    """The root of the scoreboard's own errors."""


class SettingsError(ScoreboardError):
    """A mistake in the settings: where, what, and what to write instead."""


class Lost(ScoreboardError):
    """A connection is over, or did not come about; it will be tried again."""


class Refused(Lost):
    """The broker is there and does not let this account in, or not read; trying again helps nobody soon."""
