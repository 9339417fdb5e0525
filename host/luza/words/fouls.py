"""The fouls in words: their names, what each means, and the clause that makes it a foul in a game."""

from luza.locale import has, same, say
from luza.messages import Words
from luza.rules import GAMES
from luza.rules.fouls import FOULS


def name(id: str, game: str | None = None) -> Words:
    """A foul's name as players use it, with the game's own word for it where it has one."""
    return _of_game("fouls.name", id, game)


def about(id: str, game: str | None = None) -> Words:
    """What the foul is, in one line."""
    return _of_game("fouls.about", id, game)


def clause(game: str, id: str) -> str | None:
    """The clause that makes it a foul in the game, or that makes its pots void; None: no foul there."""
    rules = GAMES.get(game)
    return None if rules is None else rules.fouls.get(id) or rules.voids.get(id)


def known_in(game: str) -> tuple[str, ...]:
    """The fouls that can be called in a game, in the catalogue's order."""
    return tuple(id for id in FOULS if clause(game, id))


def _of_game(table: str, id: str, game: str | None) -> Words:
    for key in (f"{table}.{game}.{id}", f"{table}.{id}"):
        if has(key):
            return say(key)
    return same(id)
