"""The files that a club is set up with: made and checked by commands, and as the documents show them."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from luza.club.time.lamp import read_lamps, tasmota
from luza.club.time.prices import read_prices

from tests.cli.process import luza
from tests.house.tree import ROOT

TIME = (ROOT / "host/luza/club/time/README.md").read_text(encoding="utf-8")


def block(begins: str) -> str:
    """The TOML of a document that begins so."""
    found = re.search(rf"```toml\n({re.escape(begins)}.*?)```", TIME, re.DOTALL)
    assert found
    return found[1]


def test_the_price_list_of_the_document_is_one() -> None:
    prices = read_prices(tomllib.loads(block("timezone")))
    assert prices.tariff("table-9").name == "vip"
    assert prices.tariff("table-1").rates[0].minutes() == (18 * 60, 26 * 60)
    assert prices.discount("студент").percent == 20


def test_the_lamps_of_the_document_are_lamps() -> None:
    lamps = read_lamps(tomllib.loads(block("[table-1]")))
    assert lamps["table-1"] == tasmota("lamp-1")
    assert lamps["table-3"].availability_topic == "relay/3/status"


def test_a_price_list_is_put_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text('[database]\nurl = "sqlite:///club.db"\n')
    (tmp_path / "prices.toml").write_text(block("timezone"))
    settings = ("--settings", str(tmp_path / "club.toml"))
    luza("club", "prices", "set", "prices.toml", *settings)
    printed = luza("club", "prices", "print", *settings)
    assert json.loads(printed.stdout)["minimum_min"] == 30
    late = luza("club", "prices", "set", "prices.toml", "--since", "2020-01-01T00:00", *settings, status=2)
    assert "cannot begin in the past" in late.stderr


def test_a_bridge_is_written_from_what_the_chain_gave(tmp_path: Path) -> None:
    chain = tmp_path / "chain"
    luza("club", "chain", str(chain), "--club", "arena", "--host", "localhost")
    secret, ca = str(chain / "passwords"), str(chain / "ca.crt")
    where = ("--to", "localhost", "--password", secret, "--ca", ca)
    luza("club", "bridge", str(tmp_path / "bridge.conf"), "--club", "arena", *where)
    text = (tmp_path / "bridge.conf").read_text()
    assert "address localhost:8883\n" in text and f"bridge_cafile {ca}\n" in text
    assert (tmp_path / "bridge.conf").stat().st_mode & 0o777 == 0o640
    other = luza("club", "bridge", str(tmp_path / "other.conf"), "--club", "north", *where, status=2)
    assert "bridge-north" in other.stderr
