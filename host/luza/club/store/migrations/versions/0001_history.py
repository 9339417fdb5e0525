"""Tables, players, matches, frames, shots: the club's history."""

import sqlalchemy as sa
from alembic import op
from luza.club.store.base import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of the history."""
    op.create_table(
        "club_tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("club", sa.String(32), nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.UniqueConstraint("club", "slug"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("merged_into", sa.String(16), sa.ForeignKey("players.id"), index=True),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(140), nullable=False, unique=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("club_tables.id"), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("race_to", sa.Integer),
        sa.Column("started", Moment, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("known_t", sa.Double, nullable=False),
        sa.Index(None, "started"),
        sa.Index(None, "name", "started"),
    )
    _upgrade_match()
    _upgrade_shot()


def _match_id() -> "sa.Column[int]":
    return sa.Column(
        "match_id", sa.Integer, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )


def _upgrade_match() -> None:
    op.create_table(
        "match_players",
        _match_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.String(16), sa.ForeignKey("players.id"), nullable=False, index=True),
        sa.Column("handicap", sa.Integer, nullable=False),
        sa.Column("frames_won", sa.Integer, nullable=False),
    )
    op.create_table(
        "frames",
        _match_id(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("breaker", sa.Integer),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("draw", sa.Boolean, nullable=False),
        sa.Column("known_t", sa.Double, nullable=False),
    )
    op.create_table(
        "frame_scores",
        sa.Column("match_id", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "number"], ["frames.match_id", "frames.number"], ondelete="CASCADE"
        ),
    )


def _upgrade_shot() -> None:
    op.create_table(
        "shots",
        _match_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("frame", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("potted", sa.Integer, nullable=False),
        sa.Column("spotted", sa.Integer, nullable=False),
        sa.Column("gain", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("deltas", sa.JSON, nullable=False),
        sa.Column("articles", sa.JSON, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("opened_t", sa.Double),
        sa.Column("known_t", sa.Double, nullable=False),
    )
    for name, columns in (
        ("fouls", (sa.Column("kind", sa.String(32), primary_key=True),)),
        (
            "pots",
            (
                sa.Column("place", sa.Integer, primary_key=True),
                sa.Column("pocket", sa.String(16), nullable=False),
                sa.Column("ball", sa.String(8)),
            ),
        ),
    ):
        op.create_table(
            name,
            sa.Column("match_id", sa.Integer, primary_key=True),
            sa.Column("n", sa.Integer, primary_key=True),
            *columns,
            sa.ForeignKeyConstraint(["match_id", "n"], ["shots.match_id", "shots.n"], ondelete="CASCADE"),
        )


def downgrade() -> None:
    """Takes the history away, with all that is in it."""
    for name in (
        *("pots", "fouls", "shots", "frame_scores", "frames", "match_players"),
        *("matches", "players", "club_tables"),
    ):
        op.drop_table(name)
