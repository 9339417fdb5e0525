"""The journal: every entry on disk before anything is told; what is to be told beside it, as one.

One SQLite file a table (WAL, synchronous=FULL). `store` writes and reads matches and entries, `outbox` holds
what is to be told and what was told last, `tlog` carries matches to files and back.
"""

from luza.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalInUse,
    JournalLocked,
    JournalTooNew,
    JournalUnusable,
)
from luza.journal.outbox import Outbox, Outgoing
from luza.journal.store import Journal, Match, Position, Transaction
from luza.journal.tlog import export_match, import_log

__all__ = [
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalFull",
    "JournalInUse",
    "JournalLocked",
    "JournalTooNew",
    "JournalUnusable",
    "Match",
    "Outbox",
    "Outgoing",
    "Position",
    "Transaction",
    "export_match",
    "import_log",
]
