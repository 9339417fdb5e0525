"""Every refusal, status, prize, entry and heading has its sentence, and no sentence is left over."""

import re
from typing import get_args

import pytest
from luza.club.tournament.entries import MAY, Told
from luza.club.tournament.plan import Kind
from luza.club.tournament.prizes import Kind as PrizeKind
from luza.club.tournament.state import Status
from luza.locale import catalogue, has

from tests.house.tree import ROOT

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "host/luza/club/tournament").rglob("*"))
    if path.suffix in (".py", ".html", ".svg")
)
QUOTED = frozenset(re.findall(r"""["']([a-z_]+)["']""", SOURCE)) | frozenset(get_args(Status))


def keys(table: str) -> set[str]:
    return {key.split(".")[-1] for key in catalogue("ru") if key.startswith(f"tournament.{table}.")}


def test_every_refusal_is_worded_and_nothing_else_is() -> None:
    used = set(re.findall(r'NotTaken\(\s*"([a-z_]+)"', SOURCE)) | {"not_for_role"}
    assert used == keys("refused")


@pytest.mark.parametrize("table", ["status", "note", "paper", "prize", "round", "phase"])
def test_no_sentence_is_left_over(table: str) -> None:
    said = set(re.findall(rf"tournament\.{table}\.([a-z_]+)", SOURCE)) | QUOTED
    assert keys(table) <= said | set(get_args(PrizeKind)) | {"void"}


def test_kinds_and_entries_are_worded() -> None:
    assert keys("kind") == set(get_args(Kind))
    assert keys("entry") == {str(what.__struct_config__.tag) for what in MAY}
    assert keys("told") == keys("mend") == {str(what.__struct_config__.tag) for what in get_args(Told)}
    assert all(has(f"tournament.status.{status}") for status in get_args(Status))
    assert all(has(f"tournament.prize.{kind}") for kind in get_args(PrizeKind))
