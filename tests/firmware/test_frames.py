"""The detectors against 331 simulated shots, with chatter, echoes on the other rails and on the slate.

What is asked: every ball in its pocket and of its kind, every stroke, contact and rest, no fact that did not
happen. Where the sensors cannot do it, the numbers below say how much is missed.
"""

from collections import Counter
from pathlib import Path

import pytest
from luza.sources.simulator.frames import Happening, Shot, lively, shots
from luza.sources.simulator.simulated import CUE_COLOUR, OBJECT_COLOUR
from luza.sources.simulator.waveform import RAIL_THRESHOLD, wave_of
from luza_link import messages as m

from tests.firmware.play_edges import run
from tests.firmware.runtimes import outcomes

QUIET_US = 6_000_000
SENSED_AT_ONCE_S = 0.004
"""A stroke and its chatter last for so long: a contact within it is not felt."""


def given(shot: Shot, echo: float = 0.3) -> dict[str, object]:
    """A shot for play_edges.py, after quiet."""
    wave = wave_of(shot, echo=echo)
    samples = [
        [QUIET_US + t, one.channel, *(CUE_COLOUR if one.cue else OBJECT_COLOUR)]
        for one in wave.shown
        for t in range(one.t_us, one.until_us, 2400)
    ]
    return {
        "edges": [[QUIET_US + edge.t_us, edge.number, int(edge.active)] for edge in wave.edges()],
        "samples": samples,
        "until": QUIET_US + round(shot.length_s * 1e6) + 6_000_000,
        "every": 100_000,
    }


@pytest.fixture(scope="module")
def played() -> list[tuple[Shot, list[list[int]]]]:
    """Every shot with its facts, times in us from the stroke, without the rest at the start."""
    found = []
    for shot in shots():
        facts = run(given(shot))
        assert facts.pop(0)[1] == m.REST
        found.append((shot, [[t - QUIET_US, *fact] for t, *fact in facts]))
    return found


def happened(shot: Shot, kind: str) -> list[Happening]:
    """What happened, of one kind."""
    return [fact for fact in shot.facts if fact.type == kind]


def test_every_shot_is_a_stroke_then_play_then_rest(played: list[tuple[Shot, list[list[int]]]]) -> None:
    for shot, facts in played:
        kinds = [fact[1] for fact in facts]
        assert kinds.count(m.STRIKE) == kinds.count(m.REST) == 1, (shot.frame, shot.n)
        assert kinds[0] == m.STRIKE
        assert kinds[-1] == m.REST
        assert abs(facts[0][0]) < 1000
        assert facts[-1][0] >= 5_000_000
        assert [fact[0] for fact in facts] == sorted(fact[0] for fact in facts)
        assert m.HEALTH not in kinds


def test_every_ball_is_counted_once_in_its_pocket_with_its_kind(
    played: list[tuple[Shot, list[list[int]]]],
) -> None:
    balls = 0
    for shot, facts in played:
        fell = sorted(
            (m.POCKET_NAMES.index(str(one.pocket)), m.FLAG_CUE if one.ball == "cue" else m.FLAG_OBJECT)
            for one in happened(shot, "pocket")
        )
        assert sorted((channel, flags) for _, kind, channel, _, flags in facts if kind == m.POCKET) == fell
        balls += len(fell)
    assert balls == 40


def test_the_first_contact_or_the_doubt_of_it(played: list[tuple[Shot, list[list[int]]]]) -> None:
    """One of the two in every shot; what is told as a fact is the first, but for what the stroke drowned."""
    count: Counter[str] = Counter()
    for shot, facts in played:
        touched = [one.t for one in happened(shot, "contact")]
        ((t, flags),) = [(t / 1e6, flags) for t, kind, _, _, flags in facts if kind == m.CONTACT]
        before = [
            kind for at, kind, *_ in facts if kind in (m.POCKET, m.CUSHION, m.CENTRE_LINE) and at < t * 1e6
        ]
        assert not before, (shot.frame, shot.n)
        if flags:
            count["doubtful, and none happened"] += not touched
            count["doubtful"] += bool(touched)
            assert t <= 3.001
        elif touched[0] > SENSED_AT_ONCE_S:
            count["felt"] += 1
            assert abs(t - touched[0]) < 0.001, (shot.frame, shot.n)
        else:
            count["at the next knock"] += 1
            assert t >= touched[0]
    assert count.total() == 331
    assert count["doubtful, and none happened"] == sum(not happened(shot, "contact") for shot, _ in played)
    assert count["doubtful"] <= 50
    assert count["at the next knock"] <= 10


def test_cushions_none_invented_and_missed_in_corners_alone(
    played: list[tuple[Shot, list[list[int]]]],
) -> None:
    count: Counter[str] = Counter()
    for shot, facts in played:
        met = [(one.t, m.CUSHION_NAMES.index(str(one.cushion)), one.v) for one in happened(shot, "cushion")]
        felt = [
            (t / 1e6, t / 1e6 + value / 1e6, rail, flags)
            for t, kind, rail, value, flags in facts
            if kind == m.CUSHION
        ]
        # A knock that begins as an echo of another is felt from there on; two within one are one.
        explained = {
            (start, rail): [v for t, on, v in met if on == rail and start - 0.001 < t < end + 0.002]
            for start, end, rail, flags in felt
            if not flags
        }
        assert all(explained.values()), (shot.frame, shot.n)
        count["doubtful"] += sum(flags & m.FLAG_DOUBTFUL > 0 for *_, flags in felt)
        for t, rail, v in met:
            if any(rail == on and start - 0.001 < t < end + 0.002 for start, end, on, _ in felt):
                count["felt"] += 1
            elif v < RAIL_THRESHOLD * 1.1:
                count["too soft"] += 1
            else:
                # The same ball meets the two rails of a corner in turn, within hundredths of a second.
                assert any(on != rail and abs(t - other) < 0.015 for other, on, _ in met)
                count["missed"] += 1
    assert count.total() == 1053 + count["doubtful"]
    assert count["missed"] <= 20
    assert count["too soft"] <= 8
    assert count["doubtful"] <= 12


def test_the_centre_line_none_invented_and_missed_only_where_two_pass_at_once(
    played: list[tuple[Shot, list[list[int]]]],
) -> None:
    missed = 0
    for shot, facts in played:
        crossed = [(one.t, 1 if one.towards == "rear" else -1) for one in happened(shot, "centre_line")]
        felt = [(t / 1e6, value) for t, kind, _, value, flags in facts if kind == m.CENTRE_LINE and not flags]
        doubtful = [t / 1e6 for t, kind, _, _, flags in facts if kind == m.CENTRE_LINE and flags]
        for t, towards in felt:
            assert any(towards == way and abs(t - at) < 0.08 for at, way in crossed), (shot.frame, shot.n)
        gone = len(crossed) - len(felt)
        assert gone <= 2
        if gone:
            others = [one.t for one in happened(shot, "pocket")] + doubtful
            assert others or len(crossed) > 1
        missed += gone
    assert missed <= 20


@pytest.mark.parametrize("echo", [0.1, 0.4, 0.5])
def test_other_strengths_of_echo(echo: float) -> None:
    """Weaker echoes, and stronger ones than the limits are made for: 1 contact in 100 at most is invented."""
    invented = 0
    for shot in shots():
        for t, kind, rail, value, flags in run(given(shot, echo)):
            if kind == m.CUSHION and not flags:
                at = (t - QUIET_US) / 1e6
                invented += not any(
                    one.cushion == m.CUSHION_NAMES[rail] and at - 0.001 < one.t < at + value / 1e6 + 0.002
                    for one in happened(shot, "cushion")
                )
    assert invented <= (10 if echo > 0.3 else 0)


def test_micropython_tells_the_same(
    played: list[tuple[Shot, list[list[int]]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    some = played[::4]
    found = outcomes([given(shot) for shot, _ in some], Path(tmp_path_factory.mktemp("frames")))
    for (shot, facts), told in zip(some, found, strict=True):
        assert [[t - QUIET_US, *fact] for t, *fact in told[1:]] == facts, (shot.frame, shot.n)


def test_the_shots_for_the_demo_pot_every_other_time() -> None:
    some = [shot for _, shot in zip(range(21), lively(), strict=False)]
    assert some[0].n == 1
    assert [bool(shot.pots) for shot in some[1:]] == [False, True] * 10
    assert all(shot.length_s <= 9 for shot in some[1:])
