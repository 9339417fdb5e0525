"""What the organiser's forms mean: fields as an entry of a tournament, and a plan out of its form."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, get_args

import msgspec

from luza.club.history.names import player_id
from luza.club.tournament.entries import Deed
from luza.club.tournament.plan import Kind, Plan
from luza.club.web.pages.forms import Form, NotDone
from luza.rules import GAMES

KINDS: tuple[Kind, ...] = get_args(Kind)
SCORE_MOST = 300
Fields = dict[str, Any]


def deed(what: str, form: Form, now: datetime) -> Deed:
    """The entry that a form asks for; raises NotDone."""
    make = _MAKERS.get(what)
    if make is None:
        raise NotDone("no_such_deed", 404)
    fields = {name: value for name, value in make(form, now).items() if value is not None}
    return checked({"type": what, **fields})


def checked(document: Mapping[str, Any]) -> Deed:
    """The entry in a document; raises NotDone with what is out of its bounds."""
    try:
        found: Deed = msgspec.convert(document, Deed)
    except msgspec.ValidationError as problem:
        raise NotDone("bad_entry", reason=str(problem)) from None
    return found


def registrations(form: Form) -> list[Deed]:
    """The people of a list, a line each: a name, and after a semicolon his rating."""
    found = []
    for number, line in enumerate(form.lines("names")):
        name, _, rating = (part.strip() for part in line.partition(";"))
        if rating and not re.fullmatch("[0-9]{1,5}", rating):
            raise NotDone("bad_rating", name=name)
        fields: Fields = {"entrant": player_id(name), "name": name, "person": player_id(name)}
        if rating:
            fields["rating"] = int(rating)
        if number == 0 and form.has("seed"):
            fields["seed"] = form.number("seed", 1, 200)
        found.append(checked({"type": "register", **fields}))
    if not found:
        raise NotDone("nobody_named")
    return found


def plan(form: Form) -> Plan:
    """A tournament as it is announced; raises NotDone."""
    start = form.moment("start")
    if start is None:
        raise NotDone("start_missing")
    rounds = [int(one) for one in re.findall("[0-9]{1,2}", form.text("races", 60, "3"))]
    races: Fields = {"rounds": rounds or [3], "groups": form.number("group_race", 1, 99, 2)}
    if form.has("final_race"):
        races["final"] = form.number("final_race", 1, 99)
    document: Fields = {
        "name": form.text("name", 80),
        "kind": form.choice("kind", KINDS),
        "start": start.isoformat(),
        "game": form.choice("game", sorted(GAMES)),
        "season": form.text("season", 40, ""),
        "fee": form.kopecks("fee", 0),
        "fund_percent": form.number("fund_percent", 0, 100, 100),
        "tables": list(form.many("tables")),
        "winners": form.number("winners", 0, 64, 3),
        "clock_s": float(form.number("clock_s", 0, 3600, 60)) or None,
        "races": races,
        "groups": form.number("groups", 1, 16, 4),
        "advance": form.number("advance", 1, 8, 2),
        "third_place": form.flag("third_place"),
        "minutes": form.number("minutes", 5, 600, 40),
    }
    if form.has("handicap_points"):
        most = form.number("handicap_most", 1, 14, 8)
        document["handicap"] = {"points": form.number("handicap_points", 1, 10_000), "most": most}
    try:
        return msgspec.convert(document, Plan)
    except msgspec.ValidationError as problem:
        raise NotDone("bad_entry", reason=str(problem)) from None


def _match(form: Form, now: datetime) -> Fields:
    return {"match": form.text("match", 64)}


def _pay(form: Form, now: datetime) -> Fields:
    return {
        "entrant": form.text("entrant", 64),
        "kopecks": form.kopecks("roubles"),
        "to": form.text("to", 64, "") or None,
    }


def _charge(form: Form, now: datetime) -> Fields:
    return {
        "entrant": form.text("entrant", 64),
        "kopecks": form.kopecks("roubles"),
        "note": form.text("reason", SCORE_MOST),
    }


def _pair(form: Form, now: datetime) -> Fields:
    return {
        "players": [form.text("one", 64), form.text("other", 64)],
        "table": form.text("table", 64),
        "extra": form.flag("extra"),
        "insist": form.flag("insist"),
    }


def _report(form: Form, now: datetime) -> Fields:
    return {
        **_match(form, now),
        "score": form.score("score"),
        "source": form.text("source", 64),
        "conceded": form.perhaps("conceded", 0, 1),
    }


def _played(form: Form, now: datetime) -> Fields:
    return {
        "players": [form.text("one", 64), form.text("other", 64)],
        "score": form.score("score"),
        "source": form.text("source", 64, "organiser"),
    }


def _correct(form: Form, now: datetime) -> Fields:
    return {
        **_match(form, now),
        "score": form.score("score"),
        "reason": form.text("reason", SCORE_MOST),
        "conceded": form.perhaps("conceded", 0, 1),
    }


def _withdraw(form: Form, now: datetime) -> Fields:
    return {
        "entrant": form.text("entrant", 64),
        "reason": form.text("reason", 20),
        "frame": form.text("frame", 20, "") or None,
        "score": form.score("score") if form.has("score") else None,
    }


def _warn(form: Form, now: datetime) -> Fields:
    return {
        "entrant": form.text("entrant", 64),
        "reason": form.text("reason", SCORE_MOST),
        "witnesses": list(form.many("witnesses")),
        "cost": form.text("cost", 10, "") or None,
    }


def _shot(form: Form, now: datetime) -> Fields:
    """A shot with a prize that no table has told; it gets a number that no table gives."""
    return {
        **_match(form, now),
        "n": form.perhaps("n", 1, 10**8) or 10_000_000 + int(now.timestamp()) % 90_000_000,
        "player": form.text("entrant", 64),
        "run": form.number("run", 0, 100, 0),
        "pockets": list(form.many("pockets")),
        "called": form.flag("called"),
        "on_break": form.flag("on_break"),
    }


_MAKERS: Mapping[str, Callable[[Form, datetime], Fields]] = {
    "newcomer": lambda form, now: {
        "entrant": form.text("entrant", 64),
        "declared": (form.moment("declared") or now).isoformat(),
    },
    "pay": _pay,
    "charge": _charge,
    "fund": lambda form, now: {"kopecks": form.kopecks("roubles"), "note": form.text("reason", SCORE_MOST)},
    "open_table": lambda form, now: {"table": form.text("table", 64)},
    "close_table": lambda form, now: {"table": form.text("table", 64)},
    "pair": _pair,
    "assign": lambda form, now: {**_match(form, now), "table": form.text("table", 64)},
    "recall": lambda form, now: {**_match(form, now), "begun": form.flag("begun")},
    "move": lambda form, now: {**_match(form, now), "table": form.text("table", 64)},
    "playing": _match,
    "shelves": lambda form, now: {**_match(form, now), "balls": form.score("balls")},
    "report": _report,
    "played": _played,
    "correct": _correct,
    "annul": lambda form, now: {**_match(form, now), "reason": form.text("reason", SCORE_MOST)},
    "withdraw": _withdraw,
    "return": lambda form, now: {"entrant": form.text("entrant", 64)},
    "warn": _warn,
    "shot": _shot,
    "draw": lambda form, now: {"order": list(form.many("order"))},
    "end": lambda form, now: {"cut": form.flag("cut")},
    "seen": lambda form, now: {"entry": form.text("entry", 64)},
    "undo": lambda form, now: {"entry": form.text("entry", 64)},
}
"""By the entry's type, the fields of its form."""
