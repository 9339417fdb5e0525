"""Classic pyramid (CLASSIC): a ball is worth its number, and is called with its pocket."""

from luza.facts import Pocket
from luza.rules.calls import miscalled, potted_as_called
from luza.rules.frame import Frame, change, other
from luza.rules.game import Case, Credit, Ending, Game, Terms
from luza.rules.ledger import Ledger
from luza.rules.parts import missed, pass_to_next, pass_turn, reached_target, void_all

BONUS = 10
"""What the ace, the last ball and, with more players, the balls 2 and 3 are worth besides (CL 2.1, 3)."""

PENALTY = 5
"""CL 7 (а)."""

FOULS: dict[str, str] = {
    "cue_ball_potted": "CL 7.1",
    "off_table": "CL 7.2",
    "wrong_cue_ball": "CL 7.3",
    "no_contact": "CL 7.4",
    "bad_cue_stroke": "CL 7.5",
    "touched_ball": "CL 7.6",
    "balls_moving": "CL 7.7",
    "premature_end": "CL 7.8",
    "house_direct_hit": "CL 7.9",
}
VOIDS: dict[str, str] = {"push_shot": "CL 8.1", "lean": "CL 8.2", "no_foot": "CL 8.3"}
"""CL 8: the ball does not count, no five points."""

INCIDENTS = frozenset({"hanging_fell", "hanging_fell_affected", "disturbed", "miscalled", "rolled_down"})


def bonus_balls(players: int) -> range:
    """The numbers worth ten more: the ace, with three players also 2, with four also 3 (CL 2.1, 3.1, 3.2)."""
    return range(1, players)


def value(number: int, players: int) -> int:
    """The points of a ball, the last one's extra not counted (CL 1.1, 2.1, 3.1, 3.2)."""
    return number + (BONUS if number in bonus_balls(players) else 0)


def total(players: int) -> int:
    """All points of a frame: 140, 150 or 160 (CL 2.1, 3.1, 3.2)."""
    return sum(value(number, players) for number in range(1, 16)) + BONUS


def five_points(case: Case | None, offender: int, ledger: Ledger) -> None:
    """Five points from the offender to the next player in order (CL 7 (а), AMB-18 (b), (c))."""
    ledger.shelf[offender] -= PENALTY
    ledger.shelf[other(offender, ledger.players)] += PENALTY


def as_called(case: Case) -> bool:
    """Is the pot as called? Spoken calls stand unless somebody says otherwise (CL 4.2, 4.3); entered ones
    need number and pocket (CL 4.5), with one ball left the pocket alone (CL 5.2)."""
    if miscalled(case):
        return False
    if not case.terms.entered:
        return True
    called = case.frame.nominated
    if called is None or called.pocket is None:
        return False
    last = case.frame.on_table == 2
    numbers = [ball for ball in called.balls if ball != "object"]
    if not numbers and not last:
        return False
    return potted_as_called(case.pots.objects, () if last else numbers, called.pocket)


def points(pots: tuple[Pocket, ...], players: int) -> int:
    """What the fallen balls are worth; a ball whose number nobody knows yet is worth nothing yet."""
    return sum(value(pot.ball, players) for pot in pots if isinstance(pot.ball, int))


def credit(case: Case) -> Credit:
    """With the called ball all that fell counts (CL 5.1), the last ball ten more (CL 2.1), once, to the
    stroke that clears the table (AMB-18 (d)); the player goes on (AMB-31)."""
    pots, ledger = case.pots.objects, case.ledger
    if not pots:
        return missed(case)
    if not as_called(case):
        void_all(case, "CL 4.3")
        return missed(case)
    ledger.leave(len(pots))
    ledger.shelf[case.player] += points(pots, ledger.players)
    if ledger.on_table == 1:
        ledger.shelf[case.player] += BONUS
    named = {pot.ball for pot in pots if isinstance(pot.ball, int)}
    left = None if case.frame.balls is None else case.frame.balls - named
    unnamed = case.frame.unnamed + len(pots) - len(named)
    ledger.frame = change(ledger.frame, balls=left, unnamed=unnamed)
    return Credit(len(pots), again=True)


def ending(game: Game, terms: Terms, frame: Frame, player: int) -> Ending | None:
    """The target wins (CL 2.3, 3.1, 3.2), also by a penalty's points; with the table cleared and nobody
    there it is a draw (CL 2.4, AMB-18 (a)), once every ball's number is known."""
    won = reached_target(game, terms, frame, player)
    if won is not None:
        return won
    if frame.on_table == 1 and frame.phase == "play" and not frame.unnamed:
        return Ending(None, frame.score)
    return None


def setup(terms: Terms, frame: Frame) -> str | None:
    """Why a frame taken over cannot be: with the numbers known, score and balls make one sum (CL 2.1, 3)."""
    if frame.balls is None:
        return None if frame.on_table >= 2 else "on_table needs the cue ball and an object ball"
    if len(frame.balls) != frame.on_table - 1:
        return f"on_table is {frame.on_table} with the cue ball, balls names {len(frame.balls)} object balls"
    left = sum(value(number, terms.players) for number in frame.balls) + BONUS
    made = sum(frame.score) - sum(terms.handicap)
    if made + left != total(terms.players):
        return f"the scores make {made} and the balls left {left}, together not {total(terms.players)}"
    return None


CLASSIC = Game(
    id="classic",
    target={2: 71, 3: 51, 4: 41},
    fouls=FOULS,
    voids=VOIDS,
    cue_potted_foul=True,
    penalise=five_points,
    credit=credit,
    after_foul=pass_turn,
    after_call=pass_to_next,
    ending=ending,
    opener="winner",
    by_lot=True,
    incidents=INCIDENTS,
    pot_clause="CL 5.1",
    in_hand="house",
    calls=frozenset({"ball", "pocket"}),
    setup=setup,
    below_zero=True,
    numbered=True,
)
