"""Transactions over one club's table time, whose troubles come out in words of both languages."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError

from luza.club.store import Store, StoreError, StoreFull, StoreLocked
from luza.club.time.errors import TimeRefused
from luza.club.time.records import Records


@contextmanager
def looking(store: Store, club: str) -> Iterator[Records]:
    """Records to look at; raises TimeRefused where the database does not give them."""
    with _named(), store.reading() as work:
        yield Records(work, club)


@contextmanager
def changing(store: Store, club: str) -> Iterator[Records]:
    """Records to change, while no other server changes this club's: all that is done is kept when the block
    ends, or nothing is. Raises TimeRefused where the database does not take it."""
    with _named(), store.writing() as work:
        records = Records(work, club)
        records.alone()
        yield records


@contextmanager
def _named() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise TimeRefused("just_changed") from None
    except StoreLocked:
        raise TimeRefused("database_locked") from None
    except StoreFull:
        raise TimeRefused("database_full") from None
    except StoreError as problem:
        raise TimeRefused("database", problem=str(problem)) from problem
