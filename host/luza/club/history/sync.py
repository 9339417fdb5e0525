"""The history rebuilt from the tables' journals: `luza club sync`."""

import logging
from collections.abc import Iterable

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from luza.club.history.intake import Intake, Place, match_key, moment
from luza.club.history.journals import Recorded, retold
from luza.club.history.models import ClubTable, Frame, Match, Shot
from luza.club.store import Store
from luza.errors import LuzaError

log = logging.getLogger(__name__)


class Outcome(msgspec.Struct):
    """What a rebuild did: matches written, those of which the database knew more, copies that were passed
    over, and, in words, what could not be read."""

    written: int = 0
    kept: int = 0
    copies: int = 0
    problems: list[str] = msgspec.field(default_factory=list)


def sync(store: Store, found: Iterable[tuple[Place, Recorded]]) -> Outcome:
    """Writes each match as its journal has it, in the order of their beginnings, one transaction a match.

    A match of which the database already knows a later moment (the journal is an older copy) is left as
    it is. Names, notes and merges of players stay. Raises StoreError; what was written till then stays.
    """
    outcome = Outcome()
    for place, match in sorted(found, key=lambda one: (moment(one[1].started), one[0], one[1].name)):
        try:
            told = retold(match)
        except LuzaError as problem:
            outcome.problems.append(f"{match_key(place, match.name)}: {problem}")
            continue
        outcome.problems += [f"{match_key(place, match.name)}: {line}" for line in told.skipped]
        with store.writing() as session:
            other = _copy_of(session, place, match)
            if other is not None:
                outcome.copies += 1
                outcome.problems.append(
                    f"{match_key(place, match.name)}: the same match is there as {other}; counted once"
                )
                continue
            latest = max((event.t or 0.0 for event in told.events), default=0.0)
            if _known(session, match_key(place, match.name)) > latest:
                outcome.kept += 1
                continue
            _clear(session, match_key(place, match.name))
            intake = Intake(session)
            for event in told.events:
                stamped = event if event.at else msgspec.structs.replace(event, at=match.started)
                intake.take(place, stamped)
        outcome.written += 1
    return outcome


def _copy_of(session: Session, place: Place, match: Recorded) -> str | None:
    """The key under which the same match came from another table: somebody copied a journal."""
    return session.scalar(
        select(Match.key)
        .join(ClubTable, ClubTable.id == Match.table_id)
        .where(
            Match.name == match.name,
            Match.started == moment(match.started),
            ClubTable.club == place.club,
            ClubTable.slug != place.slug,
        )
    )


def _known(session: Session, key: str) -> float:
    """Up to which moment of the match the database knows it; below 0 where it does not."""
    number = session.scalar(select(Match.id).where(Match.key == key))
    if number is None:
        return -1.0
    times = (
        session.scalar(select(Match.known_t).where(Match.id == number)),
        session.scalar(select(func.max(Frame.known_t)).where(Frame.match_id == number)),
        session.scalar(select(func.max(Shot.known_t)).where(Shot.match_id == number)),
    )
    return max(t or 0.0 for t in times)


def _clear(session: Session, key: str) -> None:
    """What is written anew goes first: a shot that the journal does not have must not stay."""
    number = session.scalar(select(Match.id).where(Match.key == key))
    if number is not None:
        for model in (Shot, Frame):
            session.execute(delete(model).where(model.match_id == number))
