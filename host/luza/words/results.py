"""How frames and matches begin and end, in words."""

from collections.abc import Sequence

from luza.locale import number, say
from luza.messages import Words
from luza.view import FrameResult
from luza.words import names


def frame_ended(players: Sequence[str], result: FrameResult) -> Words:
    """Who won the frame and the score, the winner's number first where there are two players."""
    if result.winner is None:
        return say("results.frame_drawn", number=result.number, score=score(result.score))
    return say(
        "results.frame_won",
        number=result.number,
        who=players[result.winner],
        score=score(result.score, result.winner),
    )


def frame_started(game: str, players: Sequence[str], number: int, breaker: int | None) -> Words:
    """A frame begins: by whom, or that lag or lot will say it."""
    opens = game == "classic"
    if breaker is None:
        return say("results.frame_to_lot" if opens else "results.frame_to_lag", number=number)
    key = "results.frame_opened" if opens else "results.frame_started"
    return say(key, number=number, who=players[breaker])


def frame_reopened(number: int) -> Words:
    """A call or an undo took the frame's end back."""
    return say("results.frame_reopened", number=number)


def match_started(game: str, players: Sequence[str]) -> Words:
    """Who plays what."""
    return say("results.match_started", players=" — ".join(players), game=names.game(game))


def match_ended(players: Sequence[str], frames_won: Sequence[int], winner: int) -> Words:
    """Who won the match, by how many frames."""
    return say("results.match_won", who=players[winner], score=score(frames_won, winner))


def score(numbers: Sequence[int], winner: int | None = None) -> str:
    """A score as it is spoken: 8:5, of two players the winner's number first; a true minus."""
    if winner == 1 and len(numbers) == 2:
        numbers = (numbers[1], numbers[0])
    return ":".join(number(one) for one in numbers)
