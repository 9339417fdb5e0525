"""Alembic's way in: runs the migrations on the connection that `Store.migrate` hands over."""

from alembic import context
from luza.club.store.base import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
