"""A long evening by touch: every game, hundreds of taps at random, each with what the host makes of it.

    python -m tests.panel_pages.long [TAPS] [SEED]

After every tap the panel has to show the score of the host; at the end of a game the journal's entries,
folded anew, have to come to the same match. Prints a line a game; exit status 1 at the first difference.
"""

import random
import sys
import tempfile
from pathlib import Path

from luza.facts import POCKETS
from luza.panel.past import folded
from playwright.sync_api import sync_playwright

from tests.panel_pages.hall import Hall
from tests.panel_pages.marker import Marker
from tests.panel_pages.test_games import GAMES, OWN
from tests.web.pages import launch

TAPS = 150


class Evening:
    """Somebody who taps whatever can be tapped."""

    def __init__(self, hall: Hall, marker: Marker, chance: random.Random) -> None:
        self.hall = hall
        self.marker = marker
        self.chance = chance

    def play(self, game: str, taps: int) -> int:
        """Plays that game; how many strokes came of it."""
        self.hall.match(game, race_to=2)
        self.hall.nobody_sits()
        self.marker.catch_up(self.hall)
        for _ in range(taps):
            self.tap(game)
            self.marker.catch_up(self.hall)
            shown = tuple(self.marker.score(player) for player in range(2))
            assert shown == self.hall.frame.score, f"{game}: shown {shown}, is {self.hall.frame.score}"
        assert self.anew() == self.hall.call(lambda: self.hall.table_now().view()), game
        return self.hall.shots()

    def tap(self, game: str) -> None:
        """One action that can be done now."""
        moment = self.marker.moment()
        back = moment == "over" or (moment == "play" and self.chance.random() < 0.15)
        if back and self.marker.key("undo").get_attribute("aria-disabled") is None:
            self.marker.undo()
        elif moment == "choice":
            decision = self.hall.frame.decision
            assert decision is not None
            self.marker.acts(f"choice-{self.chance.choice(decision.options)}")
        elif moment in ("lag", "lot"):
            self.marker.acts(f"{moment}-{self.chance.randrange(2)}")
        elif self.chance.random() < 0.15:
            self.foul()
        else:
            self.marker.stroke(*self.pots(game))

    def foul(self) -> None:
        """One of the fouls that the sheet offers."""
        self.marker.tap("foul")
        offered = self.marker.page.locator('[data-key^="foul-"]:not([aria-disabled])').all()
        self.marker.sends(self.chance.choice(offered).tap)

    def pots(self, game: str) -> list[str | tuple[str, str | int]]:
        """Balls that may have fallen: mostly none or one."""
        found: list[str | tuple[str, str | int]] = []
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 1, 2))):
            pocket = self.chance.choice(POCKETS)
            if game == "classic":
                left = self.hall.table.match.frame.balls
                taken = {ball for _, ball in (pot for pot in found if isinstance(pot, tuple))}
                numbers = sorted((left or frozenset(range(1, 16))) - taken)
                if numbers:
                    found.append((pocket, self.chance.choice(numbers)))
            elif game in OWN and self.chance.random() < 0.2:
                found.append((pocket, "cue"))
            else:
                found.append(pocket)
        return found

    def anew(self) -> object:
        """The match as its journal tells it."""
        journal = self.hall.journal

        def fold() -> object:
            match = journal.current()
            assert match is not None
            return folded(match.header, journal.lines(match.id)).view()

        return self.hall.call(fold)


def main() -> int:
    """Plays every game, and says how it went."""
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else TAPS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {seed}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="luza-long-") as folder,
        Hall(Path(folder)) as hall,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        marker = Marker(browser, hall.pairing())
        evening = Evening(hall, marker, random.Random(seed))
        for game in GAMES:
            print(f"{game}: {taps} taps, {evening.play(game, taps)} strokes", flush=True)
        refused = [one for one in marker.trouble if "409" not in one]
        browser.close()
    print(f"trouble: {refused}" if refused else "no trouble")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
