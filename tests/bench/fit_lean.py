"""Fits the coefficients of `luza.evidence.lean` to the simulated frames; JSON on standard output.

    python -m tests.bench.fit_lean            # coefficients, and how they fare on frames left out
    python -m tests.bench.fit_lean --source   # the same coefficients as they stand in the module

Nothing is random: Newton's method with a small penalty on each weight. Each pair of deeds of a shot that may
complete it is a case, true if one ball did both or, where that counts, one that it had driven did the second.
Then the log odds that one of a shot's pairs is true are brought into line with what became of shots that the
standard table leaves unproven.

How they fare: the coefficients are fitted to five frames and asked of the sixth, for each of the six, of its
break by what the game asks of a break. A shot is judged by what is proven, else by the lean where it leans
strongly against, else it stands as legal. The truth is what all facts prove; where they leave it to a flush
ball, where the balls lay decides; figures without those shots stand beside.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

from luza.evidence import Proof, Requirement, assess
from luza.evidence.lean import (
    BY_TOUCH,
    STRONG,
    UNKNOWN,
    Pair,
    Weights,
    any_of,
    drives,
    features,
    pair_chance,
    pairs,
    shot_chance,
)
from luza.facts import CentreLine, Contact, Cushion, Fact

from tests.evidence.shots import MASKS, REQUIREMENTS, Played, Seen, played, unnamed

MODELS = {"OWN": "code stroke", "DRIVEN": "dynamic stroke"}
"""The requirement whose pairs each set of coefficients is fitted to."""

PENALTY = 1.0
FLUSH_M = 0.035
"""A ball of radius 34 mm whose centre is no farther from a cushion's nose stands flush, to a millimetre."""
WIDTH_M, LENGTH_M = 1.775, 3.55


class Case(NamedTuple):
    """A shot and what is asked of it, its pairs and which of them go together, and whether it was legal."""

    shot: Played
    asked: Requirement
    pairs: list[Pair]
    together: list[bool]
    legal: bool


def fit(cases: Sequence[tuple[Sequence[float], bool]], penalty: float = PENALTY) -> list[float]:
    """The weights of a logistic model, by Newton's method."""
    n = len(cases[0][0])
    weights = [0.0] * n
    for _ in range(50):
        gradient = [-penalty * weight for weight in weights]
        curve = [[penalty * (i == j) for j in range(n)] for i in range(n)]
        for seen, true in cases:
            odds = sum(weight * value for weight, value in zip(weights, seen, strict=True))
            chance = 1 / (1 + exp(-odds))
            present = [i for i in range(n) if seen[i]]
            for i in present:
                gradient[i] += (true - chance) * seen[i]
                for j in present:
                    curve[i][j] += chance * (1 - chance) * seen[i] * seen[j]
        step = solve(curve, gradient)
        weights = [weight + by for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """x of matrix · x = right, by elimination."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [value - factor * above for value, above in zip(rows[r], rows[i], strict=True)]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (rows[i][n] - sum(rows[i][j] * found[j] for j in range(i + 1, n))) / rows[i][i]
    return found


def together(facts: Sequence[Fact], pair: Pair, driven: bool) -> bool:
    """Did one ball do both, or one that it had driven the second?"""
    first, second = (facts[n].ball for n in (pair.first, pair.second))  # type: ignore[union-attr]
    behind = {first}
    for fact in facts[pair.first : pair.second]:
        if driven and isinstance(fact, Contact) and fact.balls and behind & set(fact.balls):
            behind |= set(fact.balls)
    if driven and facts_alike(facts[pair.first], facts[pair.second]):
        behind.discard(first)
    return second in behind


def facts_alike(one: Fact, other: Fact) -> bool:
    """Is it the same deed twice, which only another ball makes good?"""
    if isinstance(one, Cushion) and isinstance(other, Cushion):
        return one.cushion.split("-")[0] == other.cushion.split("-")[0]
    return isinstance(one, CentreLine) and isinstance(other, CentreLine)


def truly_legal(shot: Played, requirement: Requirement) -> bool:
    """What all facts prove; else whether a ball off a cushion touched one that lay flush, not moved yet."""
    found = assess(*shot.seen, requirement)
    if found.completed is not Proof.UNPROVEN:
        return found.completed is Proof.PROVEN
    moved, rebounded = {shot.seen.struck}, set()
    for fact in shot.seen.facts:
        if isinstance(fact, Cushion):
            rebounded.add(fact.ball)
        elif isinstance(fact, Contact) and fact.balls:
            for one, other in (fact.balls, fact.balls[::-1]):
                if one in rebounded and other not in moved and flush(shot.positions[str(other)]):
                    return True
            moved |= set(fact.balls)
    return False


def flush(place: tuple[float, float]) -> bool:
    """Does a ball here touch a cushion?"""
    x, y = place
    return min(x, WIDTH_M - x, y, LENGTH_M - y) <= FLUSH_M


def requirement_of(name: str) -> Requirement:
    """What a stroke or a break must do."""
    requirement = REQUIREMENTS[name]
    assert requirement is not None
    return requirement


def cases_of(name: str) -> list[Case]:
    """All breaks, or all shots but those, as the requirement says."""
    requirement, breaks = requirement_of(name), name.endswith("break")
    found = []
    for shot in played():
        if (shot.n == 1) is breaks:
            facts = shot.seen.facts
            possible = list(pairs_unnamed(shot.seen, requirement))
            true = [together(facts, pair, drives(requirement)) for pair in possible]
            found.append(Case(shot, requirement, possible, true, truly_legal(shot, requirement)))
    return found


def pairs_unnamed(seen: Seen, requirement: Requirement) -> Iterable[Pair]:
    """The pairs as a table finds them that knows no ball; their places are those of all facts."""
    facts = [unnamed(f) if isinstance(f, CentreLine | Cushion) else f for f in seen.facts]
    return pairs(facts, seen.sensors, requirement)


def weights_of(cases: Sequence[Case]) -> Weights:
    """The model fitted to these shots."""
    flat = fit(
        [
            (features(pair), true)
            for case in cases
            for pair, true in zip(case.pairs, case.together, strict=True)
        ]
    )
    kinds = (len(flat) - 2) // 2
    pairwise: Weights = (tuple(flat[:kinds]), tuple(flat[kinds:-2]), flat[-2], flat[-1], 0.0, 1.0)
    shots = [
        ((1.0, any_of([pair_chance(pair, pairwise) for pair in case.pairs])), case.legal)
        for case in cases
        if case.pairs and unproven(case)
    ]
    shift, scale = fit(shots)
    return (*pairwise[:4], shift, scale)


def unproven(case: Case, mask: str = "kit") -> bool:
    """Does a table leave the shot unproven?"""
    return assess(*MASKS[mask](case.shot), case.asked).completed is Proof.UNPROVEN


def chance_of(case: Case, weights: Weights) -> float:
    """The chance of the shot's being legal."""
    if case.asked.tally is not None:
        return UNKNOWN
    if not case.pairs:
        return BY_TOUCH
    return shot_chance(case.pairs, [pair_chance(pair, weights) for pair in case.pairs], weights)


class Told(NamedTuple):
    """A shot that the standard table leaves unproven: the chance given it, whether it was legal, and whether
    all facts decide that."""

    chance: float
    legal: bool
    known: bool

    @property
    def right(self) -> bool:
        """Does it stand rightly?"""
        return (self.chance > STRONG[0]) is self.legal


def left_out(game: str) -> dict[str, object]:
    """How coefficients fare on the frame that they were not fitted to."""
    cases = cases_of(f"{game} break") + cases_of(f"{game} stroke")
    fitted_to = {name: cases_of(requirement) for name, requirement in MODELS.items()}
    told: list[Told] = []
    for frame in sorted({case.shot.frame for case in cases}):
        weights = {
            name: weights_of([case for case in shots if case.shot.frame != frame])
            for name, shots in fitted_to.items()
        }
        for case in cases:
            if case.shot.frame == frame and unproven(case):
                chance = chance_of(case, weights["DRIVEN" if drives(case.asked) else "OWN"])
                told.append(Told(chance, case.legal, not unproven(case, "full")))
    return figures(told, len(cases) - len(told))


def figures(told: Sequence[Told], proven: int) -> dict[str, object]:
    """What came of the shots that were told, with so many proven or refuted besides."""
    known = [one for one in told if one.known]
    right, right_known = (sum(one.right for one in some) for some in (told, known))
    strong = [one for one in told if one.chance <= STRONG[0] or one.chance >= STRONG[1]]
    return {
        "unproven": len(told),
        "of_them_legal": sum(one.legal for one in told),
        "right": share(right, len(told)),
        "right_where_all_facts_decide": share(right_known, len(known)),
        "right_of_all_shots": share(proven + right, proven + len(told)),
        "right_of_all_shots_where_all_facts_decide": share(proven + right_known, proven + len(known)),
        "strong": share(len(strong), len(told)),
        "right_where_strong": share(sum((one.chance >= 0.5) is one.legal for one in strong), len(strong)),
        "log_loss": round(
            -sum(log(one.chance if one.legal else 1 - one.chance) for one in told) / len(told), 4
        ),
        "calibration": calibration([(one.chance, one.legal) for one in told]),
    }


def share(part: int, whole: int) -> str:
    """`225/232 = 97.0 %`."""
    return f"{part}/{whole} = {100 * part / max(whole, 1):.1f} %"


def calibration(chances: Sequence[tuple[float, bool]]) -> list[dict[str, object]]:
    """Of the shots given such a chance, how many were legal."""
    found: list[dict[str, object]] = []
    for low, high in ((0.0, 0.2), (0.2, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01)):
        inside = [(chance, legal) for chance, legal in chances if low <= chance < high]
        if inside:
            mean = sum(chance for chance, _ in inside) / len(inside)
            found.append(
                {"said": round(mean, 3), "was": share(sum(legal for _, legal in inside), len(inside))}
            )
    return found


def fitted(name: str) -> Weights:
    """The coefficients that stand in the module: fitted to all six frames, to four places."""
    kinds, slopes, *rest = weights_of(cases_of(name))
    return (rounded(kinds), rounded(slopes), *rounded(rest))  # type: ignore[return-value]


def rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(value, 4) + 0.0 for value in values)


def main() -> None:
    """Prints coefficients and figures, or the source."""
    if "--source" in sys.argv:
        for name, requirement in MODELS.items():
            print(f"{name}: Weights = {fitted(requirement)}")
        return
    json.dump(
        {
            "coefficients": {name: fitted(requirement) for name, requirement in MODELS.items()},
            "left_out": {game: left_out(game) for game in ("free", "dynamic")},
        },
        sys.stdout,
        indent=1,
    )
    print()


if __name__ == "__main__":
    main()
