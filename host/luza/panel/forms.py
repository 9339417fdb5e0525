"""The form that a match starts from, and what was agreed, in words: games, options, defaults. Pure."""

from collections.abc import Iterable, Iterator

import msgspec

from luza import words
from luza.entries import Header, Options
from luza.locale import join, say
from luza.messages import Words
from luza.panel.papers import GameForm, OptionChoice, OptionForm, StartForm
from luza.rules import GAMES
from luza.rules.game import Game

LIMITS = (45.0, 60.0)
"""FREE 24.1 and CODE 7, in seconds."""
KEPT = ("unproven", "settle_s", "overtime")
"""The options that the settings give to every game."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "unproven": ("legal", "ask", "lean"),
    "calls": ("spoken", "entered"),
    "call_mode": ("pocket", "strict"),
    "overtime": ("call", "foul"),
    "own_in_hand": ("counts", "passes"),
    "penalty_per": ("stroke", "offence"),
    "void_on": ("every_foul", "listed"),
}


def start_form(default: Header, players: Iterable[str]) -> StartForm:
    """The form; `default` is a match as the settings say, `players` the names that are known here."""
    fields: dict[str, object] = msgspec.to_builtins(default)
    fields.pop("sensors", None)
    fields.pop("type", None)
    return StartForm(
        games=tuple(_game(game, default) for game in GAMES.values()),
        players=tuple(dict.fromkeys([*players, *default.players])),
        default=fields,
    )


def _game(game: Game, default: Header) -> GameForm:
    return GameForm(
        id=game.id,
        words=words.names.game(game.id),
        players_max=max(game.target),
        opening="lot" if game.by_lot else "lag",
        target=tuple(game.target[n] for n in sorted(game.target)),
        options=tuple(_options(game, defaults(default, game.id))),
    )


def defaults(default: Header, game: str) -> Options:
    """The options of a match in that game where nothing is said."""
    if game == default.game:
        return default.options
    kept = {key: getattr(default.options, key) for key in KEPT}
    return msgspec.structs.replace(Options(), **kept)


def _options(game: Game, default: Options) -> Iterator[OptionForm]:
    yield _choice("unproven", default)
    yield OptionForm(
        "target",
        say("panel.form.target"),
        say("panel.form.target_players")
        if len(game.target) > 1
        else say("panel.form.target_about", n=min(game.target.values())),
        "number",
        default.target or (None if len(game.target) > 1 else min(game.target.values())),
        low=1,
        high=1000,
    )
    handicap = default.handicap
    yield OptionForm(
        "handicap",
        say("panel.form.handicap"),
        say("panel.form.handicap_about"),
        "numbers",
        handicap,
        low=-100,
        high=100,
    )
    if game.calls:
        yield _choice("calls", default)
    if game.numbered:
        yield _choice("call_mode", default)
    known = words.fouls.known_in(game.id)
    yield OptionForm(
        "waive",
        say("panel.form.waive"),
        say("panel.form.waive_about"),
        "fouls",
        [foul for foul in default.waive if foul in known],
        choices=tuple(OptionChoice(foul, words.fouls.name(foul, game.id)) for foul in known),
    )
    off = OptionChoice(None, say("panel.form.clock_s_off"))
    limits = sorted({*LIMITS, *([default.clock_s] if default.clock_s else [])})
    yield OptionForm(
        "clock_s",
        say("panel.form.clock_s"),
        say("panel.form.clock_s_about"),
        "seconds",
        default.clock_s,
        choices=(off, *(OptionChoice(n, say("panel.form.clock_s_n", n=round(n))) for n in limits)),
        low=5,
        high=3600,
    )
    if game.clock_foul:
        yield _choice("overtime", default)
    if "own" in game.calls:
        yield _choice("own_in_hand", default)
    if not game.one_penalty:
        yield _choice("penalty_per", default)
    if game.listed_voids:
        yield _choice("void_on", default)


def _choice(key: str, default: Options) -> OptionForm:
    return OptionForm(
        key,
        say(f"panel.form.{key}"),
        say(f"panel.form.{key}_about"),
        "choice",
        getattr(default, key),
        choices=tuple(OptionChoice(value, say(f"panel.form.{key}_{value}")) for value in _CHOICES[key]),
    )


def terms(header: Header) -> tuple[tuple[Words, Words], ...]:
    """What was agreed for a match beyond the rules, as (what, how)."""
    options, usual = header.options, Options()
    found: list[tuple[Words, Words]] = []
    for key in Options.__struct_fields__:
        value = getattr(options, key)
        if key == "settle_s" or value in (getattr(usual, key), [], None):
            continue
        if key == "overtime" and options.clock_s is None:
            continue
        found.append((say(f"panel.form.{key}"), _value(header, key, value)))
    return tuple(found)


def _value(header: Header, key: str, value: object) -> Words:
    if key in _CHOICES:
        return say(f"panel.form.{key}_{value}")
    if key == "waive":
        return join((words.fouls.name(foul, header.game) for foul in header.options.waive), ", ")
    if key == "handicap":
        return _text(words.results.score(header.options.handicap or ()))
    if key == "clock_s":
        return say("panel.form.clock_s_n", n=round(header.options.clock_s or 0))
    return _text(str(value))


def _text(text: str) -> Words:
    return Words(text, text)
