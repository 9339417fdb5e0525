"""The API against its own OpenAPI document, and what it says to questions that make no sense."""

import asyncio
import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from luza.club.hearing.hall import Hall
from luza.club.history.names import player_id
from luza.club.history.people import merge, part
from luza.club.store import Store
from luza.club.web.answers import ServerHealth
from luza.club.web.api import BASE, QUESTIONS
from luza.club.web.app import create_app
from luza.club.web.stream import HallBus
from luza.entries import Options
from openapi_spec_validator import validate

from tests.club.evening import Evening, miss, pot, take_all

NOW = datetime(2025, 6, 15, 15, 0, tzinfo=UTC)
ANNA = player_id("Анна")
HOSTILE = '=cmd|" /C calc"!A0'


class Browser:
    """Asks the application without a network between."""

    def __init__(self, store: Store, hall: Hall) -> None:
        health = ServerHealth("ok", "1", 1, True, 0, 0, [])
        self._app = create_app(store, hall, HallBus(), lambda: health)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://club") as client:
                return await client.request(method, path, **more)

        return asyncio.run(ask())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """One database of each kind for all of this file: its tests only look."""
    opened = Store(request.getfixturevalue(request.param).create())
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def api(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A club with one table: a match played, one with a player of an odd name, one being played."""
    hall = Hall()
    evening = Evening(tmp_path_factory.mktemp("table"))
    evening.world.start(players=["Анна", "Борис"], race_to=1, options=Options(target=2))
    evening.play(miss(), pot("front-left"), pot("rear-right"), miss())
    evening.say("call", foul="touched_ball")
    evening.play(pot("middle-left", "cue"))
    evening.world.run(evening.world.table.stop_match())
    evening.listen()
    evening.world.start(players=[HOSTILE, "Анна"], race_to=1, options=Options(target=1))
    evening.play(pot("front-right"))
    evening.world.start(players=["Вера", "Анна"])
    evening.play(miss())
    take_all(store, evening.place, evening.told)
    for topic in ("availability", "meta", "state", "score", "clock", "health"):
        payload = evening.held(topic)
        hall.take(f"luza/v1/club/table/one/{topic}", payload, False, NOW)
    evening.end()
    return Browser(store, hall)


def get(api: Browser, path: str, **query: Any) -> Any:
    answer = api.get(f"{BASE}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_document_is_openapi(api: Browser) -> None:
    document = get(api, "/openapi.json")
    validate(document)
    assert set(document["paths"]) == {question.path for question in QUESTIONS.values()}


def test_every_answer_is_what_the_document_says(api: Browser) -> None:
    document = get(api, "/openapi.json")
    match = get(api, "/matches")["items"][-1]["id"]
    values = {"player": ANNA, "other": player_id("Борис"), "match": match, "club": "club", "table": "one"}
    for path, methods in document["paths"].items():
        answer = api.get(BASE + re.sub(r"{(\w+)}", lambda found: values[found[1]], path))
        assert answer.status_code == 200, path
        content = methods["get"]["responses"]["200"]["content"]
        [(media, shape)] = content.items()
        assert answer.headers["content-type"].startswith(media)
        if media == "application/json":
            schema = {**shape["schema"], "components": document["components"]}
            Draft202012Validator(schema).validate(answer.json())


def test_pages_follow_each_other_and_end(api: Browser) -> None:
    found, offset = [], 0
    while offset is not None:
        page = get(api, "/matches", limit=2, offset=offset)
        found += [match["id"] for match in page["items"]]
        assert page["total"] == 3
        offset = page["next"]
    assert len(found) == len(set(found)) == 3
    assert get(api, "/matches", offset=100) == {"items": [], "total": 3, "next": None}
    assert [p["name"] for p in get(api, "/players", search="АН")["items"]] == ["Анна"]


def test_a_match_tells_its_frames_and_shots(api: Browser) -> None:
    first = get(api, "/matches", player=player_id("Борис"))["items"][0]
    assert [seat["name"] for seat in first["players"]] == ["Анна", "Борис"]
    shots = get(api, f"/matches/{first['id']}/shots")["items"]
    assert [shot["n"] for shot in shots] == list(range(1, len(shots) + 1))
    pots = [(pot["pocket"], pot["ball"]) for shot in shots for pot in shot["pots"]]
    assert pots[0] == ("front-left", None)
    assert any(shot["fouls"] == ["touched_ball"] for shot in shots) or first["ended"]
    playing = get(api, "/matches")["items"][0]
    assert (playing["ended"], playing["players"][1]["player"]) == (False, ANNA)
    table = get(api, "/tables/club/one")
    assert (table["match"], table["players"]) == (playing["id"], ["Вера", "Анна"])


def test_a_merged_players_address_answers_for_the_one_he_is(api: Browser, store: Store) -> None:
    with store.writing() as session:
        merge(session, player_id("Борис"), player_id("Вера"))
    answer = get(api, f"/players/{player_id('Борис')}/figures")
    assert answer["player"]["name"] == "Вера"
    assert answer["figures"]["matches"] == 2
    assert [one["name"] for one in get(api, f"/players/{player_id('Вера')}")["doubles"]] == ["Борис"]
    with store.writing() as session:
        part(session, player_id("Борис"))


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/matches?limit=0", 400, "bad_number"),
        ("/matches?limit=1000000000000000", 400, "bad_number"),
        ("/matches?offset=-1", 400, "bad_number"),
        ("/matches?limit=²", 400, "bad_number"),
        ("/matches?since=yesterday", 400, "bad_moment"),
        ("/matches?since=2025-01-01T10:00", 400, "bad_moment"),
        ("/matches?game=chess", 400, "bad_choice"),
        ("/matches?lmit=5", 400, "unknown_parameter"),
        ("/health?x=1", 400, "unknown_parameter"),
        ("/matches/nonsense", 404, "no_such_match"),
        ("/matches/nonsense/shots", 404, "no_such_match"),
        ("/players/nobody", 404, "no_such_player"),
        ("/players/<script>/figures", 404, "no_such_player"),
        ("/matches?player=nobody", 404, "no_such_player"),
        ("/tables/club/seven", 404, "no_such_table"),
        ("/nothing", 404, "no_such_page"),
    ],
)
def test_what_makes_no_sense_is_answered_in_words(api: Browser, path: str, status: int, code: str) -> None:
    answer = api.get(BASE + path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["words"]["ru"] != error["words"]["en"]


def test_nothing_can_be_written(api: Browser) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = api.request(method, f"{BASE}/players", json={"name": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "read_only")


def test_a_moment_may_have_its_time_zone(api: Browser) -> None:
    start = get(api, "/matches")["items"][-1]["started"]
    assert get(api, "/matches", since=start)["total"] == 3
    assert get(api, "/matches", since=start.replace("Z", "+00:00"))["total"] == 3
    assert get(api, "/matches", since=start.replace("Z", "-01:00"))["total"] == 0
    assert get(api, "/matches", until="2025-06-15")["total"] == 0


def test_exports_agree_with_each_other_and_run_nothing(api: Browser) -> None:
    for what in ("matches", "frames", "shots", "players"):
        listed = get(api, f"/export/{what}.json")
        text = api.get(f"{BASE}/export/{what}.csv").content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == len(listed) > 1
        assert list(rows[0]) == list(listed[0])
        cells = [cell for row in rows for cell in row.values()]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
    assert HOSTILE in [player["name"] for player in get(api, "/export/players.json")]
    assert get(api, "/export/matches.json", until="2000-01-01") == []


def test_a_database_that_is_away_is_named(tmp_path: Path) -> None:
    store = Store(f"postgresql://luza@/luza?host={tmp_path}")
    answer = Browser(store, Hall()).get(f"{BASE}/records")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
