"""Facts held against the truth, and the table of errors for each 1,000 balls."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from luza.sources.simulator.waveform import RAIL_THRESHOLD
from luza_link import messages as m

from tests.waves.session import Ball, Session

NEAR_US = 260_000
"""A ball is told this near to when it was through: a drifting threshold ends a slow ball's break later."""
CUSHION_BEFORE_US, CUSHION_AFTER_US = 1_000, 4_000
ECHOES_US = 20_000

Fact = list[int]
"""[us, kind, channel, value, flags]"""


@dataclass
class Errors:
    """Counts. What is flagged was told as doubtful, or of an input that was not well at the time."""

    balls: int = 0
    missed: int = 0
    missed_flagged: int = 0
    doubled: int = 0
    wrong_pocket: int = 0
    ghost_balls: int = 0
    doubtful_ghosts: int = 0
    """Balls told as doubtful that there were not."""
    wrong_kind: int = 0
    contacts: int = 0
    wrong_cushion: int = 0
    ghost_cushions: int = 0
    missed_contacts: int = 0
    """Of those that a comparator feels at all; a corner's two within 15 ms are one pulse to each of them."""
    strokes: int = 0
    missed_strokes: int = 0
    ghost_strokes: int = 0

    def __add__(self, other: "Errors") -> "Errors":
        return Errors(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))

    @property
    def unflagged(self) -> int:
        """Errors about balls that nobody would look at."""
        return self.missed + self.doubled + self.wrong_pocket + self.ghost_balls + self.wrong_kind

    @property
    def of_balls(self) -> int:
        """All errors about balls."""
        return self.unflagged + self.missed_flagged

    def per_thousand(self, name: str) -> float:
        """One count for each 1,000 balls."""
        return round(1000 * float(getattr(self, name)) / max(self.balls, 1), 3)


def score(made: Session, facts: Iterable[Fact]) -> Errors:
    """What a session's facts got wrong."""
    told = list(facts)
    errors = Errors(balls=len(made.balls), contacts=len(made.contacts), strokes=len(made.strokes))
    _score_balls(errors, made.balls, [fact for fact in told if fact[1] == m.POCKET], _unwell(told))
    _score_contacts(errors, made, [fact for fact in told if fact[1] == m.CUSHION])
    struck = [fact[0] for fact in told if fact[1] == m.STRIKE and not fact[4]]
    felt = {at for at in made.strokes for t in struck if abs(t - at) < 2_000}
    errors.missed_strokes = len(made.strokes) - len(felt)
    errors.ghost_strokes = len(struck) - len(felt)
    return errors


def _unwell(told: list[Fact]) -> dict[int, list[tuple[int, int]]]:
    """Input to the spans in which it was not well."""
    spans: dict[int, list[tuple[int, int]]] = {}
    since: dict[int, int] = {}
    for t, kind, number, value, _ in told:
        if kind != m.HEALTH:
            continue
        if value != m.HEALTH_OK:
            since.setdefault(number, t)
        elif number in since:
            spans.setdefault(number, []).append((since.pop(number), t))
    for number, t in since.items():
        spans.setdefault(number, []).append((t, 1 << 62))
    return spans


def _score_balls(
    errors: Errors, balls: list[Ball], facts: list[Fact], unwell: dict[int, list[tuple[int, int]]]
) -> None:
    sure = [fact for fact in facts if not fact[4] & m.FLAG_DOUBTFUL]
    doubtful = [fact for fact in facts if fact[4] & m.FLAG_DOUBTFUL]
    lost: list[Ball] = []
    for ball in balls:
        mine = _nearest(sure, ball)
        if mine is not None:
            sure.remove(mine)
            told = mine[4] & (m.FLAG_CUE | m.FLAG_OBJECT)
            errors.wrong_kind += bool(told and told != ball.kind)
            continue
        maybe = _nearest(doubtful, ball)
        if maybe is not None:
            doubtful.remove(maybe)
        known = maybe is not None or any(
            start <= ball.t_us <= end for start, end in unwell.get(ball.pocket, ())
        )
        errors.missed_flagged += known
        if not known:
            lost.append(ball)
    for fact in sure:
        strayed = next((ball for ball in lost if abs(ball.t_us - fact[0]) < NEAR_US), None)
        if strayed is not None:
            lost.remove(strayed)
            errors.wrong_pocket += 1
        elif any(ball.pocket == fact[2] and 0 < fact[0] - ball.t_us < 1_000_000 for ball in balls):
            errors.doubled += 1
        else:
            errors.ghost_balls += 1
    errors.missed += len(lost)
    errors.doubtful_ghosts += len(doubtful)


def _nearest(facts: list[Fact], ball: Ball) -> Fact | None:
    near = [fact for fact in facts if fact[2] == ball.pocket and abs(fact[0] - ball.t_us) < NEAR_US]
    return min(near, key=lambda fact: abs(fact[0] - ball.t_us), default=None)


def _score_contacts(errors: Errors, made: Session, facts: list[Fact]) -> None:
    felt = [(t, t + value, rail, flags) for t, _, rail, value, flags in facts]
    contacts = made.contacts
    for start, end, rail, flags in felt:
        if flags & m.FLAG_DOUBTFUL:
            continue
        near = [one for one in contacts if start - ECHOES_US < one.t_us < end + CUSHION_AFTER_US]
        if any(
            one.rail == rail and start - CUSHION_BEFORE_US < one.t_us < end + CUSHION_AFTER_US for one in near
        ):
            continue
        errors.wrong_cushion += bool(near)
        errors.ghost_cushions += not near
    for one in contacts:
        if one.v >= RAIL_THRESHOLD * 1.1:
            errors.missed_contacts += not any(
                rail == one.rail and start - CUSHION_BEFORE_US < one.t_us < end + CUSHION_AFTER_US
                for start, end, rail, _ in felt
            )


COLUMNS = (
    ("missed", "missed"),
    ("missed_flagged", "flagged"),
    ("doubled", "doubled"),
    ("wrong_pocket", "wrong pocket"),
    ("ghost_balls", "ghost balls"),
    ("doubtful_ghosts", "doubtful ghosts"),
    ("wrong_kind", "wrong kind"),
    ("wrong_cushion", "wrong cushion"),
    ("ghost_cushions", "ghost cushions"),
    ("ghost_strokes", "ghost strokes"),
    ("missed_contacts", "missed contacts"),
)


def table(found: dict[str, Errors]) -> str:
    """The errors by strength, for each 1,000 balls."""
    head = f"{'per 1,000 balls':<12} {'balls':>7} " + " ".join(f"{title:>15}" for _, title in COLUMNS)
    rows = [
        f"{name:<15} {errors.balls:>7} "
        + " ".join(f"{errors.per_thousand(column):>15.3f}" for column, _ in COLUMNS)
        for name, errors in found.items()
    ]
    return "\n".join((head, *rows))
