"""A match as a table of numbers for a spreadsheet: one line a stroke, after RFC 4180. Pure."""

import csv
from io import StringIO

from luza.panel.papers import HistoryView

HEAD = ("n", "frame", "player", "t", "time_s", "verdict", "potted", "fouls", "delta", "score", "ru", "en")


def sheet(history: HistoryView) -> str:
    """The strokes of the match; lists stand in one field, divided by blanks."""
    file = StringIO(newline="")
    write = csv.writer(file, lineterminator="\r\n")
    write.writerow(HEAD)
    for shot in history.shots:
        write.writerow(
            (
                shot.n,
                shot.frame,
                _harmless(history.players[shot.player]),
                shot.t,
                "" if shot.time_s is None else shot.time_s,
                shot.verdict,
                shot.potted,
                " ".join(shot.fouls),
                " ".join(map(str, shot.delta)),
                " ".join(map(str, shot.score)),
                _harmless(shot.words.ru),
                _harmless(shot.words.en),
            )
        )
    return file.getvalue()


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
