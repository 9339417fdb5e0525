"""`luza replay` as a person or a script meets it."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.process import LUZA, luza

HEADER = '{"type":"match","format":1,"game":"free","players":["Анна","Борис"],"first_breaker":0}'
BREAK = (
    '{"t":1.0,"type":"strike"}',
    '{"t":1.2,"type":"contact"}',
    '{"t":1.9,"type":"pocket","pocket":"rear-left"}',
    '{"t":6.0,"type":"rest"}',
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "match.tlog"
    file.write_text("\n".join((HEADER, *BREAK)) + "\n", encoding="utf-8")
    return file


def test_json_is_one_object_and_nothing_else(log: Path) -> None:
    answer = json.loads(luza("replay", str(log), "--json").stdout)
    assert answer["players"] == ["Анна", "Борис"]
    assert [(shot["verdict"], shot["potted"]) for shot in answer["shots"]] == [("legal", 1)]


def test_a_person_reads_a_line_a_shot(log: Path) -> None:
    assert "Анна" in luza("replay", str(log)).stdout


def test_a_log_can_be_piped_in(log: Path) -> None:
    done = subprocess.run(
        [LUZA, "replay", "-", "--json"], input=log.read_bytes(), capture_output=True, check=True, timeout=60
    )
    assert json.loads(done.stdout)["frame"]["score"] == [1, 0]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([HEADER, "nonsense"], "line 2:"),
        ([HEADER, '{"t":1,"type":"sneeze"}'], "line 2:"),
        ([HEADER, *BREAK, '{"t":5.0,"type":"rest"}'], "line 6:"),
        ([HEADER, '{"t":1,"type":"choose","option":"play"}'], "line 2:"),
        (['{"type":"match","game":"snooker","players":["А","Б"]}'], "line 1:"),
        ([], "line 1:"),
    ],
)
def test_bad_input_is_named_with_its_line_and_prints_nothing(
    tmp_path: Path, lines: list[str], said: str
) -> None:
    file = tmp_path / "bad.tlog"
    file.write_text("\n".join(lines), encoding="utf-8")
    done = luza("replay", str(file), "--json", status=2)
    assert done.stdout == ""
    assert f"{file}: {said}" in done.stderr


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    assert "No such file" in luza("replay", str(tmp_path / "none.tlog"), status=2).stderr
