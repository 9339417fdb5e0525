"""The club's list of players, as a file with a name a line, which the form of a new match offers."""

import logging
from pathlib import Path

from luza.panel import start

MOST_BYTES = 1 << 20
COMMENT = "#"

log = logging.getLogger(__name__)


def club_players(path: Path) -> list[str]:
    """The names in the file, in their order, each once; none where it cannot be read, which the log says.

    A line that is no name, and one that begins with `#`, is passed over.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8-sig", errors="replace")
    except OSError as problem:
        log.warning("panel: players: %s: it cannot be read (%s)", path, problem.strerror)
        return []
    lines = (start.clean(line) for line in text.splitlines() if not line.startswith(COMMENT))
    return list(dict.fromkeys(line for line in lines if 0 < len(line) <= start.LONGEST_NAME))
