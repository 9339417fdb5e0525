"""The piezo front end: load, clamp, gain, peak holder, threshold. Read from top to bottom.

    disc -- R_IN -- amplifier (gain by trimmer) -- peak holder (R_HOLD, C_HOLD) -- comparator -- pin
    R_LOAD to ground; clamps to supply and ground behind R_IN

Sheets: Murata 7BB-27-4 (P37E), Microchip MCP6022 (DS20001685), TI LM339A (SLCS006), onsemi 1N4148 and BAT85.
How many volts a disc gives at a rail is known of no table: the gain is trimmed at one soft ball, and what
is computed here is the range around it.
"""

from math import log, pi

from hardware.design.figure import Figure, by_key

DISC_F = 20e-9  # 7BB-27-4, within 30 %
R_LOAD_OHM = 47_000.0
R_IN_OHM, C_IN_F = 10_000.0, 470e-12
SUPPLY_V, LOGIC_V = 5.0, 3.3
CLAMP_V = 0.75  # 1N4148 at 10 mA
R_PIN_OHM = (
    1000.0  # between the clamp and the amplifier, whose own diodes bear 2 mA beyond its rails by 0.3 V
)
WORST_V = 100.0  # a disc that is hit with a tool

GAIN_FIXED_OHM, GAIN_TRIM_OHM, GAIN_GROUND_OHM = 1000.0, 100_000.0, 4700.0
GAIN_C_F = 1e-6  # in the leg to ground: offsets are not amplified

C_HOLD_F = 220e-9
R_HOLD_CUSHION_OHM, R_HOLD_SLATE_OHM = 13_700.0, 3650.0
R_CHARGE_OHM = 47.0
HOLD_TOP_V = SUPPLY_V - 0.10 - 0.40  # the amplifier's rail and one BAT85

R_TOP_OHM, R_BOTTOM_OHM = 82_000.0, 1000.0
R_FEEDBACK_OHM = 4_700_000.0
BIAS_A = 100e-9  # LM339A; its sheet has 25 nA typical, 250 nA at the worst
OFFSET_V = 0.0005 + 0.0005 + 0.002 + BIAS_A * R_HOLD_CUSHION_OHM  # MCP6022 twice, LM339A, its bias

R_PULL_OHM, PIN_PULL_OHM = 4700.0, 50_000.0  # the RP2040's own pull-down is 50 to 80 kilo-ohms

SOFTEST_M_S = 0.03
"""A ball that touches the cushion so softly should just be felt."""

THRESHOLD_V = LOGIC_V * R_BOTTOM_OHM / (R_TOP_OHM + R_BOTTOM_OHM)
HYSTERESIS_V = LOGIC_V * R_HOLD_CUSHION_OHM / R_FEEDBACK_OHM
"""The feedback lifts the holder while the comparator is active. It flows through R_HOLD: with a feedback of
1 megohm and a holder of 30 kilo-ohms the lift is above the threshold, and the comparator never lets go."""


def tau_ms(r_hold: float) -> float:
    """The peak holder's decay, in ms."""
    return r_hold * C_HOLD_F * 1e3


def ring_ms(peak_v: float, r_hold: float = R_HOLD_CUSHION_OHM) -> float:
    """How long the comparator stays active after a knock that charges the holder to `peak_v`."""
    lift = LOGIC_V * r_hold / R_FEEDBACK_OHM
    return tau_ms(r_hold) * log((peak_v - lift) / (THRESHOLD_V - lift))


def gain(trim: float) -> float:
    """The amplifier's gain with so many ohms of its trimmer."""
    return 1 + (GAIN_FIXED_OHM + trim) / GAIN_GROUND_OHM


def _figures() -> tuple[Figure, ...]:
    clamp_ma = (WORST_V - SUPPLY_V - CLAMP_V) / R_IN_OHM * 1e3
    tolerance_ms = tau_ms(R_HOLD_CUSHION_OHM) * log((THRESHOLD_V + OFFSET_V) / (THRESHOLD_V - OFFSET_V))
    return (
        Figure("threshold_mv", THRESHOLD_V * 1e3, "mV"),
        Figure("hysteresis_mv", HYSTERESIS_V * 1e3, "mV"),
        Figure("high_pass_hz", 1 / (2 * pi * DISC_F * R_LOAD_OHM), "Hz"),
        Figure("low_pass_khz", 1 / (2 * pi * C_IN_F * R_IN_OHM) / 1e3, "kHz"),
        Figure("clamp_ma", clamp_ma, "mA"),
        Figure("pin_ma", (CLAMP_V - 0.3) / R_PIN_OHM * 1e3, "mA"),
        Figure("gain_min", gain(0.0), "x"),
        Figure("gain_max", gain(GAIN_TRIM_OHM), "x"),
        Figure("softest_mv_min", THRESHOLD_V / gain(GAIN_TRIM_OHM) * 1e3, "mV"),
        Figure("softest_mv_max", THRESHOLD_V / gain(0.0) * 1e3, "mV"),
        Figure("tau_cushion_ms", tau_ms(R_HOLD_CUSHION_OHM), "ms"),
        Figure("tau_slate_ms", tau_ms(R_HOLD_SLATE_OHM), "ms"),
        Figure("doubling_ms", tau_ms(R_HOLD_CUSHION_OHM) * log(2), "ms"),
        Figure("ring_max_ms", ring_ms(HOLD_TOP_V), "ms"),
        Figure("full_scale_m_s", SOFTEST_M_S * HOLD_TOP_V / THRESHOLD_V, "m/s"),
        Figure("charge_us", R_CHARGE_OHM * C_HOLD_F * 1e6, "us"),
        Figure("offset_ms", tolerance_ms, "ms"),
        Figure("pin_high_v", LOGIC_V * PIN_PULL_OHM / (PIN_PULL_OHM + R_PULL_OHM), "V"),
    )


FIGURES = _figures()
VALUES = by_key(FIGURES)
