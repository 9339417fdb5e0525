"""The rules of a game for people to read: its fouls, then every clause, short and in both languages. Pure."""

from luza import words
from luza.locale import say
from luza.messages import Words
from luza.panel.offers import clause
from luza.panel.papers import FoulText, RulesView, RuleText
from luza.rules import clauses


def rulebook(game: str) -> RulesView:
    """The fouls that the game knows and all clauses that it is played by; `game` must be one of `GAMES`."""
    fouls = tuple(
        FoulText(
            id,
            words.fouls.name(id, game),
            words.fouls.about(id, game),
            clause(words.fouls.clause(game, id)),
        )
        for id in words.fouls.known_in(game)
    )
    texts = tuple(RuleText(one.id, words.clause(one.id), _notes(one)) for one in clauses.of_game(game))
    return RulesView(game, words.names.game(game), fouls, texts)


def _notes(one: clauses.Clause) -> tuple[Words, ...]:
    """What has to be said with a clause: how it is played where the text leaves it open, that the match may
    choose otherwise, that no table can judge it."""
    notes = []
    if one.reading_ru is not None and one.reading_en is not None:
        notes.append(say("panel.rules.played", text=Words(one.reading_ru, one.reading_en)))
    if one.option is not None:
        notes.append(say("panel.rules.otherwise"))
    if one.need == "conduct":
        notes.append(say("panel.rules.conduct"))
    return tuple(notes)
