"""The ledger of a stroke: pots credited, debts paid, balls spotted, balls taken from the table.

One ledger serves every game; a game's functions write in it. Nothing here decides who plays next.
"""

from luza.rules.frame import FULL, Frame, change, other
from luza.view import ToRemove


class Ledger:
    """The numbers of a frame while a stroke is settled."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.players = len(frame.shelf)
        self.shelf = list(frame.shelf)
        self.debt = list(frame.debt)
        self.owed = list(frame.owed) or [0] * self.players
        self.on_table = frame.on_table
        self.spotted = 0
        self.remover: int | None = None
        self.remove = 0

    def leave(self, balls: int) -> None:
        """Object balls have left the surface: into pockets or off the table."""
        self.on_table -= balls

    def spot(self, balls: int) -> None:
        """Object balls that are put back."""
        self.spotted += balls
        self.on_table += balls

    def take(self, chooser: int, balls: int = 1) -> None:
        """Object balls that are taken from the table, of `chooser`'s choice, as far as there are any."""
        balls = min(balls, self.on_table - 1)
        if balls > 0:
            self.remover = chooser
            self.remove += balls
            self.on_table -= balls

    def credit(self, player: int, points: int = 1) -> bool:
        """A ball properly potted. A debt is paid first, one ball for one (FREE 2.2, MOSC 7.8, DA 6.2,
        CODE 8.0, AMB-24); one owed to the opponent goes to his shelf (CODE 16.3).

        True where the ball pays a debt and so is not the player's: the caller spots it, if it is an
        object ball (AMB-38).
        """
        if self.owed[player]:
            self.owed[player] -= 1
            self.debt[player] -= 1
            self.shelf[other(player, self.players)] += 1
            return False
        if self.debt[player]:
            self.debt[player] -= 1
            return True
        self.shelf[player] += points
        return False

    def owe(self, player: int) -> None:
        """One ball of the player's is spotted, or the next that he pots (FREE 2.1, 2.2).

        With no ball off the table there is nothing to spot: the point alone is lost (AMB-20 (e)).
        """
        if self.shelf[player] > 0:
            self.shelf[player] -= 1
            if self.on_table < FULL:
                self.spot(1)
        else:
            self.debt[player] += 1

    def close(self, **also: object) -> Frame:
        """The frame with the ledger's numbers in it and whatever else changes.

        A ball put back may be any of those that fell. What is still to be taken from the table by the same
        player is taken together.
        """
        waiting = self.frame.to_remove
        more = waiting.n if waiting.by == self.remover else 0
        return change(
            self.frame,
            shelf=tuple(self.shelf),
            debt=tuple(self.debt),
            owed=tuple(self.owed),
            on_table=self.on_table,
            to_spot=self.frame.to_spot + self.spotted,
            to_remove=ToRemove(self.remover, self.remove + more) if self.remove else waiting,
            out=frozenset() if self.spotted else self.frame.out,
            **also,
        )
