"""Numbers that fit what was seen: proposed only where the ones in force do not, always within their bounds.

Between the longest thing that was nothing and the weakest that was something lies the threshold, at their
geometric mean: both were measured as times of a decaying envelope, or as its height; ratios are the margin.
"""

import math
from collections.abc import Mapping

import msgspec
from luza_link import messages as m

from luza.doctor.felt import Felt
from luza.doctor.steps import group_of
from luza.locale import say
from luza.messages import Words
from luza.sources.pins import GROUPS, Limits, PinMap
from luza.words.names import board_input

Bounds = Mapping[str, Mapping[str, tuple[int, int, int]]]
MARGIN = 1.5
"""The weakest that counts is so many times the strongest that does not; else no number parts them."""


class Seen(msgspec.Struct):
    """All that the walk has felt, sorted by what it was."""

    noise: list[Felt] = []
    white: list[Felt] = []
    coloured: list[Felt] = []
    knocks: list[Felt] = []
    strokes: list[Felt] = []


class Proposal(msgspec.Struct, frozen=True):
    """One number: its place in the settings, before and after, and why."""

    place: str
    before: int
    after: int
    why: Words


class Finding(msgspec.Struct, frozen=True):
    """Something that no number mends."""

    code: str
    words: Words


def propose(seen: Seen, pins: PinMap, bounds: Bounds) -> tuple[tuple[Proposal, ...], tuple[Finding, ...]]:
    """What to change, and what is wrong besides."""
    work = _Work(seen, pins, bounds)
    work.balls()
    work.pulses("cushion", "knock_min_us", seen.knocks)
    work.pulses("slate", "strike_min_us", seen.strokes)
    work.voltages(seen.knocks + seen.strokes)
    work.colours()
    return tuple(work.proposals), tuple(work.findings)


def applied(pins: PinMap, proposals: tuple[Proposal, ...]) -> PinMap:
    """The settings with the proposals in them."""
    limits: Limits = {}
    wiring = pins.wiring
    for one in proposals:
        parts = one.place.split(".")
        if parts[0] == "limits":
            limits.setdefault(parts[1], {})[parts[2]] = one.after
        else:
            group = getattr(wiring, parts[1])
            own = {**group.own_mv, parts[3]: one.after}
            group = msgspec.structs.replace(group, own_mv=own)
            wiring = msgspec.structs.replace(wiring, **{parts[1]: group})
    return msgspec.structs.replace(pins, wiring=wiring).with_limits(limits)


class _Work:
    def __init__(self, seen: Seen, pins: PinMap, bounds: Bounds) -> None:
        self.proposals: list[Proposal] = []
        self.findings: list[Finding] = []
        self._seen = seen
        self._pins = pins
        self._bounds = bounds
        self._sampled = pins.channels()

    def balls(self) -> None:
        """How long a ball breaks a beam."""
        times = [one.longest_us / 1000 for one in self._seen.white + self._seen.coloured]
        if not times:
            return
        shortest, longest = min(times), max(times)
        noise = self._noise("pocket") / 1000
        least = self._now("pocket", "ball_min_ms")
        if noise * MARGIN > shortest:
            self._find("noisy", group=say("doctor.group.pocket"), noise=_ms(noise), real=_ms(shortest))
        elif least > 0.7 * shortest or least <= noise:
            why = say("doctor.why.ball_min", seen=_ms(shortest), noise=_ms(noise))
            self._offer("pocket", "ball_min_ms", math.sqrt(max(noise, shortest / 4) * shortest), why)
        if self._now("pocket", "ball_max_ms") < 1.3 * longest:
            why = say("doctor.why.ball_max", seen=_ms(longest))
            self._offer("pocket", "ball_max_ms", 2 * longest, why)

    def pulses(self, group: str, key: str, felt: list[Felt]) -> None:
        """How long a knock is at least; inputs behind the converter have a voltage for that."""
        times = [one.longest_us for one in felt if one.input not in self._sampled]
        if not times:
            return
        weakest, noise = min(times), self._noise(group)
        now = self._now(group, key)
        if noise * MARGIN > weakest:
            name = say(f"doctor.group.{group}")
            self._find("noisy", group=name, noise=_ms(noise / 1000), real=_ms(weakest / 1000))
        elif now <= noise or now > 0.5 * weakest:
            why = say("doctor.why.knock_min", seen=_ms(weakest / 1000), noise=_ms(noise / 1000))
            self._offer(group, key, math.sqrt(max(noise, weakest / 10) * weakest), why)

    def voltages(self, felt: list[Felt]) -> None:
        """A threshold for each channel of the converter."""
        for number, group in self._sampled.items():
            heights = [one.peak_mv for one in felt if one.input == number]
            if not heights or group.active == "low":
                continue
            first, names = GROUPS[group_of(number)]
            name = names[number - first]
            noise = max((one.peak_mv for one in self._seen.noise if one.input == number), default=0)
            weakest = min(heights)
            now = group.own_mv.get(name, group.threshold_mv)
            if noise * MARGIN > weakest:
                self._find(
                    "noisy", group=board_input(m.INPUT_NAMES[number]), noise=_mv(noise), real=_mv(weakest)
                )
            elif now <= noise * 1.2 or now > 0.7 * weakest:
                wanted = round(math.sqrt(max(noise, weakest / 6) * weakest))
                lowest = group.hysteresis_mv + 1
                after = max(wanted, lowest, 20)
                why = say("doctor.why.threshold", seen=_mv(weakest), noise=_mv(noise))
                place = f"wiring.{group_of(number)}.own_mv.{name}"
                self.proposals.append(Proposal(place, now, after, why))

    def colours(self) -> None:
        """White balls reflect all colours alike, the coloured one does not."""
        white = [one.colour for one in self._seen.white if one.colour is not None and one.colour.clear]
        coloured = [one.colour for one in self._seen.coloured if one.colour is not None and one.colour.clear]
        if not white or not coloured:
            return
        most = max(one.spread for one in white)
        least = min(one.spread for one in coloured)
        if most * MARGIN > least:
            self._find("colours_alike", white=f"{most} %", coloured=f"{least} %")
            return
        third = (least - most) / 3
        why = say("doctor.why.colour", white=f"{most} %", coloured=f"{least} %")
        if self._now("colour", "object_max_percent") < most:
            self._offer("colour", "object_max_percent", most + third, why)
        if self._now("colour", "cue_min_percent") > least:
            self._offer("colour", "cue_min_percent", least - third, why)
        dimmest = min(one.clear for one in white + coloured)
        if self._now("colour", "clear_min") > 0.7 * dimmest:
            dim = say("doctor.why.dim", seen=str(dimmest))
            self._offer("colour", "clear_min", 0.4 * dimmest, dim)

    def _noise(self, group: str) -> int:
        """The longest pulse of a group while nobody touched the table, in us."""
        return max((one.longest_us for one in self._seen.noise if group_of(one.input) == group), default=0)

    def _now(self, section: str, key: str) -> int:
        default = self._bounds[section][key][0]
        return self._pins.limits.get(section, {}).get(key, default)

    def _offer(self, section: str, key: str, wanted: float, why: Words) -> None:
        _, low, high = self._bounds[section][key]
        after = min(max(round(wanted), low), high)
        before = self._now(section, key)
        if after != before:
            self.proposals.append(Proposal(f"limits.{section}.{key}", before, after, why))

    def _find(self, code: str, **values: str | Words) -> None:
        self.findings.append(Finding(code, say(f"doctor.finding.{code}", **values)))


def _ms(value: float) -> Words:
    text = f"{value:.1f}" if 0 < value < 10 else f"{value:.0f}"
    return Words(f"{text.replace('.', ',')} мс", f"{text} ms")


def _mv(value: int) -> Words:
    return Words(f"{value} мВ", f"{value} mV")
