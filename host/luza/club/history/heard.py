"""Up to where each table was heard, so that what a broker lost can be asked for from there."""

from collections.abc import Mapping

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from luza.club.history.intake import Place
from luza.club.history.models import ClubTable

LARGEST = 2**63 - 1
"""What the column holds."""


def note(session: Session, latest: Mapping[Place, int]) -> None:
    """Notes the `seq` of the event that each table told last; not the largest: a table with a new journal
    counts from 1 again."""
    for place, seq in latest.items():
        if 0 < seq <= LARGEST:
            where = (ClubTable.club == place.club, ClubTable.slug == place.slug)
            session.execute(update(ClubTable).where(*where).values(heard_seq=seq))


def noted(session: Session) -> dict[Place, int]:
    """The `seq` up to which each table was heard, where any was."""
    rows = session.execute(
        select(ClubTable.club, ClubTable.slug, ClubTable.heard_seq).where(ClubTable.heard_seq.is_not(None))
    )
    return {Place(club, slug): seq for club, slug, seq in rows if seq is not None}
