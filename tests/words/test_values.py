"""Every foul, decision, option, name and code of the product has words in the games that know it."""

import ast
import re
from pathlib import Path
from string import Formatter
from typing import get_args

import luza
import pytest
from luza import spotting, words
from luza.entries import Game
from luza.facts import ALL_SENSORS, POCKETS, SIDE, Sensor
from luza.locale import catalogue
from luza.messages import Words
from luza.rules import clauses
from luza.rules.fouls import FOULS
from luza.view import Decision, FrameView, ToRemove
from luza.words import decisions, fouls, names
from luza_link.messages import INPUT_NAMES

GAMES = get_args(Game)


def table(name: str) -> list[list[str]]:
    """The lines of a text table beside this file, split into words."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def speaks(said: Words, of: str) -> bool:
    """Both languages say something, and in Russian it is not the id that nobody found words for."""
    return bool(said.ru) and bool(said.en) and of != said.ru


KNOWN = {game: tuple(ids) for game, *ids in table("contract_fouls.txt")}
CHOICES = table("contract_decisions.txt")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_its_fouls_each_with_a_name_a_line_and_a_clause(game: str) -> None:
    assert fouls.known_in(game) == KNOWN[game]
    for id in KNOWN[game]:
        assert speaks(fouls.name(id, game), id)
        assert speaks(fouls.about(id, game), id)
        clause = fouls.clause(game, id)
        assert clause is not None
        assert game in clauses.get(clause).games, (game, id, clause)


def test_every_foul_has_a_name_of_its_own_and_is_known_somewhere() -> None:
    assert {id for ids in KNOWN.values() for id in ids} == set(FOULS)
    said = [fouls.name(id) for id in FOULS]
    assert len({one.ru for one in said}) == len({one.en for one in said}) == len(FOULS)


def test_a_foul_that_a_game_does_not_know_has_no_clause_in_it() -> None:
    assert fouls.clause("moscow", "push_shot") is None
    assert fouls.clause("pool", "no_contact") is None
    assert fouls.name("scratch") == Words("scratch", "scratch")


@pytest.mark.parametrize(("game", "kind", "options"), [(g, k, o) for g, k, *o in CHOICES])
def test_a_choice_has_a_title_and_every_option_words_and_a_clause(
    game: str, kind: str, options: list[str]
) -> None:
    by = None if kind == "ruling" else 1
    decision = Decision(kind, by, tuple(options), options[0])
    frame = frame_with(decision)
    assert speaks(decisions.title(game, decision, ("Анна", "Борис")), kind)
    said = decisions.options(game, frame, ("Анна", "Борис"))
    assert len({one.ru for one in said}) == len({one.en for one in said}) == len(options)
    for option, one in zip(options, said, strict=True):
        assert speaks(one, option)
        clause = decisions.clause(game, kind, option)
        assert clause is not None
        assert game in clauses.get(clause).games
    with_articles = decisions.options(game, frame, ("Анна", "Борис"), articles=True)
    assert all(one.ru.endswith(")") for one in with_articles)


def test_no_choice_of_the_rules_is_missing_in_the_table_of_clauses() -> None:
    listed = {(game, kind, option) for game, kind, *options in CHOICES for option in options}
    assert listed == {
        (game, kind, option)
        for game, kinds in decisions.CLAUSES.items()
        for kind, options in kinds.items()
        for option in options
    }


def test_a_kind_of_choice_that_nobody_foresaw_has_words_too() -> None:
    decision = Decision("toss", 0, ("heads",), "heads")
    assert decisions.title("free", decision, ("Анна", "Борис")).ru == "Нужен выбор: toss"
    assert decisions.options("free", frame_with(decision), ("Анна", "Борис"))[0].ru == "heads"


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        (names.game, GAMES),
        (names.pocket, POCKETS),
        (names.cushion, tuple(SIDE)),
        (names.sensor, (*ALL_SENSORS, *get_args(Sensor))),
        (names.board_input, INPUT_NAMES),
    ],
)
def test_a_thing_has_a_name_in_both_languages(name, ids: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    said = {name(id) for id in ids}
    assert len(said) == len(set(ids))
    for id in ids:
        assert name(id).ru != id


def test_a_ball_is_named_as_the_game_sees_it() -> None:
    assert names.ball("cue").ru == "биток"
    assert names.ball("cue", "free").ru == "цветной шар"
    assert names.ball("object", "moscow").ru == "прицельный шар"
    assert names.ball("object", "free").ru == names.ball(None).ru == "шар"
    assert names.ball(7) == Words("шар 7", "ball 7")


@pytest.mark.parametrize(
    "code", ["too_many_balls", "ball_twice", "late_fact", "facts_disagree", "double_strike"]
)
def test_a_doubt_has_words(code: str) -> None:
    assert speaks(words.doubt(code), code)
    assert not words.doubt(code).ru.startswith("Проверьте стол:")
    assert words.doubt(code, {"ball": 7, "pocket": "rear-left"}).ru.endswith("(шар 7, задняя левая луза)")


@pytest.mark.parametrize("key", [key for key in catalogue("ru") if key.startswith("alerts.code.")])
def test_an_alert_is_filled_with_what_it_is_about(key: str) -> None:
    asked = {name for _, name, _, _ in Formatter().parse(catalogue("ru")[key]) if name}
    data: dict[str, str | int] = {name: 5 if name == "n" else "slate" for name in asked}
    said = words.alert(key.removeprefix("alerts.code."), data)
    assert not said.ru.startswith("Неполадка:")
    assert "{" not in said.ru + said.en


def test_an_alert_that_nobody_foresaw_still_speaks() -> None:
    why = {"why": "version", "port": "/dev/ttyACM0", "text": "1.0 and 2.0"}
    assert words.alert("board_refused", why).ru.startswith("Версии платы")
    assert words.alert("fire") == Words("Неполадка: fire", "Fault: fire")
    assert words.alert("board_away").en == "Fault: board_away"
    assert words.alert("input_dead", {"input": "slate"}).ru.startswith("Не отвечает: датчик под плитой")


def test_a_refusal_keeps_its_reason_and_says_it_in_russian() -> None:
    said = words.refusal("unknown_foul", "moscow does not know push_shot")
    assert said == Words("Эта игра не знает такого нарушения", "moscow does not know push_shot")
    assert words.refusal("odd", "it is odd") == Words("Не принято: it is odd", "it is odd")
    assert words.refusal("no_decision", "").en == "There is nothing to choose now"


CODED = {"Refused": "refusals", "_Rejected": "refusals", "Doubt": "doubts", "step.doubt": "doubts"}
"""What is called with a code, and the table that must have words for it."""


def test_every_code_in_the_source_has_words() -> None:
    codes = {
        f"{CODED[called]}.code.{one.value}": path.name
        for path in Path(luza.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (called := ast.unparse(node.func)) in CODED
        for one in node.args
        if isinstance(one, ast.Constant)
        and isinstance(one.value, str)
        and re.fullmatch("[a-z]+(_[a-z]+)*", one.value)
    }
    assert {"refusals.code.no_decision", "refusals.code.unknown_foul", "refusals.code.time"} <= set(codes)
    assert {"doubts.code.late_fact", "doubts.code.facts_missing"} <= set(codes)
    assert not {code: place for code, place in codes.items() if code not in catalogue("ru")}


def test_the_wording_of_a_clause_is_at_hand() -> None:
    assert words.clause("FREE 1") == Words(clauses.get("FREE 1").ru, clauses.get("FREE 1").en)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_line_and_its_shelves_with_their_clauses(game: str) -> None:
    shelf = spotting.SHELVES[game]
    for id in (spotting.LINES[game].clause, shelf.penalty_clause, shelf.own_ball_clause):
        if id is not None:
            assert game in clauses.get(id).games, id
    assert (shelf.own_ball_by is None) == (shelf.own_ball_clause is None)


def frame_with(decision: Decision | None) -> FrameView:
    """A frame in which that choice is open."""
    return FrameView(
        number=1,
        breaker=0,
        phase="play",
        score=(0, 0),
        shelf=(0, 0),
        debt=(0, 0),
        at_table=1,
        cue_ball="as_lies",
        object_only=False,
        on_table=2,
        to_spot=0,
        to_remove=ToRemove(),
        decision=decision,
    )
