"""Up to where each table was heard."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the number; what was heard before has none."""
    op.add_column("club_tables", sa.Column("heard_seq", sa.BigInteger, nullable=True))


def downgrade() -> None:
    """Takes the number away."""
    with op.batch_alter_table("club_tables") as table:
        table.drop_column("heard_seq")
