"""A judged shot in one sentence: who, what happened, what it means for the score, and by which clause."""

from collections.abc import Sequence
from typing import Protocol

from luza.facts import Ball
from luza.locale import has, join, number, say
from luza.messages import Words
from luza.view import ShotView
from luza.words import fouls, names

NOTHING = Words("", "")


class Played(Protocol):
    """What the words need to know of a match: a MatchView, a State and a Header all have it."""

    @property
    def game(self) -> str | None:
        """The game's id."""

    @property
    def players(self) -> Sequence[str]:
        """The players' names, by index."""


def shot(
    match: Played,
    shot: ShotView,
    *,
    amended: bool = False,
    withdrawn: bool = False,
    awaits_ruling: bool = False,
) -> Words:
    """The shot in words; `amended` where it replaces an earlier verdict, `withdrawn` where it is undone,
    `awaits_ruling` where an unproven one does not stand yet."""
    game = match.game or ""
    cited, note = _cited(game, shot)
    what, extra = _what(game, shot, note, awaits_ruling)
    words = say(
        "shots.line",
        who=match.players[shot.player],
        what=what,
        note=extra,
        gain=_gain(game, match.players, shot.player, shot.delta),
        article=article(cited),
    )
    if withdrawn:
        return say("shots.withdrawn", text=words)
    return say("shots.amended", text=words) if amended else words


def foul(
    match: Played, id: str, player: int, *, penalty: Sequence[int] = (), cited: str | None = None
) -> Words:
    """One foul in words. `penalty`: the change of each player's score; `cited`: its clause, if unusual."""
    game = match.game or ""
    return say(
        "fouls.said",
        who=match.players[player],
        foul=fouls.name(id, game),
        gain=_gain(game, match.players, player, penalty),
        article=article(cited or fouls.clause(game, id)),
    )


def fell(pocket: str, ball: Ball | None, game: str | None = None) -> Words:
    """A ball that has just fallen, before anybody has judged it."""
    words = say("shots.fell", ball=names.ball(ball, game), pocket=names.pocket(pocket))
    return Words(words.ru, words.en[0].upper() + words.en[1:])


def article(id: str | None) -> Words:
    """A clause's id as it stands behind a sentence; nothing for None."""
    return NOTHING if id is None else say("shots.article", article=id)


def signed(change: int) -> str:
    """A change of score: +2, −1."""
    return f"+{change}" if change > 0 else number(change)


def _cited(game: str, shot: ShotView) -> tuple[str | None, str | None]:
    """The one clause that a display shows, and the key of what is to be said about it, if anything is."""
    articles = shot.articles
    if shot.fouls:
        usual = fouls.clause(game, shot.fouls[0])
        return (articles[0] if articles and usual not in articles else usual), None
    tables = ("shots.replay", "shots.void") if shot.verdict == "void" else ("shots.legal",)
    for id in articles:
        for table in tables:
            if has(f"{table}.{id}"):
                return id, f"{table}.{id}"
    if not articles:
        return None, None
    return articles[-1 if shot.potted else 0], None


def _what(game: str, shot: ShotView, note: str | None, awaits_ruling: bool) -> tuple[Words, Words]:
    """What happened, and what has to be added to it."""
    if shot.verdict == "foul":
        what = say("shots.what.foul", fouls=_fouls(game, shot))
        return what, _pots_of_a_foul(game, shot)
    if shot.verdict == "void":
        if shot.fouls:
            return say("shots.what.void_foul", fouls=_fouls(game, shot)), NOTHING
        return say(note or "shots.what.void"), NOTHING
    extra = say(note) if note else NOTHING
    if shot.verdict == "unproven":
        unproven = say("shots.note.awaits_ruling" if awaits_ruling else "shots.note.unproven")
        extra = join((extra, unproven), "")
    if not shot.potted:
        return say("shots.what.no_pot"), extra
    if game == "classic" and not any(shot.delta):
        extra = join((extra, say("shots.note.unnumbered")), "")
    return say("shots.what.pots", n=shot.potted), extra


def _fouls(game: str, shot: ShotView) -> Words:
    return join((fouls.name(id, game) for id in shot.fouls), ", ")


def _pots_of_a_foul(game: str, shot: ShotView) -> Words:
    """What became of the pots; by agreement some fouls in Moscow and combined leave them (AMB-08)."""
    fell = shot.potted - ("cue_ball_potted" in shot.fouls)
    if not fell:
        return NOTHING
    penalty = {"moscow": -1, "combined": 0}.get(game)
    if penalty is not None and shot.delta[shot.player] > penalty:
        return say("shots.note.pots_stand", n=fell)
    return say("shots.note.pots_void", n=fell)


def _gain(game: str, players: Sequence[str], player: int, delta: Sequence[int]) -> Words:
    """The change of the score: a number alone where it is the player's own gain or loss, else with names."""
    changed = sorted(((who, by) for who, by in enumerate(delta) if by), key=lambda one: one[0] != player)
    if not changed:
        return NOTHING
    if len(changed) == 1 and changed[0][0] == player:
        by = changed[0][1]
        if game == "classic":
            return say("shots.points", gain=signed(by), n=by)
        return say("shots.gain", gain=signed(by))
    each = join((say("shots.gain_of", who=players[who], delta=signed(by)) for who, by in changed), ", ")
    return say("shots.gain", gain=each)
