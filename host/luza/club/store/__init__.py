"""The club's database: SQLite by default, PostgreSQL by its URL; the same program on both.

`Store` opens it and brings it up to date; `reading()` and `writing()` give a session of SQLAlchemy. Each
room has its models in `models.py`, on `Base`; the migrations of all are one chain in `migrations/versions`.
"""

from luza.club.store.base import Base, Moment
from luza.club.store.errors import StoreError, StoreFull, StoreGone, StoreLocked, StoreTooNew, StoreUnusable
from luza.club.store.store import Store

__all__ = [
    "Base",
    "Moment",
    "Store",
    "StoreError",
    "StoreFull",
    "StoreGone",
    "StoreLocked",
    "StoreTooNew",
    "StoreUnusable",
]
