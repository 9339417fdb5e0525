"""The printed protocol of a match: everything that stands on the paper, in one language. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo

import msgspec

from luza import words
from luza.locale import say
from luza.messages import Words
from luza.panel.forms import terms
from luza.panel.past import About, history
from luza.table import Table


class Line(msgspec.Struct, frozen=True):
    """One row of a table on the paper."""

    cells: tuple[str, ...]


class Protocol(msgspec.Struct, frozen=True):
    """The paper: `facts` are (what, value); `frames`, `figures` and `shots` tables with their heads."""

    title: str
    players: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    frames_head: tuple[str, ...]
    frames: tuple[Line, ...]
    figures_title: str
    figures_head: tuple[str, ...]
    figures: tuple[Line, ...]
    shots_head: tuple[str, ...]
    shots: tuple[Line, ...]
    signature: str
    signatures: tuple[str, ...]


def protocol(
    table: Table, about: About, sources: Mapping[float, str], language: str, zone: tzinfo | None = None
) -> Protocol:
    """The paper of a match; `sources`: who entered what, `language`: `ru` or `en`.

    `zone`: whose times of day stand there; None: those of this machine, as on the club's own clock.
    """

    def t(said: Words) -> str:
        return said.ru if language == "ru" else said.en

    def p(key: str, **values: int) -> str:
        return t(say(f"panel.paper.{key}", **values))

    past = history(table, about)
    players = past.players
    none = p("none")
    facts = [
        (p("game"), t(past.game_words)),
        (p("race"), str(past.race_to)),
        (p("started"), _moment(about.started, language, zone)),
        (p("ended"), _moment(about.ended, language, zone)),
        (p("result"), words.results.score(past.frames_won)),
        (p("winner"), none if past.winner is None else players[past.winner]),
        *((t(what), t(how)) for what, how in terms(table.header)),
        (p("entered_by"), ", ".join(_people(sources.values())) or "—"),
    ]
    frames = tuple(
        Line(
            (
                str(frame.number),
                words.results.score(frame.score),
                p("draw") if frame.winner is None else players[frame.winner],
                "—" if frame.breaker is None else players[frame.breaker],
            )
        )
        for frame in table.match.frames
    )
    figures = tuple(
        Line(
            (
                players[player],
                str(one.strokes),
                str(one.pots),
                "—" if one.potting is None else f"{one.potting * 100:.0f} %",
                str(one.balls),
                str(one.fouls),
                str(one.best_run),
                "—" if one.time_s is None else p("seconds", n=round(one.time_s)),
            )
        )
        for player, one in enumerate(past.figures)
    )
    shots = tuple(
        Line(
            (
                str(shot.n),
                str(shot.frame),
                _clock(shot.t),
                players[shot.player],
                t(shot.words),
                words.results.score(shot.score),
            )
        )
        for shot in past.shots
    )
    return Protocol(
        title=p("title"),
        players=players,
        facts=tuple(facts),
        frames_head=(p("frame"), p("score"), p("winner"), p("breaker")),
        frames=frames,
        figures_title=p("figures"),
        figures_head=tuple(
            p(key)
            for key in (*("player", "strokes", "pots", "potting", "balls", "fouls", "best_run", "mean_time"),)
        ),
        figures=figures,
        shots_head=tuple(p(key) for key in ("stroke", "frame", "time", "player", "what", "score")),
        shots=shots,
        signature=p("signature"),
        signatures=(*players, p("referee")),
    )


def _people(sources: Iterable[str]) -> list[str]:
    """The names of those who entered something at a panel, in the order of their first entry."""
    found: dict[str, None] = {}
    for source in sources:
        kind, _, rest = source.partition(":")
        role, _, name = rest.partition(":")
        if kind == "panel":
            found.setdefault(name or role)
    return list(found)


def _moment(at: str | None, language: str, zone: tzinfo | None) -> str:
    if at is None:
        return "—"
    local = datetime.fromisoformat(at).astimezone(zone)
    return f"{local:%d.%m.%Y %H:%M}" if language == "ru" else f"{local:%Y-%m-%d %H:%M}"


def _clock(t: float) -> str:
    seconds = round(t)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
