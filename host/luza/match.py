"""Lag, frames, breaks, race: what lies between the frames of a match. Pure functions over `Match`."""

import msgspec

from luza.clock import ClockState
from luza.rules.frame import Frame, change, other
from luza.rules.game import Ending, Game, Terms
from luza.rules.parts import decide
from luza.view import FrameResult


class Match(msgspec.Struct, frozen=True):
    """A match between two entries; `opener` is who opened the current frame, for the order of breaks; `shots`
    how many have been judged."""

    frames_won: tuple[int, ...]
    frames: tuple[FrameResult, ...]
    frame: Frame
    clock: ClockState
    winner: int | None = None
    opener: int | None = None
    shots: int = 0


def begin(game: Game, terms: Terms, race_to: int, first_breaker: int | None, clock: ClockState) -> Match:
    """The match before its first stroke: the first frame, with a breaker or before the lag."""
    none_won = (0,) * terms.players
    frame = _new_frame(game, terms, 1, first_breaker)
    return Match(none_won, (), frame, change(clock, used=none_won), opener=first_breaker)


def _new_frame(game: Game, terms: Terms, number: int, breaker: int | None) -> Frame:
    """A frame before its break, from the house (FREE 11.1, MOSC 4), with the handicap on the shelves
    (CL 4.4)."""
    start = terms.handicap or (0,) * terms.players
    return Frame(
        number=number,
        breaker=breaker,
        phase="lag" if breaker is None else "break",
        shelf=start if game.below_zero else tuple(max(0, points) for points in start),
        debt=(0,) * terms.players if game.below_zero else tuple(max(0, -points) for points in start),
        at_table=breaker,
        owed=(0,) * terms.players,
        balls=frozenset(range(1, 16)) if game.numbered else None,
    )


def is_decider(match: Match, race_to: int) -> bool:
    """Is this the frame that decides a level match (GEN 2.6, FREE 24.5)? A single frame is none."""
    return race_to > 1 and all(won == race_to - 1 for won in match.frames_won)


def lag_won(match: Match, winner: int) -> Match:
    """The lag's winner breaks, or yields the break (GEN 2.4, FREE 7.4, CODE 4.1)."""
    frame = change(match.frame, at_table=winner, decision=decide("first_break", winner, "break", "yield"))
    return change(match, frame=frame)


def breaks(match: Match, breaker: int) -> Match:
    """It is settled who breaks the frame (GEN 2.4, CL 6.1), or goes on with a new rack (FREE 25.2), which
    changes nothing about who opened it."""
    opener = breaker if match.frame.breaker is None else match.opener
    frame = change(
        match.frame, phase="break", breaker=breaker, at_table=breaker, decision=None, cue_ball="house"
    )
    return change(match, frame=frame, opener=opener)


def playable(frame: Frame) -> bool:
    """May a stroke be played now? Not before somebody is to break, nor once the match is over."""
    return frame.phase in ("break", "play") or frame.decision is not None


def awaits_ruling(frame: Frame) -> bool:
    """Does the last stroke wait for the referee's ruling?"""
    return frame.decision is not None and frame.decision.kind == "ruling"


def settle(game: Game, terms: Terms, race_to: int, match: Match, player: int) -> Match:
    """Ends the frame if it is decided, and what follows from that; not while a stroke waits for its ruling.

    `player` had the last stroke.
    """
    if awaits_ruling(match.frame):
        return match
    ending = game.ending(game, terms, match.frame, player)
    return match if ending is None else end_frame(game, terms, race_to, match, ending)


def end_frame(game: Game, terms: Terms, race_to: int, match: Match, ending: Ending) -> Match:
    """The frame is over: its result stands, and the next frame or the end of the match follows."""
    frame = match.frame
    winner = ending.winner
    result = FrameResult(frame.number, winner, winner is None, ending.score, frame.breaker)
    frames = (*match.frames, result)
    won = match.frames_won
    clock = change(
        match.clock, since=None, warned=False, bent_since=None, extended=False, used=(0,) * terms.players
    )
    if winner is not None:
        won = tuple(n + (player == winner) for player, n in enumerate(won))
        if won[winner] >= race_to:
            over = change(frame, phase="over", decision=None, past_target=False)
            return change(match, frames=frames, frames_won=won, frame=over, clock=clock, winner=winner)
    after = change(match, frames=frames, frames_won=won)
    breaker = _next_breaker(game, after, race_to, winner)
    return change(
        after,
        frame=_new_frame(game, terms, frame.number + 1, breaker),
        clock=clock,
        opener=breaker if breaker is not None else match.opener,
    )


def _next_breaker(game: Game, match: Match, race_to: int, winner: int | None) -> int | None:
    """Who opens the next frame; None where lag or lot decides (GEN 2.5, 2.6; FREE 13; CL 6.1; AMB-23)."""
    if winner is None or game.opener == "lag":
        return None
    if game.opener == "winner":
        return winner
    if is_decider(match, race_to):
        return None
    return None if match.opener is None else other(match.opener, len(match.frames_won))
