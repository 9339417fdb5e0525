"""The light beams: emitter currents, light at the receivers, carrier, levels. Read from top to bottom.

Sheets: Vishay TSAL6200 (81010), TSSP40.. (82458) and TSSP40..SS1XB (82737); TI TLC555 (SLFS043), CD4050B
(SCHS046); onsemi 2N7000 (2N7000/D).
"""

from math import atan, degrees, sqrt

from hardware.design.figure import Figure, by_key

SUPPLY_V = 5.0
LOGIC_V = 3.3
LED_V = 1.25  # TSAL6200 at 1 to 20 mA
SWITCH_OHM = 5.0  # 2N7000, at the worst
LED_MW_SR_MA = 0.72  # TSAL6200, typical: 72 mW/sr at 100 mA, and in proportion below
LED_HALF_DEG = 17.0

# What the receivers need is not specified with both ends, so a factor of four either way is taken into the
# bargain, and every emitter has a trimmer.
NEED_LINE_MW_M2 = 0.5  # TSSP4038
NEED_POCKET_MW_M2 = 20 * NEED_LINE_MW_M2  # TSSP4038SS1XB: twenty times less sensitive, says its sheet

PATH_POCKET_M = 0.110
PATH_LINE_M = 1.775 + 2 * 0.060  # from tube to tube, outside both mouths

POCKET_FIXED_OHM, POCKET_TRIM_OHM = 1000.0, 10_000.0
LINE_FIXED_OHM, LINE_TRIM_OHM = 120.0, 2000.0

RA_OHM, RB_OHM, C_F = 3300.0, 17_400.0, 1e-9  # the carrier's timing: 1 % resistors, a C0G capacitor of 5 %
TUBE_BORE_MM, TUBE_LONG_MM = 5.0, 30.0

BALL_M = 0.068
BEAM_BELOW_BED_M = 0.060
GRAVITY = 9.81

PULL_OHM = 47_000.0  # at the level shifter's input: a cut cable reads as a broken beam
RECEIVER_PULL_OHM = 33_000.0  # inside the receiver
RECEIVER_LOW_V = 0.1
SERIES_OHM, FILTER_F = 1000.0, 10e-9


def current_ma(fixed: float, trim: float) -> float:
    """The emitter's current while it is on, in mA."""
    return (SUPPLY_V - LED_V) / (fixed + trim + SWITCH_OHM) * 1e3


def light(ma: float, metres: float) -> float:
    """Irradiance on the axis, in mW per square metre."""
    return LED_MW_SR_MA * ma / metres**2


def carrier_khz(part: float = 0.0) -> float:
    """The timer's frequency with every part off by that fraction, to the slow side."""
    return 1.44 / ((RA_OHM + 2 * RB_OHM) * (1 + part) * C_F) / 1e3


def time_in_beam_ms(start_m_s: float) -> float:
    """How long a ball breaks a pocket's beam that went over the lip with that downward speed."""
    v = sqrt(start_m_s**2 + 2 * GRAVITY * BEAM_BELOW_BED_M)
    return (sqrt(v * v + 2 * GRAVITY * BALL_M) - v) / GRAVITY * 1e3


def _figures() -> tuple[Figure, ...]:
    pocket_low, pocket_high = (current_ma(POCKET_FIXED_OHM, trim) for trim in (POCKET_TRIM_OHM, 0.0))
    line_low, line_high = (current_ma(LINE_FIXED_OHM, trim) for trim in (LINE_TRIM_OHM, 0.0))
    swing = SUPPLY_V * RECEIVER_PULL_OHM * PULL_OHM / (RECEIVER_PULL_OHM + PULL_OHM)
    filter_us = (RECEIVER_PULL_OHM * PULL_OHM / (RECEIVER_PULL_OHM + PULL_OHM) + SERIES_OHM) * FILTER_F * 1e6
    return (
        Figure("pocket_ma_min", pocket_low, "mA"),
        Figure("pocket_ma_max", pocket_high, "mA"),
        Figure("pocket_margin_min", light(pocket_low, PATH_POCKET_M) / NEED_POCKET_MW_M2, "x"),
        Figure("pocket_margin_max", light(pocket_high, PATH_POCKET_M) / NEED_POCKET_MW_M2, "x"),
        Figure("line_ma_min", line_low, "mA"),
        Figure("line_ma_max", line_high, "mA"),
        Figure("line_margin_min", light(line_low, PATH_LINE_M) / NEED_LINE_MW_M2, "x"),
        Figure("line_margin_max", light(line_high, PATH_LINE_M) / NEED_LINE_MW_M2, "x"),
        Figure("carrier_khz", carrier_khz(), "kHz"),
        Figure("carrier_khz_low", carrier_khz(0.07), "kHz"),
        Figure("carrier_khz_high", carrier_khz(-0.07), "kHz"),
        Figure("tube_deg", degrees(atan(TUBE_BORE_MM / TUBE_LONG_MM)), "deg", digits=2),
        Figure("receiver_delay_us", 10 / carrier_khz() * 1e3, "us"),
        Figure("filter_us", filter_us, "us"),
        Figure("pull_ma", SUPPLY_V / (swing / SUPPLY_V) * 1e3, "mA"),
        Figure("fall_slow_ms", time_in_beam_ms(0.0), "ms"),
        Figure("fall_fast_ms", time_in_beam_ms(4.0), "ms"),
    )


FIGURES = _figures()
VALUES = by_key(FIGURES)
