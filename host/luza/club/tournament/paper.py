"""The protocol of a tournament as data: what page, PDF and CSV print. Pure.

A paper is in one language; its tables are texts, ready to be put into cells.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from luza.club.time.money import roubles
from luza.club.tournament.layout import Drawing, drawing
from luza.club.tournament.rating import RatingLine
from luza.club.tournament.view import MatchView, TournamentView
from luza.locale import number, say
from luza.messages import Words

Language = Literal["ru", "en"]
CROSS_AT_MOST = 16
"""Players whose frames against each other fit on a sheet."""


class Table(msgspec.Struct, frozen=True):
    """A table with its title; `left` are the columns with text, the others hold numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[int] = frozenset()


class Paper(msgspec.Struct, frozen=True):
    """What is printed: title, what it is about, facts by name, tables, the bracket where there is one, and
    what is signed."""

    language: Language
    title: str
    name: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    bracket: Drawing | None = None
    bracket_title: str = ""
    signature: str = ""


class _Writer:
    """Says things in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, words: Words) -> str:
        return words.ru if self.language == "ru" else words.en

    def word(self, key: str, **values: str | int) -> str:
        return self(say(f"tournament.paper.{key}", **values))

    def head(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.word(key) for key in keys)

    def yes(self, here: bool) -> str:
        return self(say("tournament.prize.yes" if here else "tournament.prize.no"))


def protocol(view: TournamentView, language: Language = "ru") -> Paper:
    """The protocol as the tournament stands."""
    write = _Writer(language)
    tables = (
        *_standings(view, write),
        *_cross(view, write),
        *_groups(view, write),
        *_matches(view, write),
        *_prizes(view, write),
        *_money(view, write),
        *_warnings(view, write),
        *_entrants(view, write),
    )
    return Paper(
        language,
        write.word("protocol"),
        view.plan.name,
        tuple(_facts(view, write)),
        tables,
        drawing(view),
        write.word("bracket"),
        f"{write.word('organiser')} ({write.word('signature')})",
    )


def season(lines: Iterable[RatingLine], name: str, language: Language = "ru") -> Paper:
    """The rating of a season on paper."""
    write = _Writer(language)
    rows = tuple(
        (
            str(line.place),
            line.name,
            str(line.tournaments),
            number(line.points),
            number(line.balls),
            str(line.penalty),
        )
        for line in lines
    )
    head = write.head("place", "name", "tournaments", "points", "balls", "penalty")
    return Paper(
        language, write.word("season"), name, (), (Table(write.word("season"), head, rows, frozenset({1})),)
    )


def moment(view: TournamentView, at: datetime | None) -> str:
    """A moment by the clock of the tournament's place: `01.03.2026 12:00`."""
    return "" if at is None else at.astimezone(view.plan.start.tzinfo).strftime("%d.%m.%Y %H:%M")


def _facts(view: TournamentView, write: _Writer) -> Iterator[tuple[str, str]]:
    yield write.word("kind"), write(view.kind)
    yield write.word("game"), write(say(f"names.game.{view.plan.game}"))
    yield write.word("start"), moment(view, view.plan.start)
    if view.ended is not None:
        yield write.word("end"), moment(view, view.ended)
    yield write.word("entrants"), str(len(view.entrants))
    if view.champion_name:
        yield write.word("champion"), view.champion_name
    if view.plan.fee:
        yield write.word("fees"), roubles(view.purse.fees)
        yield write.word("fund"), roubles(view.purse.fund)


def _standings(view: TournamentView, write: _Writer) -> Iterator[Table]:
    if view.standings:
        head = write.head("place", "name", "won", "lost", "frames", "potted", "conceded", "balls")
        rows = tuple(
            (
                str(line.place),
                line.name,
                str(line.won),
                str(line.lost),
                number(line.frames),
                str(line.potted),
                str(line.conceded),
                number(line.balls),
            )
            for line in view.standings
        )
        yield Table(write.word("standings"), head, rows, frozenset({1}))


def _cross(view: TournamentView, write: _Writer) -> Iterator[Table]:
    """The table that players write their results into, each in his own row (CODE 3.2)."""
    lines = view.standings
    if not 2 <= len(lines) <= CROSS_AT_MOST:
        return
    scores: dict[tuple[str, str], list[str]] = {}
    for match in view.matches:
        one, other = match.sides
        if match.status == "done" and match.score and one and other:
            scores.setdefault((one, other), []).append(f"{match.score[0]}:{match.score[1]}")
            scores.setdefault((other, one), []).append(f"{match.score[1]}:{match.score[0]}")
    head = (write.word("number"), write.word("name"), *(str(n) for n in range(1, len(lines) + 1)))
    rows = tuple(
        (
            str(n),
            line.name,
            *(
                "×" if other.id == line.id else ", ".join(scores.get((line.id, other.id), ()))
                for other in lines
            ),
        )
        for n, line in enumerate(lines, start=1)
    )
    yield Table(write.word("cross"), head, rows, frozenset({1}))


def _groups(view: TournamentView, write: _Writer) -> Iterator[Table]:
    for group in view.groups:
        rows = tuple(
            (str(line.place), line.name, str(line.won), str(line.lost), number(line.frames))
            for line in group.lines
        )
        alone = view.plan.kind == "round_robin"
        title = write.word("standings") if alone else write.word("group", group=group.name)
        yield Table(title, write.head("place", "name", "won", "lost", "frames"), rows, frozenset({1}))


def _matches(view: TournamentView, write: _Writer) -> Iterator[Table]:
    shown = [match for match in (*view.matches, *view.voids) if match.status not in ("bye", "unneeded")]
    if shown:
        rows = tuple(_match(view, match, write) for match in shown)
        head = write.head("match", "round", "players", "score", "table", "time", "status")
        yield Table(write.word("matches"), head, rows, frozenset({0, 1, 2, 4, 5, 6}))


def _match(view: TournamentView, match: MatchView, write: _Writer) -> tuple[str, ...]:
    waiting = write.word("waiting")
    names = " — ".join(name or waiting for name in match.names) + _handicap(match, write)
    round_ = write(match.round)
    if match.stage != "frame":
        round_ += ", " + write.word("race", n=match.race_to)
    score = f"{match.score[0]}:{match.score[1]}" if match.score else ""
    at = moment(view, match.ended or match.since)
    return (match.id, round_, names, score, match.table or "", at, write(match.words))


def _handicap(match: MatchView, write: _Writer) -> str:
    """Who of the two starts with how many half balls, in brackets."""
    for name, half in zip(match.names, match.handicap, strict=True):
        if half:
            return f" ({write.word('handicap', who=name, what=write.word('half_balls', n=half))})"
    return ""


def _prizes(view: TournamentView, write: _Writer) -> Iterator[Table]:
    if view.prizes:
        rows = tuple(
            (write(prize.what), prize.name or "—", write.yes(prize.due) if prize.who else "")
            for prize in view.prizes
        )
        yield Table(write.word("prizes"), write.head("what", "who", "present"), rows, frozenset({0, 1, 2}))


def _money(view: TournamentView, write: _Writer) -> Iterator[Table]:
    if any(account.due or account.paid for account in view.purse.accounts):
        names = {entrant.id: entrant.name for entrant in view.entrants}
        rows = tuple(
            (names[a.entrant], roubles(a.due), roubles(a.paid), roubles(a.owed)) for a in view.purse.accounts
        )
        yield Table(write.word("money"), write.head("name", "due", "paid", "owed"), rows, frozenset({0}))


def _warnings(view: TournamentView, write: _Writer) -> Iterator[Table]:
    if view.warnings:
        rows = tuple(
            (line.entrant, line.reason, write.word(line.cost or "nothing"), moment(view, line.at))
            for line in view.warnings
        )
        head = write.head("name", "reason", "cost", "time")
        yield Table(write.word("warnings"), head, rows, frozenset({0, 1, 2, 3}))


def _entrants(view: TournamentView, write: _Writer) -> Iterator[Table]:
    if view.standings:
        return  # the standings name everybody
    rows = tuple(
        (
            str(one.seed or one.number),
            one.name,
            "" if one.rating is None else str(one.rating),
            write.word("out") if one.out else "",
        )
        for one in sorted(view.entrants, key=lambda one: one.seed or one.number)
    )
    head = write.head("number", "name", "rating", "status")
    yield Table(write.word("entrants"), head, rows, frozenset({1, 3}))
