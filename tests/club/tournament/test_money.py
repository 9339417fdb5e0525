"""Fees, the newcomer's right, losses, the prize fund."""

from datetime import timedelta

import pytest
from luza.club.tournament.entries import Begun, Charged, Funded, Newcomer, Paid
from luza.club.tournament.money import Due, dues, purse
from luza.club.tournament.refusal import NotTaken

from tests.club.tournament.desk import START, Desk

FEE = 500_01


def evening(hours: int = 30) -> Desk:
    desk = Desk("evening", "W", "P", "Q", "S", "R", begin=False, fee=FEE)
    desk(Newcomer("W", START - timedelta(hours=hours)))
    desk(Begun())
    return desk


def of(desk: Desk, who: str) -> list[Due]:
    return [due for due in dues(desk.state) if due.entrant == who]


def test_the_newcomer_pays_at_his_first_loss_and_once() -> None:
    """CODE 17: declared 30 h before; wins three, loses the fourth to R: half to R, half to the organiser."""
    desk = evening()
    for other in ("P", "Q", "S"):
        desk.frame("W", other, (8, 3))
        assert of(desk, "W") == []
    desk.frame("W", "R", (5, 8))
    half = [Due("W", "R", 250_00, "newcomer"), Due("W", None, 250_01, "newcomer")]
    assert of(desk, "W") == half, "an odd kopeck is the organiser's"
    desk.frame("W", "P", (5, 8))
    assert of(desk, "W") == half
    assert sum(due.kopecks for due in half) == FEE


def test_declared_too_late_there_is_no_right() -> None:
    """CODE 17: 20 h before the start; the entry says so and the whole fee is due."""
    desk = Desk("evening", "W", "P", begin=False, fee=FEE)
    with pytest.raises(NotTaken) as refused:
        desk(Newcomer("W", START - timedelta(hours=20)))
    assert "CODE 17" in refused.value.words.ru
    assert of(desk, "W") == [Due("W", None, FEE, "fee")]
    desk(Newcomer("W", START - timedelta(hours=24)))
    assert of(desk, "W") == []


def test_money_is_paid_to_whom_it_is_due_and_no_more() -> None:
    """CODE 17, CODE 15: fees fill the fund, the newcomer's half for his opponent does not."""
    desk = evening()
    desk.frame("R", "W", (8, 1))
    desk(Paid("P", FEE))
    with pytest.raises(NotTaken, match="0,00\u00a0₽ are left"):
        desk(Paid("P", 1))
    desk(Paid("W", 250_00, to="R"))
    desk(Paid("W", 250_01))
    with pytest.raises(NotTaken, match="that much is not due"):
        desk(Paid("W", 1, to="Q"))
    assert (purse(desk.state).fees, purse(desk.state).fund) == (FEE + 250_01, FEE + 250_01)
    desk(Funded(1000_00, "sponsor"))
    desk(Funded(-300_00, "a cue"))
    assert purse(desk.state).fund == FEE + 250_01 + 700_00
    desk(Charged("Q", 900_00, "closed the table without leave"))
    account = next(account for account in purse(desk.state).accounts if account.entrant == "Q")
    assert (account.due, account.owed) == (FEE + 900_00, FEE + 900_00)
    desk(Paid("Q", FEE + 900_00))
    assert purse(desk.state).fees == 2 * FEE + 250_01, "a loss that was made good is no fee"
    assert purse(desk.state).owed == 2 * FEE, "S and R"


def test_who_never_came_owes_nothing() -> None:
    desk = evening()
    desk.gone("S", reason="no_show")
    assert of(desk, "S") == []
    desk.gone("Q", reason="left")
    assert of(desk, "Q") == [Due("Q", None, FEE, "fee")]
