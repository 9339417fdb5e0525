"""Messages as typed values, against the vectors; and the README's tables against the layouts."""

import json
import re
import struct
from typing import Any

import msgspec
import pytest
from luza_link import messages as m
from luza_link.codec import Decoder
from luza_link.errors import BadMessage
from luza_link.values import BoardMessage, HostMessage, frame, read_board, read_host

from tests.protocol.runtimes import ROOT, VECTORS


def load(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((VECTORS / name).read_text())["vectors"]
    return rows


def read(vector: dict[str, Any]) -> BoardMessage | HostMessage:
    ((kind, body),) = Decoder().feed(bytes.fromhex(vector["frame"]))
    return read_board(kind, body) if vector["from"] == "board" else read_host(kind, body)


@pytest.mark.parametrize("vector", load("messages.json"), ids=lambda vector: vector["name"])
def test_a_frame_is_a_value_and_back(vector: dict[str, Any]) -> None:
    message = read(vector)
    for name, wanted in vector["fields"].items():
        value = getattr(message, name)
        shown = value.hex() if isinstance(value, bytes) else msgspec.to_builtins(value)
        assert (list(shown) if isinstance(shown, tuple) else shown) == wanted, name
    later = {name: "" for name in ("ended",) if name not in vector["fields"]}
    assert set(vector["fields"]) | {name for name in later if name in message.__struct_fields__} == set(
        message.__struct_fields__
    )
    assert all(getattr(message, name) == empty for name, empty in later.items() if hasattr(message, name))
    assert frame(message).hex() == vector["frame"]


@pytest.mark.parametrize("vector", load("refused.json"), ids=lambda vector: vector["name"])
def test_a_body_that_does_not_fit_is_refused_by_name(vector: dict[str, Any]) -> None:
    with pytest.raises(BadMessage, match=f"message type {vector['type']}: "):
        read(vector)


OPEN_ENDED = (
    *("DICT_CHUNK", "CONFIG_BODY", "CONFIG_REPLY_BODY", "LOG_BODY"),
    *("SERVICE_REPLY_BODY", "SETTINGS_CHUNK", "LIVE_BODY", "INPUTS_BODY"),
)
"""Their last field reaches to the end of the body."""


@pytest.mark.parametrize(
    "vector",
    [vector for vector in load("messages.json") if vector["layout"] not in OPEN_ENDED],
    ids=lambda vector: vector["name"],
)
def test_what_a_later_minor_version_appends_is_ignored(vector: dict[str, Any]) -> None:
    ((kind, body),) = Decoder().feed(bytes.fromhex(vector["frame"]))
    reader = read_board if vector["from"] == "board" else read_host
    assert reader(kind, body + b"later") == reader(kind, body)


def test_the_readme_names_every_field_at_its_offset() -> None:
    """A table `| offset | type | field |` follows each `### ... LAYOUT` heading."""
    text = (ROOT / "protocol" / "README.md").read_text()
    codes = {"B": "u8", "H": "u16", "h": "i16", "I": "u32", "Q": "u64"}
    layouts = {vector["layout"] for vector in load("messages.json")}
    for layout in sorted(layouts):
        section = re.search(rf"^### .*`{layout}`.*?$(.*?)(?=^##|\Z)", text, re.M | re.S)
        assert section, f"protocol/README.md has no section for {layout}"
        rows = re.findall(r"^\| (\d+) \| ([ui]\d+) \|", section[1], re.M)
        wanted = []
        offset = 0
        for code in getattr(m, layout)[1:]:
            wanted.append((str(offset), codes[code]))
            offset += struct.calcsize("<" + code)
        assert rows[: len(wanted)] == wanted, layout
