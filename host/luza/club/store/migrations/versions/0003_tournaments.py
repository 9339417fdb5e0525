"""Tournaments and their entries."""

import sqlalchemy as sa
from alembic import op
from luza.club.store.base import Moment

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of tournaments."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("season", sa.String(40), nullable=False),
        sa.Column("start", Moment, nullable=False),
        sa.Index(None, "club", "start"),
    )
    op.create_table(
        "tournament_entries",
        sa.Column("tournament_id", sa.String(64), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("tournament_id", "entry"),
    )


def downgrade() -> None:
    """Takes the tables of tournaments away, with all that is in them."""
    op.drop_table("tournament_entries")
    op.drop_table("tournaments")
