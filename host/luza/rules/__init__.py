"""The rules: one module a game, what they share, and the course of judging a stroke."""

from luza.rules.classic import CLASSIC
from luza.rules.combined import COMBINED
from luza.rules.dynamic import DYNAMIC
from luza.rules.dynamic_call import DYNAMIC_CALL
from luza.rules.dynamic_code import DYNAMIC_CODE
from luza.rules.free import FREE
from luza.rules.free80 import FREE80
from luza.rules.game import Game
from luza.rules.moscow import MOSCOW

GAMES: dict[str, Game] = {
    game.id: game for game in (FREE, FREE80, MOSCOW, COMBINED, CLASSIC, DYNAMIC_CALL, DYNAMIC, DYNAMIC_CODE)
}
"""The games by their id."""
