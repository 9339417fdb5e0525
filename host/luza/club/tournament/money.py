"""Who owes what to whom, and the prize fund: whole kopecks. Pure."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from luza.club.tournament.evening import results
from luza.club.tournament.round_robin import newcomer_pays
from luza.club.tournament.state import Entrant, State


class Due(msgspec.Struct, frozen=True):
    """What an entrant has to hand over; `to` None is the organiser. `why`: the entry fee, a newcomer's half
    of it, or a loss that he bears (then `note` says which)."""

    entrant: str
    to: str | None
    kopecks: int
    why: Literal["fee", "newcomer", "loss"]
    note: str = ""


class Account(msgspec.Struct, frozen=True):
    """An entrant's money: due and paid, to the organiser and to others."""

    entrant: str
    due: int
    paid: int
    newcomer: bool

    @property
    def owed(self) -> int:
        """What is still to be paid."""
        return self.due - self.paid


class Purse(msgspec.Struct, frozen=True):
    """The tournament's money. `fees`: entry fees paid to the organiser; `fund`: the prize fund as it is now,
    with what was added and spent; `owed`: what the organiser has still to get."""

    accounts: tuple[Account, ...]
    fees: int
    fund: int
    owed: int


def dues(state: State) -> tuple[Due, ...]:
    """Everything that is due by now. Who never came owes no fee."""
    found: list[Due] = []
    for entrant in state.entrants.values():
        found.extend(_fee(state, entrant))
    found.extend(Due(c.entrant, None, c.kopecks, "loss", c.note) for c in state.charges)
    return tuple(found)


def _fee(state: State, entrant: Entrant) -> Iterator[Due]:
    fee = state.plan.fee
    if not fee or (entrant.out is not None and entrant.out.reason == "no_show"):
        return
    if entrant.newcomer is None:
        yield Due(entrant.id, None, fee, "fee")
        return
    shares = newcomer_pays(entrant.id, entrant.newcomer, state.plan.start, results(state))
    theirs = [(share.player, int(fee * share.part)) for share in shares if share.player is not None]
    for player, kopecks in theirs:
        yield Due(entrant.id, player, kopecks, "newcomer")
    if shares:  # an odd kopeck is the organiser's
        yield Due(entrant.id, None, fee - sum(kopecks for _, kopecks in theirs), "newcomer")


def purse(state: State) -> Purse:
    """The money as it stands."""
    due = dues(state)
    accounts = tuple(
        Account(
            entrant.id,
            sum(d.kopecks for d in due if d.entrant == entrant.id),
            sum(p.kopecks for p in state.paid if p.entrant == entrant.id),
            entrant.newcomer is not None,
        )
        for entrant in state.entrants.values()
    )
    fees = sum(min(_fees_due(due, id), _paid_in(state, id)) for id in state.entrants)
    fund = fees * state.plan.fund_percent // 100 + sum(part.kopecks for part in state.funded)
    owed = sum(d.kopecks for d in due if d.to is None) - sum(p.kopecks for p in state.paid if p.to is None)
    return Purse(accounts, fees, fund, owed)


def _fees_due(due: tuple[Due, ...], entrant: str) -> int:
    return sum(d.kopecks for d in due if d.entrant == entrant and d.to is None and d.why != "loss")


def _paid_in(state: State, entrant: str) -> int:
    return sum(p.kopecks for p in state.paid if p.entrant == entrant and p.to is None)
