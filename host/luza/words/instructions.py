"""What has to be done at the table before the next stroke: balls to spot, to take off, the cue ball."""

from collections.abc import Iterator

from luza.locale import say
from luza.messages import Words
from luza.view import FrameView, ShotView
from luza.words.shots import Played

FULL_RACK = 15
_FAMILY = {"free80": "free", "dynamic-code": "dynamic"}
_RACK_AS = {"free80": "free", "combined": "moscow"}
_LAG_AS = {"free": "free", "free80": "free", "dynamic": "dynamic", "dynamic-code": "dynamic-code"}
_DEBT = {"moscow": "MOSC 7.8", "dynamic-call": "DA 6.2", "dynamic-code": "CODE 8.0"}
_FOR_OWN_BALL = {
    "moscow": "MOSC 5.3",
    "combined": "COMB 1",
    "dynamic-call": "AMB-04",
    "dynamic": "DB 1.2",
    "dynamic-code": "CODE 1.Б",
}
_FOR_PENALTY = {"combined": "COMB 3", "dynamic": "DB 6.3"}
_ANYWHERE = {"dynamic-call": "DA 4.3", "dynamic": "DB 1.2", "dynamic-code": "CODE 1.Б"}


def instructions(match: Played, frame: FrameView, last_shot: ShotView | None = None) -> tuple[Words, ...]:
    """Everything that is to be done now, a sentence each, in the order of doing it.

    `last_shot` is the one before; it tells a penalty from an own ball.
    """
    game = match.game or ""
    if last_shot is not None and last_shot.frame != frame.number:
        last_shot = None
    return tuple(_all(game, match, frame, last_shot))


def _all(game: str, match: Played, frame: FrameView, last_shot: ShotView | None) -> Iterator[Words]:
    if frame.phase == "over":
        if game == "dynamic-code" and frame.run > 1 and frame.at_table is not None:
            yield say("instructions.code.run_on", who=match.players[frame.at_table])
        return
    if frame.to_spot:
        yield from _spot(game, frame, last_shot)
    if frame.to_remove.n:
        yield _remove(game, match, frame, last_shot)
    if frame.phase == "lag":
        if frame.at_table is None:
            yield _lag(game, frame)
    elif frame.phase == "break":
        yield _rack(game, frame)
    else:
        if frame.cue_ball == "house":
            yield say("instructions.cue_ball.house")
        elif frame.cue_ball == "anywhere":
            yield say("instructions.cue_ball.anywhere", article=_anywhere(game, last_shot))
        yield from _about_the_player(game, match, frame)


def _spot(game: str, frame: FrameView, last_shot: ShotView | None) -> Iterator[Words]:
    if frame.hanging:
        yield say("instructions.hanging.back", n=frame.hanging)
    to_spot = frame.to_spot - frame.hanging
    if not to_spot:
        return
    table = f"instructions.spot.{_FAMILY.get(game, game)}"
    if game in ("moscow", "combined") and last_shot is not None and last_shot.spotted:
        own_penalty = game == "moscow" and last_shot.verdict == "foul"
        if last_shot.verdict == "foul" and last_shot.spotted > own_penalty and last_shot.potted:
            yield say(f"{table}.voided", n=to_spot)
            return
    yield say(f"{table}.one") if to_spot == 1 else say(f"{table}.many", n=to_spot)


def _remove(game: str, match: Played, frame: FrameView, last_shot: ShotView | None) -> Words:
    by, n = frame.to_remove.by, frame.to_remove.n
    if by is None or game not in _FOR_OWN_BALL:
        return say("instructions.remove.nobody", n=n)
    penalty = game in _FOR_PENALTY and last_shot is not None and last_shot.verdict == "foul"
    article = _FOR_PENALTY[game] if penalty else _FOR_OWN_BALL[game]
    how = {"moscow": "pointed", "dynamic-code": "given"}.get(game, "own_shelf")
    return say(f"instructions.remove.{how}", by=match.players[by], n=n, article=article)


def _lag(game: str, frame: FrameView) -> Words:
    if game == "classic":
        return say("instructions.lag.lot")
    if game in ("free", "free80") and frame.on_table <= FULL_RACK:
        return say("instructions.lag.rerack", n=frame.on_table - 1)
    return say(f"instructions.lag.{_LAG_AS.get(game, 'general')}")


def _rack(game: str, frame: FrameView) -> Words:
    balls = frame.on_table - 1
    if balls < FULL_RACK:
        article = "FREE 25.2" if game in ("free", "free80") else "DB 3.3"
        return say("instructions.rack.short", n=balls, article=article)
    return say(f"instructions.rack.{_RACK_AS.get(game, game)}")


def _anywhere(game: str, last_shot: ShotView | None) -> str:
    if last_shot is None or last_shot.verdict != "foul":
        return _ANYWHERE.get(game, "AMB-06")
    return {"dynamic": "DB 6.3", "dynamic-code": "CODE 1.Ж"}.get(game, "AMB-06")


def _about_the_player(game: str, match: Played, frame: FrameView) -> Iterator[Words]:
    at_table = frame.at_table
    if at_table is None:
        return
    who = match.players[at_table]
    if frame.debt[at_table]:
        article = _DEBT.get(game, "FREE 2.2")
        yield say("instructions.debt.line", who=who, n=frame.debt[at_table], article=article)
    if game == "dynamic-code" and frame.score[at_table] == 7:
        yield say("instructions.code.seventh", who=who)
