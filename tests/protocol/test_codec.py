"""Frames on every runtime: the vectors, the torture, and any bytes that hypothesis can think of."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luza_link.codec import BODY_MAX, FRAME_MAX, Decoder, cobs_decode, cobs_encode, encode, encode_into
from luza_link.cpython import c_cobs_decode, c_cobs_encode
from luza_link.errors import FrameTooLong

from tests.protocol.runtimes import ROOT, VECTORS, run_on

BODIES = st.binary(max_size=BODY_MAX) | st.lists(st.sampled_from(b"\0\1\xff"), max_size=BODY_MAX).map(bytes)
BLOCKS = st.lists(st.integers(1, 255), max_size=FRAME_MAX - 1).map(bytes)


@pytest.mark.parametrize("runtime", ["cpython", "cpython without cobs", "micropython"])
def test_vectors_and_torture(runtime: str) -> None:
    counts = run_on(runtime, Path(__file__).with_name("both.py"), str(VECTORS))
    assert counts["runtime"] == runtime.split()[0]
    assert counts["c_cobs"] == (runtime == "cpython")
    for name in ("messages", "noise", "refused"):
        assert counts[name] == len(json.loads((VECTORS / f"{name}.json").read_text())["vectors"])
    assert counts["streams"] > 10_000


def test_events_cost_the_board_no_allocation() -> None:
    script = Path(__file__).with_name("heap.py")
    assert run_on("micropython", script) == {"events": 3}


@given(st.integers(0, 255), BODIES, st.data())
def test_any_frame_in_any_pieces(kind: int, body: bytes, data: st.DataObject) -> None:
    frame = encode(kind, body)
    out = bytearray(FRAME_MAX)
    assert out[: encode_into(out, kind, body)] == frame
    assert frame.count(0) == 1
    assert len(frame) <= FRAME_MAX
    decoder = Decoder()
    found = []
    while frame:
        step = data.draw(st.integers(1, len(frame)))
        found += decoder.feed(frame[:step])
        frame = frame[step:]
    assert found == [(kind, body)]


@given(st.lists(st.binary(max_size=300)))
def test_no_noise_raises_or_stops_the_next_frame(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
    assert decoder.feed(b"\0" + encode(3, b"here"))[-1] == (3, b"here")


@given(BODIES)
def test_both_cobs_write_the_same(raw: bytes) -> None:
    assert cobs_encode(raw) == c_cobs_encode(raw)
    assert cobs_decode(cobs_encode(raw)) == raw


@given(BLOCKS)
def test_both_cobs_read_the_same(block: bytes) -> None:
    assert cobs_decode(block) == c_cobs_decode(block) or block == b""


def test_a_body_that_is_too_long_is_refused_with_its_size() -> None:
    with pytest.raises(FrameTooLong, match="201 bytes; a frame carries at most 200"):
        encode(3, bytes(201))
    with pytest.raises(FrameTooLong):
        encode_into(bytearray(FRAME_MAX), 3, bytes(201))


def test_every_layout_has_a_vector() -> None:
    text = (ROOT / "protocol" / "luza_link" / "messages.py").read_text()
    layouts = {line.split(" = ")[0] for line in text.splitlines() if ' = "<' in line}
    layouts -= {"HELLO_HEAD", "LIVE_INPUT", "LIVE_COLOUR", "INPUT_STATE"}  # parts of others
    vectors = json.loads((VECTORS / "messages.json").read_text())["vectors"]
    assert {vector["layout"] for vector in vectors} == layouts
