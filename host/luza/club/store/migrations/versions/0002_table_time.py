"""Table time: sessions and their entries, price lists, tables held by tournaments, lamps, played time."""

import sqlalchemy as sa
from alembic import op
from luza.club.store.base import Moment

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of table time."""
    op.create_table(
        "time_sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("open_table", sa.String(32)),
        sa.Column("opened_at", Moment, nullable=False),
        sa.Column("closed_at", Moment),
        sa.Column("ends_at", Moment),
        sa.Column("kopecks", sa.BigInteger),
        sa.Column("bill", sa.JSON),
        sa.UniqueConstraint("club", "open_table"),
        sa.Index(None, "club", "opened_at"),
        sa.Index(None, "club", "closed_at"),
    )
    op.create_table(
        "time_entries",
        sa.Column("session_id", sa.String(32), sa.ForeignKey("time_sessions.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("key", sa.String(80)),
        sa.Column("body", sa.JSON, nullable=False),
        sa.UniqueConstraint("club", "key"),
    )
    op.create_table(
        "time_prices",
        sa.Column("club", sa.String(32), primary_key=True),
        sa.Column("since", Moment, primary_key=True),
        sa.Column("by", sa.String(80), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_table(
        "time_holds",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("table_slug", sa.String(32), nullable=False),
        sa.Column("held_table", sa.String(32)),
        sa.Column("tournament", sa.String(64), nullable=False),
        sa.Column("begins", Moment, nullable=False),
        sa.Column("ends", Moment),
        sa.Column("by", sa.String(80), nullable=False),
        sa.UniqueConstraint("club", "held_table"),
    )
    op.create_table(
        "time_lamps",
        sa.Column("club", sa.String(32), primary_key=True),
        sa.Column("table_slug", sa.String(32), primary_key=True),
        sa.Column("is_on", sa.Boolean, nullable=False),
        sa.Column("lasts_until", Moment, nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
    )
    op.create_table(
        "time_frames",
        sa.Column("club", sa.String(32), primary_key=True),
        sa.Column("table_slug", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("begins", Moment, nullable=False),
        sa.Column("ends", Moment),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Index(None, "club", "table_slug", "begins"),
    )


def downgrade() -> None:
    """Takes the tables of table time away, with all that is in them."""
    for table in (
        "time_frames",
        "time_lamps",
        "time_holds",
        "time_prices",
        "time_entries",
        "time_sessions",
    ):
        op.drop_table(table)
