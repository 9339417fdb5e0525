"""What a statement does to the match, where it stands by itself and is about no shot. Pure.

Each function takes the match and the statement and returns the next match, or raises Refused with the
reason in one sentence.
"""

import difflib
from collections.abc import Callable
from typing import Any

from luza import clock as clocks
from luza import match as matches
from luza.errors import Refused
from luza.match import Match
from luza.rules.decisions import answer
from luza.rules.falls import said_removed
from luza.rules.fouls import FOULS
from luza.rules.frame import NOTHING, Dare, Frame, Nomination, change
from luza.rules.game import Ending, Game, Terms
from luza.rules.ledger import Ledger
from luza.statements import (
    Adjust,
    Affair,
    Bent,
    Call,
    Choose,
    Clock,
    Concede,
    Extension,
    Incident,
    Lag,
    Lot,
    Nominate,
    Removed,
    Setup,
    Statement,
    Warned,
)


class Rules:
    """What stays the same through a match: the game, the terms, the length of the race."""

    def __init__(self, game: Game, terms: Terms, race_to: int, ask: bool = False) -> None:
        self.game = game
        self.terms = terms
        self.race_to = race_to
        self.ask = ask


def say(rules: Rules, match: Match, statement: Statement) -> Match:
    """The match after a statement about no shot; raises Refused."""
    act = _ACTS.get(type(statement))
    if act is None:
        raise Refused(f"{statement.__struct_config__.tag} is said about a shot, and there is none", "no_shot")
    player = getattr(statement, "player", None)
    if player is not None:
        check_player(rules, player)
    return act(rules, match, statement)


def check_player(rules: Rules, player: int) -> None:
    """Raises Refused where the match has no such player."""
    if player >= rules.terms.players:
        raise Refused(
            f"player {player} does not exist: there are {rules.terms.players}, counted from 0",
            "no_such_player",
        )


def _in_play(match: Match, what: str) -> None:
    if match.frame.phase == "over":
        raise Refused(f"{what}: the match is over", "match_over")
    if match.frame.phase == "lag":
        raise Refused(f"{what}: it is not settled yet who breaks", "not_started")


def known_foul(rules: Rules, foul: str) -> None:
    """Raises Refused where no game, or not this one, knows the foul."""
    if foul not in FOULS:
        near = difflib.get_close_matches(foul, FOULS, 1)
        raise Refused(
            f"no game knows a foul {foul!r}" + (f"; did you mean {near[0]!r}?" if near else ""),
            "unknown_foul",
        )
    if foul not in rules.game.fouls and foul not in rules.game.voids:
        raise Refused(f"{foul} is no foul in {rules.game.id}", "unknown_foul")


def _setup(rules: Rules, match: Match, said: Setup) -> Match:
    """Takes over a frame in progress: score, turn and balls as they are on paper."""
    game, terms = rules.game, rules.terms
    if match.frame.phase == "over":
        raise Refused("setup: the match is over", "match_over")
    if len(said.score) != terms.players:
        raise Refused(
            f"setup: score has {len(said.score)} numbers for {terms.players} players", "impossible_setup"
        )
    check_player(rules, said.at_table)
    if said.breaker is not None:
        check_player(rules, said.breaker)
    won = match.frames_won
    if said.frames_won is not None:
        won = tuple(said.frames_won)
        if len(won) != terms.players:
            raise Refused(
                f"setup: frames_won has {len(won)} numbers for {terms.players} players", "impossible_setup"
            )
        if max(won) >= rules.race_to:
            raise Refused(
                f"setup: frames_won {list(won)} would have ended a match to {rules.race_to}",
                "setup_match_over",
            )
    if said.balls is not None and len(set(said.balls)) != len(said.balls):
        raise Refused("setup: a ball's number stands twice in balls", "impossible_setup")
    breaker = match.frame.breaker if said.breaker is None else said.breaker
    frame = change(
        match.frame,
        number=match.frame.number if said.frames_won is None else sum(won) + 1,
        breaker=breaker,
        phase="play",
        shelf=tuple(said.score) if game.below_zero else tuple(max(0, s) for s in said.score),
        debt=(0,) * terms.players if game.below_zero else tuple(max(0, -s) for s in said.score),
        owed=(0,) * terms.players,
        at_table=said.at_table,
        cue_ball=said.cue_ball,
        object_only=said.object_only,
        on_table=said.on_table,
        to_spot=0,
        hanging=0,
        to_remove=NOTHING,
        lifted=0,
        dropped=0,
        decision=None,
        run=said.run,
        nominated=None,
        dare=None,
        past_target=False,
        out=frozenset(),
        unnamed=0,
        balls=None if said.balls is None or not game.numbered else frozenset(said.balls),
    )
    if game.ending(game, terms, frame, said.at_table) is not None:
        raise Refused(f"setup: with the score {list(said.score)} the frame would be over", "setup_over")
    reason = game.setup(terms, frame)
    if reason is not None:
        raise Refused(f"setup: {reason}", "setup_balls")
    if game.between is not None:
        frame = game.between(frame)
    return change(match, frame=frame, frames_won=won, opener=breaker)


def _lag(rules: Rules, match: Match, said: Lag) -> Match:
    """Whose ball stopped nearer, and whose lost by where it went, people say (GEN 2.1 to 2.3; FREE 7.1 to
    7.3; DB 2.2; CODE 4.1, 4.2)."""
    frame = match.frame
    if rules.game.by_lot:
        raise Refused(f"lag: in {rules.game.id} the lot decides who breaks", "not_in_game")
    if frame.phase != "lag" or frame.decision is not None:
        raise Refused("lag: there is no lag to be won now", "lag_in_play")
    if said.repeat == (said.winner is not None):
        raise Refused("lag: it has a winner or is repeated, one of the two", "winner_or_repeat")
    if said.winner is None:
        return match
    if said.winner >= rules.terms.players:
        raise Refused(f"lag: player {said.winner} does not exist", "no_such_player")
    return matches.lag_won(match, said.winner)


def _lot(rules: Rules, match: Match, said: Lot) -> Match:
    if not rules.game.by_lot:
        raise Refused(f"lot: in {rules.game.id} a lag decides who breaks", "not_in_game")
    if match.frame.phase != "lag":
        raise Refused("lot: it is settled already who breaks", "lag_in_play")
    if said.winner >= rules.terms.players:
        raise Refused(f"lot: player {said.winner} does not exist", "no_such_player")
    return matches.breaks(match, said.winner)


def choose(rules: Rules, match: Match, said: Choose) -> Match:
    """Answers the pending decision (not a ruling, which is about a shot)."""
    decision = match.frame.decision
    if decision is None:
        raise Refused("choose: nobody has been offered a choice", "no_decision")
    if said.option not in decision.options:
        raise Refused(f"choose: {said.option!r} is not among {', '.join(decision.options)}", "unknown_option")
    if said.player is not None and said.player != decision.by:
        raise Refused(
            f"choose: the choice is player {decision.by}'s, not player {said.player}'s", "wrong_player"
        )
    if decision.kind == "first_break":
        by = decision.by or 0
        rival = (by + 1) % rules.terms.players
        return matches.breaks(match, by if said.option == "break" else rival)
    return change(match, frame=answer(rules.game, match.frame, said.option))


def _call(rules: Rules, match: Match, said: Call) -> Match:
    """A foul outside any stroke: the penalty at once, and what the innocent player may choose (FREE 26,
    AMB-41; slow play between strokes; CL 7.8, where the turn passes, CL 7.12). Without such a foul nothing
    is penal about a disturbance (AMB-45)."""
    game, offender = rules.game, said.player
    if offender is None:
        raise Refused(f"call: {said.foul} needs the player who did it", "needs_player")
    _in_play(match, f"call {said.foul}")
    if said.foul in rules.terms.waived or said.foul == "etiquette":
        return match
    frame = match.frame
    ledger = Ledger(frame)
    if said.foul not in game.voids:
        game.penalise(None, offender, ledger)
    after = ledger.close()
    if said.foul == "slow_play":
        # The penalty is for the time that is over; a new one begins, whoever plays.
        match = change(match, clock=clocks.switched(match.clock, said.t, match.clock.on, None))
    if not matches.awaits_ruling(frame):
        after = game.after_call(game, after, offender)
    return matches.settle(game, rules.terms, rules.race_to, change(match, frame=after), offender)


def _incident(rules: Rules, match: Match, said: Incident) -> Match:
    """A new rack with the score kept, the next stroke by lag (FREE 25.2): the one incident about no shot."""
    if said.case not in rules.game.incidents:
        raise Refused(f"incident: {rules.game.id} has no rule for {said.case}", "not_in_game")
    if said.case != "disturbed_rerack":
        raise Refused(f"incident: {said.case} is about a shot, and there is none", "no_shot")
    _in_play(match, "incident disturbed_rerack")
    frame = change(
        match.frame,
        phase="lag",
        at_table=None,
        decision=None,
        to_spot=0,
        hanging=0,
        to_remove=NOTHING,
        lifted=0,
        dropped=0,
        cue_ball="house",
        object_only=False,
        run=0,
        nominated=None,
        dare=None,
    )
    return change(match, frame=frame)


def _nominate(rules: Rules, match: Match, said: Nominate) -> Match:
    """A call before the stroke, in the games that have one (CL 4.1, 4.5; DA 4.1; none: COMB 2, AMB-16)."""
    _in_play(match, "nominate")
    calls = rules.game.calls
    if not calls:
        raise Refused(f"nominate: {rules.game.id} is played without calls", "not_in_game")
    if said.own and "own" not in calls:
        raise Refused(f"nominate: in {rules.game.id} the own ball is not called", "not_in_game")
    frame = match.frame
    gone = [ball for ball in said.balls or () if isinstance(ball, int) and has_gone(frame, ball)]
    if gone:
        raise Refused(f"nominate: ball {gone[0]} is no longer on the table", "ball_gone")
    new = frame.nominated or Nomination()
    if said.own:
        new = change(new, own=True, own_pocket=said.pocket)
    if said.balls or not said.own:
        new = change(new, objects=True, balls=tuple(said.balls or ()), pocket=said.pocket)
    return change(match, frame=change(frame, nominated=new))


def has_gone(frame: Frame, ball: int) -> bool:
    """Is it known that the ball of this number is no longer on the table?"""
    return ball in frame.out or (frame.balls is not None and ball not in frame.balls)


def _removed(rules: Rules, match: Match, said: Removed) -> Match:
    frame = match.frame
    if not frame.to_remove.n and not frame.dropped:
        raise Refused("removed: there is no ball to be taken from the table", "nothing_to_remove")
    if isinstance(said.ball, int) and has_gone(frame, said.ball) and not frame.dropped:
        raise Refused(f"removed: ball {said.ball} is no longer on the table", "ball_gone")
    return change(match, frame=said_removed(frame, said.ball))


def _clock(rules: Rules, match: Match, said: Clock) -> Match:
    return change(match, clock=clocks.switched(match.clock, said.t, said.on, said.limit_s))


def _warned(rules: Rules, match: Match, said: Warned) -> Match:
    if not match.clock.on:
        raise Refused("warned: the shot clock is off", "clock_off")
    return change(match, clock=change(match.clock, warned=True))


def _bent(rules: Rules, match: Match, said: Bent) -> Match:
    clock = match.clock
    since = (clock.bent_since if clock.bent_since is not None else said.t) if said.on else None
    return change(match, clock=change(clock, bent_since=since))


def _extension(rules: Rules, match: Match, said: Extension) -> Match:
    """FREE 24.5: for the player at the table, for this stroke, as often as the frame allows."""
    clock = match.clock
    if not rules.game.extensions:
        raise Refused(f"extension: {rules.game.id} has none", "not_in_game")
    if not clock.on:
        raise Refused("extension: the shot clock is off", "clock_off")
    if said.player != match.frame.at_table:
        raise Refused("extension: it is for the player at the table", "wrong_player")
    if clock.extended:
        raise Refused("extension: this stroke has one already", "extension_spent")
    if clock.used[said.player] >= clocks.extensions(matches.is_decider(match, rules.race_to)):
        raise Refused("extension: the player has none left in this frame", "extension_spent")
    used = tuple(n + (player == said.player) for player, n in enumerate(clock.used))
    return change(match, clock=change(clock, extended=True, used=used))


def _affair(rules: Rules, match: Match, said: Affair) -> Match:
    if not rules.game.dares:
        raise Refused(f"affair: {rules.game.id} does not know a stroke on a dare", "not_in_game")
    _in_play(match, "affair")
    if match.frame.phase == "break":
        raise Refused("affair: the break is no stroke on a dare", "dare_on_break")
    if said.player == match.frame.at_table:
        raise Refused("affair: it is this player's own turn", "own_turn")
    frame = change(match.frame, dare=Dare(said.player, said.ball), decision=None)
    return change(match, frame=frame)


def _adjust(rules: Rules, match: Match, said: Adjust) -> Match:
    """A correction of the score; a debt is the part below zero."""
    if match.frame.phase == "over":
        raise Refused("adjust: the match is over; take its end back first", "match_over")
    frame = match.frame
    score = frame.score[said.player] + said.delta
    shelf, debt = list(frame.shelf), list(frame.debt)
    if rules.game.below_zero:
        shelf[said.player] = score
    else:
        shelf[said.player], debt[said.player] = max(0, score), max(0, -score)
    owed = tuple(min(o, d) for o, d in zip(frame.owed, debt, strict=True))
    after = change(match, frame=change(frame, shelf=tuple(shelf), debt=tuple(debt), owed=owed))
    return matches.settle(rules.game, rules.terms, rules.race_to, after, said.player)


def _concede(rules: Rules, match: Match, said: Concede) -> Match:
    """The frame goes to the opponent, of several to the best placed of the others; the score stands."""
    if match.frame.phase == "over":
        raise Refused("concede: the match is over", "match_over")
    score = match.frame.score
    order = [(said.player + i) % len(score) for i in range(1, len(score))]
    winner = max(order, key=lambda player: score[player])
    return matches.end_frame(rules.game, rules.terms, rules.race_to, match, Ending(winner, score))


_ACTS: dict[type, Callable[[Rules, Match, Any], Match]] = {
    Setup: _setup,
    Lag: _lag,
    Lot: _lot,
    Choose: choose,
    Call: _call,
    Incident: _incident,
    Nominate: _nominate,
    Removed: _removed,
    Clock: _clock,
    Warned: _warned,
    Bent: _bent,
    Extension: _extension,
    Affair: _affair,
    Adjust: _adjust,
    Concede: _concede,
}
