"""Messages a second through our host codec and through pymavlink, side by side; JSON on standard output.

    python -m tests.bench.codec

A message is encoded to its frame and read back to a typed value. Ours is EVENT (17 bytes of body), theirs
BUTTON_CHANGE in MAVLink 2 (9 bytes of payload: two times and a state). The two are timed alternately, round
by round, and `ratio` is the median of the rounds' ratios: above 1 we are faster. Needs the extra `bench`.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from luza_link import messages as m
from luza_link.codec import Decoder
from luza_link.cpython import HAS_C_COBS
from luza_link.values import Event, frame, read_board
from pymavlink.dialects.v20 import common as mavlink

ROUNDS = 21
MESSAGES = 4000


def ours_encode(count: int) -> list[bytes]:
    """Frames of events."""
    return [frame(Event(seq, seq * 1000, m.POCKET, seq % 6, 57, 0)) for seq in range(1, count + 1)]


def ours_parse(frames: list[bytes]) -> int:
    """Events read from frames that come one by one, as from a port."""
    decoder = Decoder()
    found = 0
    for data in frames:
        for kind, body in decoder.feed(data):
            message = read_board(kind, body)
            found += isinstance(message, Event)
    return found


def mavlink_encode(count: int) -> list[bytes]:
    """Frames of button changes."""
    link = mavlink.MAVLink(None, srcSystem=1, srcComponent=1)
    return [
        mavlink.MAVLink_button_change_message(seq, seq, seq % 6).pack(link) for seq in range(1, count + 1)
    ]


def mavlink_parse(frames: list[bytes]) -> int:
    """Messages read from frames that come one by one."""
    link = mavlink.MAVLink(None)
    found = 0
    for data in frames:
        found += len(link.parse_buffer(data) or ())
    return found


def rate(
    encode: Callable[[int], list[bytes]], parse: Callable[[list[bytes]], int]
) -> tuple[float, float, float]:
    """Messages a second: encoded, parsed, both ways."""
    started = time.perf_counter()
    frames = encode(MESSAGES)
    middle = time.perf_counter()
    found = parse(frames)
    ended = time.perf_counter()
    if found != MESSAGES:
        raise RuntimeError(f"{found} of {MESSAGES} messages came back")
    return MESSAGES / (middle - started), MESSAGES / (ended - middle), MESSAGES / (ended - started)


def main() -> int:
    """Measure and report."""
    ours: list[tuple[float, float, float]] = []
    theirs: list[tuple[float, float, float]] = []
    for _ in range(ROUNDS):
        ours.append(rate(ours_encode, ours_parse))
        theirs.append(rate(mavlink_encode, mavlink_parse))

    def median(rows: list[tuple[float, float, float]], column: int) -> float:
        return statistics.median(row[column] for row in rows)

    report = {
        "rounds": ROUNDS,
        "messages_a_round": MESSAGES,
        "c_cobs": HAS_C_COBS,
        "pymavlink": version("pymavlink"),
        "ours_per_s": {n: round(median(ours, i)) for i, n in enumerate(("encode", "parse", "both"))},
        "pymavlink_per_s": {n: round(median(theirs, i)) for i, n in enumerate(("encode", "parse", "both"))},
        "ratio": {
            name: round(statistics.median(a[i] / b[i] for a, b in zip(ours, theirs, strict=True)), 2)
            for i, name in enumerate(("encode", "parse", "both"))
        },
    }
    json.dump(report, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
