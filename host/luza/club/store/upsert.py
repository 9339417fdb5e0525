"""Insert, or update what is there: one statement, so that two servers that write the same do not collide."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from luza.club.store.base import Base

Guard = Callable[[Any], ColumnElement[bool]]
"""From the row that is offered (`excluded`) to whether it takes the place of the one that is there."""


def upsert(
    session: Session,
    model: type[Base],
    values: Mapping[str, Any],
    by: Sequence[str],
    *,
    update: Sequence[str] | None = None,
    guard: Guard | None = None,
) -> bool:
    """Inserts a row, or updates the one with the same `by` columns; whether anything was written.

    `update`: the columns to change where the row is there (all but `by`, if None; none: it stays as it is);
    `guard`: only if this holds.
    """
    dialect = session.get_bind().dialect.name
    insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(model).values(**values)
    changed = [name for name in values if name not in by] if update is None else update
    if changed:
        statement = statement.on_conflict_do_update(
            index_elements=list(by),
            set_={name: statement.excluded[name] for name in changed},
            where=None if guard is None else guard(statement.excluded),
        )
    else:
        statement = statement.on_conflict_do_nothing(index_elements=list(by))
    result: Any = session.execute(statement)
    return bool(result.rowcount)
