"""Who may act on a table's time. Pure.

CODE 15: in a tournament tables are opened and closed with the organiser's leave only; who does it without
pays all losses. So a table that a tournament holds obeys that tournament's organiser; staff that act all the
same name the entrant who pays.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from luza.club.time.errors import TimeRefused

Role = Literal["staff", "manager", "organiser"]


class Actor(msgspec.Struct, frozen=True):
    """Who acts; `tournament`: whose organiser, for that role."""

    name: str
    role: Role = "staff"
    tournament: str | None = None


def check_may_act(actor: Actor, places: Mapping[str, str | None], payer: str | None = None) -> None:
    """Raises TimeRefused where `actor` may not act on these tables, each with the tournament that holds it.

    `payer`: the entrant who pays for an action without the organiser's leave; some table must be held then.
    """
    for table, tournament in places.items():
        if actor.role == "organiser":
            if tournament is None:
                raise TimeRefused("not_held", table=table)
            if actor.tournament != tournament:
                raise TimeRefused("other_tournament", table=table)
        elif tournament is not None and not payer:
            raise TimeRefused("organiser_only", table=table)
    if payer and not any(places.values()):
        raise TimeRefused("no_payer_needed", table=next(iter(places)))


def check_till(actor: Actor) -> None:
    """Raises TimeRefused where only those at the till may do it."""
    if actor.role == "organiser":
        raise TimeRefused("till_only")


def check_manager(actor: Actor) -> None:
    """Raises TimeRefused where only a manager may do it."""
    if actor.role != "manager":
        raise TimeRefused("manager_only")
