"""The vectors and the torture of the frames, for CPython and MicroPython alike.

    micropython tests/protocol/both.py protocol/vectors

Prints one line of JSON with what was checked; an exception names the vector that failed.
"""

import json
import struct
import sys

from luza_link import codec
from luza_link import messages as m
from luza_link.board import BoardLink
from luza_link.codec import FRAME_MAX, Decoder, encode, encode_into


def load(folder, name):
    """The vectors of one file."""
    with open(folder + "/" + name) as file:
        return json.load(file)["vectors"]


def unhex(text):
    """Bytes of hexadecimal; MicroPython's bytes.fromhex takes no empty text."""
    return bytes([int(text[at : at + 2], 16) for at in range(0, len(text), 2)])


def check_message(vector):
    """A frame reads as its type and body, its body as its numbers, and both ways back give the same bytes."""
    wanted = unhex(vector["frame"])
    layout = getattr(m, vector["layout"])
    body = struct.pack(layout, *vector["numbers"]) + unhex(vector["tail"])
    assert vector["type"] == getattr(m, vector["message"])
    assert Decoder().feed(wanted) == [(vector["type"], body)], "read"
    assert list(struct.unpack_from(layout, body, 0)) == vector["numbers"], "numbers"
    assert encode(vector["type"], body) == wanted, "encode"
    out = bytearray(b"\xaa" * FRAME_MAX)
    padded = bytearray(b"\x55\x55" + body + b"\x55")
    assert bytes(out[: encode_into(out, vector["type"], body)]) == wanted, "encode_into"
    size = encode_into(out, vector["type"], padded, 2, 2 + len(body))
    assert bytes(out[:size]) == wanted, "encode_into of a part"


def check_torture(vector):
    """Whole, byte by byte, joined, after noise, each bit flipped, cut at each place; the count of streams."""
    frame = unhex(vector["frame"])
    (good,) = Decoder().feed(frame)
    decoder = Decoder()
    found = []
    for value in frame:
        found += decoder.feed(bytes((value,)))
    assert found == [good], "byte by byte"
    assert Decoder().feed(frame * 5) == [good] * 5, "joined"
    for noise in (b"\0", b"\xff\x00", b"\x01\x02\x03\x00", frame[3:], b"\x37" * 300 + b"\0"):
        assert Decoder().feed(noise + frame) == [good], "after noise"
    streams = 8
    for at in range(len(frame)):
        for bit in range(8):
            flipped = bytearray(frame)
            flipped[at] ^= 1 << bit
            decoder = Decoder()
            # The second frame may be swallowed where the delimiter was hit; the third is found in any case.
            found = decoder.feed(bytes(flipped) + frame + frame)
            assert found in ([good], [good, good]), "a flipped bit"
            assert decoder.bad > 0, "a flipped bit is counted"
            streams += 1
        found = Decoder().feed(frame[:at] + b"\0" + frame)
        assert found == ([good, good] if at == len(frame) - 1 else [good]), "cut"
        streams += 1
    return streams


def check_noise(vector):
    """The frames that are in a noise and no others, fed whole and byte by byte; bad pieces are counted."""
    stream = unhex(vector["bytes"])
    wanted = []
    for frame in vector["frames"]:
        wanted += Decoder().feed(unhex(frame))
    assert len(wanted) == len(vector["frames"])
    decoder = Decoder()
    assert decoder.feed(stream) == wanted, "whole"
    assert (decoder.good, decoder.bad) == (len(wanted), vector["bad"]), "counts"
    decoder = Decoder()
    found = []
    for value in stream:
        found += decoder.feed(bytes((value,)))
    assert found == wanted, "byte by byte"
    assert decoder.bad == vector["bad"], "counts byte by byte"


def check_board_is_unmoved(streams):
    """A board takes anything at all, says what it said before and answers nothing to it."""
    board = BoardLink(b"\1\2", 7, m.RESET_POWER, "0.1.0", b"{}", 0)
    board.push_event(1, m.POCKET, 0, 0, 0)
    sent = []
    write = lambda out, n: sent.append(bytes(out[:n]))  # noqa: E731 - both runtimes, one line
    board.poll(0, write)
    before = len(sent)
    for stream in streams:
        board.receive(stream + b"\0", 1000)
    board.poll(2000, write)
    kinds = [kind for frame in sent[before:] for kind, _ in Decoder().feed(frame)]
    assert (board.linked, board.acked) == (False, 0), "state"
    assert [kind for kind in kinds if kind not in (m.HELLO, m.PONG, m.DICT, m.CONFIG_REPLY)] == [], "answers"


def run(folder):
    """All of it; what was checked, by count."""
    messages = load(folder, "messages.json")
    noise = load(folder, "noise.json")
    refused = load(folder, "refused.json")
    streams = 0
    for check, vectors in ((check_message, messages), (check_torture, messages), (check_noise, noise)):
        for vector in vectors:
            try:
                streams += check(vector) or 1
            except AssertionError as problem:
                raise AssertionError(vector["name"] + ": " + str(problem)) from None
    check_board_is_unmoved(
        [unhex(vector["bytes"]) for vector in noise]
        + [unhex(vector["frame"]) for vector in refused]
        + [unhex(vector["frame"]) for vector in messages if vector["from"] == "board"]
    )
    return {
        "runtime": sys.implementation.name,
        "c_cobs": not codec.ON_BOARD and codec.HAS_C_COBS,
        "messages": len(messages),
        "noise": len(noise),
        "refused": len(refused),
        "streams": streams,
    }


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1])))
