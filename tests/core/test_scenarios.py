"""Every judged recording, as it stands: `NAME.tlog` with its answer in `NAME.expect.json`."""

import json
from pathlib import Path

import msgspec
import pytest
from luza.errors import BadEntry
from luza.replay import replay

from tests.core.expect import mismatches

RECORDINGS = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.tlog"))


def test_there_are_recordings_of_every_game() -> None:
    assert len({path.parent.name for path in RECORDINGS}) == 8
    assert len(RECORDINGS) >= 126


@pytest.mark.parametrize("tlog", RECORDINGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recording_comes_to_its_answer(tlog: Path) -> None:
    expected = json.loads(tlog.with_suffix(".expect.json").read_text("utf-8"))
    lines = tlog.read_bytes().splitlines()
    if "exit" in expected:
        with pytest.raises(BadEntry) as refused:
            replay(lines)
        assert refused.value.line == expected["line"]
        return
    answer = json.loads(msgspec.json.encode(replay(lines).view()))
    assert not list(mismatches(expected, answer))
