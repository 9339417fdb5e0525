"""Parts that several games are made of: penalties, turns after a foul, endings, own balls."""

from luza.rules.frame import FULL, Frame, change, other
from luza.rules.game import Case, Credit, Ending, Game, Terms
from luza.rules.ledger import Ledger
from luza.view import Decision


def spot_own_ball(case: Case | None, offender: int, ledger: Ledger) -> None:
    """One of the offender's balls is spotted, or the next that he pots (FREE 2, MOSC 7.8, DA 6, CODE 8.0)."""
    ledger.owe(offender)


def ball_to_opponent(case: Case | None, offender: int, ledger: Ledger) -> None:
    """The opponent takes a ball of his choice from the table to his shelf (COMB 3, AMB-05, DB 6.1, 6.3)."""
    rival = other(offender, ledger.players)
    ledger.shelf[rival] += 1
    ledger.take(rival)


def decide(kind: str, by: int | None, *options: str) -> Decision:
    """A decision whose first option is its default."""
    return Decision(kind, by, options, options[0])


def offer(frame: Frame, offender: int, *options: str) -> Frame:
    """The turn is the offender's opponent's, who chooses how play goes on after the foul."""
    rival = other(offender, len(frame.shelf))
    return change(turn_to(frame, rival), decision=decide("after_foul", rival, *options))


def turn_to(frame: Frame, player: int) -> Frame:
    """The player is at the table; a run goes on where he was there already (AMB-29)."""
    return change(frame, at_table=player, run=frame.run if player == frame.at_table else 0)


def pass_turn(case: Case, frame: Frame) -> Frame:
    """The turn passes without a choice; a cue ball that is not on the table is in hand (AMB-06, GEN 4.4)."""
    away = case.cue_in_hand
    in_hand = case.game.in_hand
    return change(
        frame,
        at_table=other(case.player, len(frame.shelf)),
        run=0,
        cue_ball=in_hand if away else "as_lies",
        object_only=away and in_hand == "anywhere",
    )


def pass_to_next(game: Game, frame: Frame, offender: int) -> Frame:
    """After a foul in no stroke the turn is the next player's."""
    return turn_to(frame, other(offender, len(frame.shelf)))


def target_of(game: Game, terms: Terms) -> int:
    """The points that win a frame: as agreed, else the game's own."""
    return terms.target or game.target[terms.players]


def reached_target(game: Game, terms: Terms, frame: Frame, player: int) -> Ending | None:
    """The frame is won by who has the target or more (AMB-25), the striker first (FREE 1, MOSC 1, DA 1,
    DB 1.3; on a penalty: COMB 4, AMB-39)."""
    target = target_of(game, terms)
    score = frame.score
    for candidate in (player, *(p for p in range(len(score)) if p != player)):
        if score[candidate] >= target:
            return Ending(candidate, score)
    return None


def credit_all(case: Case, remover: int) -> int:
    """Credits every pot in its order; how many counted.

    For an own ball an object ball leaves the table, of `remover`'s choice; where the own ball pays a
    debt it stays there (AMB-38), and where nobody took it, it is not credited (CODE 8.11).
    """
    ledger, player = case.ledger, case.player
    ledger.leave(len(case.pots.objects))
    for pot in case.pots.falls:
        if pot.ball != "cue":
            if ledger.credit(player):
                ledger.spot(1)
        elif case.stroke.forgotten:
            case.articles.append("CODE 8.11")
        elif not ledger.credit(player):
            ledger.take(remover)
    return len(case.pots.falls)


def void_all(case: Case, clause: str) -> None:
    """Nothing that fell counts: object balls go back on the table (FREE 21.4, CODE 1.В-2)."""
    case.articles.append(clause)
    balls = len(case.pots.objects)
    case.ledger.leave(balls)
    case.ledger.spot(balls)


def missed(case: Case) -> Credit:
    """Nothing counted: the turn passes with the cue ball as it lies (FREE 5.3)."""
    return Credit(counted=0, again=False)


def credit_objects(case: Case) -> int:
    """Credits the object balls alone; how many counted (DB 4.2, AMB-02)."""
    for _ in case.pots.objects:
        case.ledger.leave(1)
        if case.ledger.credit(case.player):
            case.ledger.spot(1)
    return len(case.pots.objects)


def fits_the_set(terms: Terms, frame: Frame) -> str | None:
    """Why a frame taken over cannot be: there are sixteen balls, on the table and on the shelves."""
    if frame.on_table < 2:
        return "on_table needs the cue ball and an object ball"
    shelved = sum(frame.shelf) - sum(max(0, points) for points in terms.handicap)
    if shelved + frame.on_table > FULL:
        return f"{shelved} balls on the shelves and {frame.on_table} on the table are more than {FULL}"
    return None
