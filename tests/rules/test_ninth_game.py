"""The worked example of `host/README.md`: a house rule is one small file."""

import re
from pathlib import Path

import pytest
from luza.rules import GAMES

from tests.rules.script import Case, play

README = Path(__file__).parents[2] / "host" / "README.md"

CASES = {
    "seven balls win": (
        "house; 6:3, A plays, 7 balls",
        "strikes; cue-4; 4 in rear-left; rest",
        "match won by A",
    ),
    "the potter takes a ball, as in combined": (
        "house; 2:3, A plays, 11 balls",
        "strikes; cue-4; cue in rear-left; rest",
        "3:3; remove 1 by A; cue house",
    ),
    "the penalty is Moscow's": (
        "house; 2:3, A plays, 11 balls",
        "strikes; cue rear; rest",
        "foul no_contact; 1:3; spot 1; remove 0; 12 balls",
    ),
    "with its debt": ("house; 0:3, A plays, 13 balls", "strikes; cue rear; rest", "-1:3; debt 1:0"),
}


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of the example, made from its own text, among the games."""
    (source,) = re.findall(r"## A ninth game\n.*?```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    module: dict[str, object] = {}
    exec(compile(source, "house.py", "exec"), module)
    monkeypatch.setitem(GAMES, "house", module["HOUSE"])  # type: ignore[arg-type]


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("title", CASES)
def test_the_house_game_is_played(title: str) -> None:
    header, script, expected = CASES[title]
    play(Case("README", (), title, (header, script, f"=> {expected}")))
