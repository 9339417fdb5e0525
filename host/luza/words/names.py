"""Names of games, pockets, cushions, balls, sensors and a board's inputs."""

from luza.facts import Ball
from luza.locale import has, same, say
from luza.messages import Words


def game(id: str) -> Words:
    """A game's name; an unknown id stands for itself."""
    return _named("names.game", id)


def pocket(name: str) -> Words:
    """A pocket's name: front is the house end, left and right are seen from the house."""
    return _named("names.pocket", name)


def cushion(name: str) -> Words:
    """A cushion's name, or that of a half of a long one."""
    return _named("names.cushion", name)


def sensor(name: str) -> Words:
    """The name of one of a table's senses, as in a match's header."""
    return _named("names.sensor", name)


def ball(ball: Ball | None, game: str | None = None) -> Words:
    """A ball as a fact names it. The free games have no cue ball but a coloured one (FREE 3.1)."""
    if isinstance(ball, int):
        return say("names.ball.number", number=ball)
    if ball is None:
        return say("names.ball.unknown")
    if ball == "cue" and game in ("free", "free80"):
        return say("names.ball.coloured")
    if ball == "object" and game in ("free", "free80"):
        return say("names.ball.unknown")
    return _named("names.ball", ball)


def board_input(name: str) -> Words:
    """One of the inputs of a table's board: `pocket front-left`, `slate`."""
    kind, _, where = name.partition(" ")
    if where and has(f"names.input.{kind}"):
        return say(f"names.input.{kind}", where=cushion(where) if kind == "cushion" else pocket(where))
    return _named("names.input", name)


def _named(table: str, name: str) -> Words:
    key = f"{table}.{name}"
    return say(key) if has(key) else same(name)
