"""The longer answers: why, history, exports, the printed protocol, the form that a match starts from."""

import csv
import re
from datetime import timedelta, timezone
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.entries import Options
from luza.facts import Contact, Cushion, Pocket, Rest, Strike
from luza.messages import Words
from luza.panel import start
from luza.panel.past import About, folded
from luza.panel.protocol import protocol
from luza.panel.reasons import reason
from luza.panel.rulebook import rulebook
from luza.replay import replay
from luza.rules import GAMES, clauses
from luza.table import Table
from luza.web.app import create_app
from luza.web.panel import Panel

from tests.panel.hall import Browser, Hall

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FELT = ["strike", "first_contact", "cushion", "centre_line", "pocket", "rest"]


@pytest.fixture
def marker(hall: Hall) -> Browser:
    """A match of two frames: Anna wins the first, Boris has begun the second."""
    hall.start(options=Options(target=3))
    found = hall.marker()
    for pots in (1, 2):
        hall.clocks.forward(19)
        found.done("stroke", pots=[{"pocket": "front-left"}] * pots)
    hall.clocks.forward(9)
    found.done("stroke")
    hall.clocks.forward(29)
    found.done("stroke", fouls=["no_contact"])
    return found


def test_the_history_has_strokes_runs_figures_and_a_graph(marker: Browser) -> None:
    past = marker.get("history")
    assert [(shot["n"], shot["frame"], shot["player"], shot["score"]) for shot in past["shots"]] == [
        (1, 1, 0, [1, 0]),
        (2, 1, 0, [3, 0]),
        (3, 2, 1, [0, 0]),
        (4, 2, 0, [-1, 0]),
    ]
    assert [shot["time_s"] for shot in past["shots"]] == [None, 20.0, None, 30.0]
    assert past["runs"] == [{"frame": 1, "player": 0, "first": 1, "last": 2, "balls": 3, "points": 3}]
    anna, boris = past["figures"]
    assert (anna["strokes"], anna["pots"], anna["balls"], anna["best_run"]) == (3, 2, 3, 3)
    assert (anna["potting"], anna["fouls"], anna["time_s"]) == (0.667, 1, 25.0)
    assert (boris["potting"], boris["time_s"]) == (0.0, None)
    assert [(point["frame"], point["n"], point["score"]) for point in past["graph"]] == [
        (1, 0, [0, 0]),
        (1, 1, [1, 0]),
        (1, 2, [3, 0]),
        (2, 0, [0, 0]),
        (2, 3, [0, 0]),
        (2, 4, [-1, 0]),
    ]
    assert past["frames_won"] == [1, 0] and len(past["frames"]) == 1


def test_a_match_of_before_is_as_it_was(hall: Hall, marker: Browser) -> None:
    past = marker.get("history")
    marker.done("stop")
    marker.done("start", header={})
    again = marker.get(f"history?match={past['match']}")
    assert {**again, "ended": None} == past
    assert [line["name"] for line in marker.get("matches")][1] == past["match"]


def test_the_table_log_is_handed_out_as_it_is(hall: Hall, marker: Browser) -> None:
    name = marker.get("history")["match"]
    response = hall.run(marker.http.get(f"/panel/export/{name}.tlog"))
    assert f'filename="{name}.tlog"' in response.headers["content-disposition"]
    table = replay(response.text.splitlines())
    assert table.view() == hall.table.play.table.view()  # type: ignore[union-attr]


def test_the_strokes_are_a_sheet_that_no_name_can_turn_into_a_formula(hall: Hall) -> None:
    hall.start(players=["=cmd|'/c calc'!A0", 'Бо"рис, 2'])
    marker = hall.marker()
    marker.done("stroke")
    marker.done("stroke")
    name = marker.get("history")["match"]
    response = hall.run(marker.http.get(f"/panel/export/{name}.csv"))
    assert response.content.startswith("\ufeff".encode())
    rows = list(csv.DictReader(StringIO(response.text.removeprefix("\ufeff"), newline="")))
    assert [row["player"] for row in rows] == ["'=cmd|'/c calc'!A0", 'Бо"рис, 2']
    assert rows[0]["verdict"] == "legal" and rows[0]["score"] == "0 0"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_protocol_has_both_names_and_lines_to_sign(hall: Hall, lang: str) -> None:
    hall.start(players=["<script>alert(1)</script>", "Борис 🎱"])
    marker = hall.marker("Ольга")
    marker.done("score", score=[8, 3], reason="x")
    marker.done("stroke")
    name = marker.get("history")["match"]
    response = hall.run(marker.http.get(f"/panel/protocol/{name}?lang={lang}"))
    page = response.text
    assert response.status_code == 200 and f'lang="{lang}"' in page
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    assert "Борис 🎱" in page and "Ольга" in page
    assert page.count('class="line"') == 3
    assert ("Подпись" in page) == (lang == "ru")
    assert "8:3" in page


def test_the_papers_times_are_those_of_the_clubs_clock(hall: Hall) -> None:
    hall.start()
    assert hall.table.play is not None
    about = About("1", "2026-11-30T22:05:09.123Z", "2026-11-30T23:10:00.000Z")
    moscow = timezone(timedelta(hours=3))
    paper = dict(protocol(hall.table.play.table, about, {}, "ru", moscow).facts)
    assert (paper["Начало"], paper["Конец"]) == ("01.12.2026 01:05", "01.12.2026 02:10")


def texts(value: Any) -> list[str]:
    """Every text of a document in both languages."""
    if isinstance(value, dict):
        if set(value) == {"ru", "en"}:
            return [value["ru"], value["en"]]
        return [text for one in value.values() for text in texts(one)]
    return [text for one in value for text in texts(one)] if isinstance(value, list) else []


@pytest.mark.parametrize("game", GAMES)
def test_every_verdict_of_the_scenarios_has_its_reason_in_words(game: str) -> None:
    verdicts = set()
    for file in sorted((SCENARIOS / game).glob("*.tlog")):
        header, *lines = file.read_text(encoding="utf-8").splitlines()
        table = folded(header, lines)
        table.finish()
        for shot in table.shots:
            why = reason(table, shot.number)
            assert why is not None and why.questions, (file.name, shot.number)
            verdicts.add(why.line.shot.verdict)
            if why.line.shot.verdict == "foul":
                assert why.line.clauses, (file.name, shot.number)
            for text in texts(msgspec.to_builtins(why)):
                assert text and not re.search(r"[{}]|\b[a-z]+_[a-z]+", text), (file.name, shot.number, text)
    assert "legal" in verdicts and len(verdicts) > 1


def test_the_reason_of_a_verdict_is_its_facts_in_order(hall: Hall) -> None:
    hall.start(sensors=FELT)
    hall.feel(Strike(0.0), Contact(0.2), Cushion(0.6, "rear"), Pocket(1.5, "rear-left"), Rest(3.0))
    hall.feel(Strike(1.0), Contact(1.2), Rest(3.0))
    marker = hall.marker()
    why = marker.get("why/1")
    assert [(fact["kind"], fact["t"], fact["where"], fact["by"]) for fact in why["facts"]] == [
        ("strike", 0.0, None, "sensors"),
        ("contact", 0.2, None, "sensors"),
        ("cushion", 0.6, "rear", "sensors"),
        ("pocket", 1.5, "rear-left", "sensors"),
        ("rest", 3.0, None, "sensors"),
    ]
    assert [(question["id"], question["proof"]) for question in why["questions"]] == [
        ("contact", "proven"),
        ("completion", "proven"),
    ]
    assert (why["before"], why["after"], why["seconds"]) == ([0, 0], [1, 0], 3.0)
    assert why["line"]["clauses"][0]["words"]["ru"]
    foul = marker.get("why/2")
    assert foul["questions"][1]["proof"] == "refuted"
    assert marker.get("why/9")["code"] == "no_such_stroke" and marker.status == 404


@pytest.mark.parametrize(("unproven", "verdict"), [("legal", "unproven"), ("lean", "foul")])
def test_an_unproven_stroke_leans_with_a_chance_and_a_reason(hall: Hall, unproven: str, verdict: str) -> None:
    """It decides nothing unless the match says so."""
    hall.start(sensors=FELT, options=Options(unproven=unproven))  # type: ignore[arg-type]
    hall.feel(Strike(0.0), Contact(0.2), Cushion(0.6, "rear"), Pocket(1.5, "rear-left"), Rest(3.0))
    hall.feel(Strike(1.0), Contact(1.2), Cushion(1.6, "rear"), Rest(3.0))
    marker = hall.marker()
    proven, left = marker.get("why/1"), marker.get("why/2")
    assert proven["line"]["lean"] is None
    assert (left["line"]["shot"]["verdict"], left["line"]["proof"]) == (verdict, "unproven")
    assert left["line"]["lean"] == -0.9
    said = left["questions"][1]["words"]
    assert "5 %" in said["ru"] and "касание шара, стоящего вплотную к борту" in said["ru"]
    assert "5 %" in said["en"] and "flush on a cushion" in said["en"]
    marker.entered("rule", verdict="legal")
    assert marker.get("why/2")["line"]["shot"]["verdict"] == "legal"


def test_what_a_person_tapped_is_told_from_what_was_felt(hall: Hall) -> None:
    hall.start(sensors=[sensor for sensor in FELT if sensor != "pocket"])
    hall.feel(Strike(0.0), Contact(0.2), Rest(3.0))
    marker = hall.marker()
    marker.done("fell", pots=[{"pocket": "rear-left"}])
    why = marker.get("why/1")
    assert [(fact["kind"], fact["by"]) for fact in why["facts"]][2] == ("pocket", "person")
    assert [said["kind"] for said in why["said"]] == ["fell"]
    assert why["unfelt"][0]["en"] == "Not felt here: pocket beams"
    hall.start_anew()
    marker.look()
    marker.done("stroke", pots=[{"pocket": "rear-left"}])
    assert {fact["by"] for fact in marker.get("why/1")["facts"]} == {"person"}


def test_the_form_has_every_game_its_options_and_the_names_that_are_known(hall: Hall) -> None:
    hall.start(players=["Кира", "Лев"])
    form = hall.marker().get("start")
    assert [game["id"] for game in form["games"]][:2] == ["free", "free80"]
    classic = next(game for game in form["games"] if game["id"] == "classic")
    assert (classic["players_max"], classic["opening"]) == (4, "lot")
    keys = {game["id"]: [option["key"] for option in game["options"]] for game in form["games"]}
    assert "calls" in keys["dynamic-call"] and "calls" not in keys["moscow"]
    assert "overtime" in keys["free"] and "void_on" in keys["combined"]
    for game in form["games"]:
        for option in game["options"]:
            assert option["about"]["ru"] and option["about"]["en"]
            for choice in option["choices"]:
                assert choice["words"]["ru"]
    assert form["players"][:2] == ["Кира", "Лев"]
    assert form["default"]["players"] == ["Анна", "Борис"]


def test_the_clubs_list_is_offered_after_who_has_played_here(hall: Hall, tmp_path: Path) -> None:
    listed = tmp_path / "players.txt"
    names = ["# список клуба", "Анна", "  Яна\u202e Орлова ", "", "\u200b", "x" * 200, "О'Нил «Бита»"]
    listed.write_text("\ufeff" + "\r\n".join(names), encoding="utf-8")
    hall.app = create_app(hall.table, panel=Panel(hall.desk, hall.journal, hall.clocks, listed))
    hall.start()
    marker = hall.marker()
    assert marker.get("start")["players"] == ["Анна", "Борис", "Яна Орлова", "О'Нил «Бита»"]
    listed.write_text("Новый игрок", encoding="utf-8")
    assert "Новый игрок" in marker.get("start")["players"]
    listed.unlink()
    assert marker.get("start")["players"] == ["Анна", "Борис"]


def test_every_match_that_the_form_offers_can_be_started(hall: Hall) -> None:
    for game in hall.marker().get("start")["games"]:
        for option in game["options"]:
            for choice in option["choices"]:
                value = [choice["value"]] if option["kind"] == "fouls" else choice["value"]
                asked = {"game": game["id"], "options": {option["key"]: value}}
                header = start.header(hall.table.header, asked)
                assert getattr(header.options, option["key"]) == value
                Table(header)


def test_the_rules_of_a_game_are_its_fouls_and_clauses(hall: Hall) -> None:
    rules = hall.browser().get("rules/free")
    assert len(rules["fouls"]) == 13 and len(rules["clauses"]) > 50
    assert hall.browser().get("rules/snooker")["code"] == "no_such_game"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_stands_on_the_rules_page_in_both_languages(game: str) -> None:
    """What is unclear with the reading that is played, conduct with the one word that says so."""
    shown = {text.id: text for text in rulebook(game).clauses}
    assert set(shown) == {clause.id for clause in clauses.everything().values() if game in clause.games}
    for id, text in shown.items():
        clause = clauses.get(id)
        assert text.words == Words(clause.ru, clause.en)
        said_ru, said_en = (" ".join(getattr(note, lang) for note in text.notes) for lang in ("ru", "en"))
        assert (clause.reading_ru or "") in said_ru and (clause.reading_en or "") in said_en
        assert ("Поведение" in said_ru, "Conduct" in said_en) == (clause.need == "conduct",) * 2
        assert ("настройка" in said_ru) == (clause.option is not None)


def test_what_does_not_exist_is_said_in_words(hall: Hall) -> None:
    browser = hall.browser()
    for path, code in (
        ("why/1", "nothing_taken"),
        ("history", "nothing_taken"),
        ("history?match=nonsense", "no_such_match"),
        ("export/..%2f..%2fpasswd.tlog", None),
        ("undo?steps=99999999999999999999", "nothing_taken"),
    ):
        response = hall.run(browser.http.get(f"/panel/{path}"))
        assert response.status_code in (404, 409)
        if code is not None:
            assert response.json()["code"] == code and response.json()["words"]["ru"]


def test_answers_are_packed_for_who_can_unpack_them(hall: Hall) -> None:
    hall.start()
    browser = hall.browser()
    packed = hall.run(browser.http.get("/panel/state"))
    plain = hall.run(browser.http.get("/panel/state", headers={"accept-encoding": "identity"}))
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 2
    assert packed.json() == plain.json()
