"""The values of the parts: what they were chosen for, held by numbers."""

import re

import pytest
from luza.sources.pins import read_pins
from luza.sources.simulator import waveform
from luza_table.settings import LIMITS

from hardware.design import beams, mounting, piezo, power, spice
from hardware.design.board import PICO_PIN
from hardware.design.parts import HARDWARE

BEAMS, PIEZO, POWER = beams.VALUES, piezo.VALUES, power.VALUES


def test_the_trimmers_of_the_emitters_reach_either_side_of_what_the_receivers_need() -> None:
    assert BEAMS["pocket_margin_max"] / 4 > 2.5, "also a receiver that needs four times as much is lit"
    assert BEAMS["line_margin_max"] / 4 > 2.5
    assert BEAMS["pocket_margin_min"] < 2.5, "and light that goes round a ball can be turned down"
    assert BEAMS["line_margin_min"] < 1
    assert BEAMS["line_ma_max"] <= 100, "TSAL6200"


def test_the_carrier_stays_where_the_receivers_hear_it() -> None:
    assert abs(BEAMS["carrier_khz"] - 38.0) < 0.5
    assert 38 * 0.92 < BEAMS["carrier_khz_low"] < BEAMS["carrier_khz_high"] < 38 * 1.08


def test_a_balls_break_is_what_the_board_takes_for_one() -> None:
    shortest, longest = LIMITS["pocket"]["ball_min_ms"][0], LIMITS["pocket"]["ball_max_ms"][0]
    delays = (BEAMS["receiver_delay_us"] + BEAMS["filter_us"]) / 1000
    assert BEAMS["fall_fast_ms"] - delays > shortest
    assert BEAMS["fall_slow_ms"] + delays < longest


def test_the_peak_holders_decay_as_the_simulated_table_takes_them_to() -> None:
    assert abs(PIEZO["tau_cushion_ms"] * 1000 / waveform.RAIL_TAU_US - 1) < 0.02
    assert abs(PIEZO["tau_slate_ms"] * 1000 / waveform.SLATE_TAU_US - 1) < 0.02
    assert piezo.SOFTEST_M_S == waveform.RAIL_THRESHOLD


def test_the_longest_ring_is_what_the_firmware_says_of_it() -> None:
    assert 12 < PIEZO["ring_max_ms"] < 16
    assert PIEZO["ring_max_ms"] < LIMITS["cushion"]["knock_max_ms"][0]


def test_unlike_channels_differ_by_less_than_an_echo() -> None:
    assert PIEZO["offset_ms"] * 1000 < LIMITS["cushion"]["echo_drop_us"][0]


def test_the_comparator_lets_go_of_a_quiet_rail() -> None:
    lift = piezo.HYSTERESIS_V + piezo.BIAS_A * piezo.R_HOLD_CUSHION_OHM
    assert lift < piezo.THRESHOLD_V / 2
    assert PIEZO["clamp_ma"] < 200, "1N4148"
    assert PIEZO["pin_ma"] < 2, "MCP6022"
    assert PIEZO["pin_high_v"] > 2.0, "RP2040's input high level"


def test_the_bus_of_the_colour_sensors_is_within_its_bounds() -> None:
    assert POWER["bus_pf"] < 400
    assert POWER["bus_rise_ns"] < 300
    assert POWER["bus_sink_ma"] < power.BUS_SINK_MA
    assert POWER["farthest_m"] < power.CABLE_M


def test_a_usb_port_feeds_all_of_it() -> None:
    assert POWER["usb_spare_ma"] > 100
    assert POWER["fuse_part"] < 70


def test_the_beams_of_the_centre_line_have_room_in_the_mouth() -> None:
    assert mounting.line_clear_mm() > 20
    assert mounting.BALL_MM < mounting.CORNER_MM[0] < mounting.MIDDLE_MM[0]
    assert LIMITS["centre_line"]["apart_mm"][0] == mounting.LINE_APART_MM
    assert abs(waveform.BEAM_M * 2000 - mounting.LINE_APART_MM) < 1e-9
    assert LIMITS["centre_line"]["ball_mm"][0] == mounting.BALL_MM


def test_ngspice_agrees_with_what_was_computed() -> None:
    """The real ngspice, on the circuit with the parts' own values."""
    measured = spice.run()
    figures = {figure.key: figure.value for figure in spice.figures(measured)}
    assert abs(figures["sim_step_min_ms"] / PIEZO["doubling_ms"] - 1) < 0.06
    assert abs(figures["sim_step_max_ms"] / PIEZO["doubling_ms"] - 1) < 0.06
    strongest = measured[f"pulse{spice.KNOCKS - 1}"] * 1e3
    assert strongest < LIMITS["cushion"]["knock_max_ms"][0] / 4
    assert figures["sim_late_us"] < 200
    assert (
        -piezo.CLAMP_V
        < figures["sim_clamp_low_v"]
        < figures["sim_clamp_high_v"]
        < piezo.SUPPLY_V + piezo.CLAMP_V
    )
    for figure in spice.figures(measured):
        for page in ("figures.md", "figures.ru.md"):
            assert f"| {figure.text()} |" in (HARDWARE / page).read_text(encoding="utf-8"), figure.key


def test_a_feedback_that_is_too_strong_is_found_by_ngspice(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what was chosen first, 30 kilo-ohms and 1 megohm, the comparator never let go."""
    monkeypatch.setattr(spice, "KNOCKS", 1)
    monkeypatch.setattr(piezo, "R_HOLD_CUSHION_OHM", 30_100.0)
    monkeypatch.setattr(piezo, "R_FEEDBACK_OHM", 1e6)
    with pytest.raises(spice.SpiceError, match="pulse0"):
        spice.run()


QUOTED = {
    "total_ma": "276",
    "chips_ma": "224",
    "fuse_part": "43",
    "bus_pf": "196",
    "bus_rise_ns": "253",
    "farthest_m": "2.66",
    "cable_keeps": "98.5",
    "tau_cushion_ms": "3.01",
    "doubling_ms": "2.1",
    "threshold_mv": "39.8",
    "clamp_ma": "9.4",
    "line_ma_max": "30",
}


@pytest.mark.parametrize(("key", "quoted"), QUOTED.items())
def test_the_pages_quote_the_figures_as_they_are(key: str, quoted: str) -> None:
    values = BEAMS | PIEZO | POWER
    digits = len(quoted.partition(".")[2])
    assert f"{values[key]:.{digits}f}" == quoted
    assert re.search(rf"(?<![\d.]){re.escape(quoted)}(?![\d.]\d)", (HARDWARE / "README.md").read_text())
    russian = (HARDWARE / "README.ru.md").read_text(encoding="utf-8")
    assert re.search(rf"(?<![\d,]){re.escape(quoted.replace('.', ','))}(?!,?\d)", russian)


def test_both_pages_have_every_pin_and_the_same_faults() -> None:
    pages = [(HARDWARE / name).read_text(encoding="utf-8") for name in ("README.md", "README.ru.md")]
    for number, (gp, _) in read_pins().inputs().items():
        assert all(f"| GP{gp} | {PICO_PIN[gp]} |" in page for page in pages), number
    faults = [
        page.split(f"## {title}")[1].split("##")[0].count("\n|")
        for page, title in zip(pages, ("Faults", "Неисправности"), strict=True)
    ]
    assert faults[0] == faults[1] > 10
