"""The prizes of a tournament by the Code, found from the shots (CODE 13). Pure.

A prize is won at the moment of the shot; whether it is handed over depends on who is there at the end.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

Kind = Literal[
    "run_4", "run_5", "run_6", "run_7", "run_8", "two_pockets", "two_pockets_called", "three", "break_two"
]

RUNS: tuple[tuple[int, Kind], ...] = (
    (4, "run_4"),
    (5, "run_5"),
    (6, "run_6"),
    (7, "run_7"),
    (8, "run_8"),
)
"""The runs that have a prize: 4 to 7 once each (CODE 13.1), 8 for three different players (CODE 13.2)."""

EIGHTS = 3


class PrizeShot(msgspec.Struct, frozen=True):
    """What of a lawful shot bears on prizes, in the order of time.

    `run` counts the balls of the visit after the shot; `pockets` are those in which balls fell that count;
    `called`: they had been called, or «на 2 лузы» had been said; `on_break`: the shot was the break.
    """

    player: str
    run: int
    pockets: tuple[str, ...]
    called: bool = False
    on_break: bool = False


class Prize(msgspec.Struct, frozen=True):
    """One prize and who won it; `shot` counts the shots from 0."""

    kind: Kind
    player: str
    shot: int


def prizes(shots: Iterable[PrizeShot]) -> tuple[Prize, ...]:
    """The prizes in the order in which they were won.

    A run that passes n first wins n, so one run may win several (AMB-29); a fluke in a second pocket counts
    (CODE 13.3), with the call it is a prize of its own (CODE 13.4).
    """
    won: list[Prize] = []
    for number, shot in enumerate(shots):
        for kind in _earned(shot):
            if _open(kind, shot.player, won):
                won.append(Prize(kind, shot.player, number))
    return tuple(won)


def _earned(shot: PrizeShot) -> list[Kind]:
    """The prizes that the shot would win if nobody had them yet."""
    before = shot.run - len(shot.pockets)
    kinds: list[Kind] = [kind for length, kind in RUNS if before < length <= shot.run]
    if len(set(shot.pockets)) >= 2:
        kinds.append("two_pockets")
        if shot.called:
            kinds.append("two_pockets_called")
    if len(shot.pockets) >= 3:
        kinds.append("three")
    if shot.on_break and len(shot.pockets) >= 2:
        kinds.append("break_two")
    return kinds


def _open(kind: Kind, player: str, won: list[Prize]) -> bool:
    """Is the prize still to be won by this player (CODE 13.1 to 13.6)?"""
    holders = [prize.player for prize in won if prize.kind == kind]
    if kind == "run_8":
        return len(holders) < EIGHTS and player not in holders
    return not holders
