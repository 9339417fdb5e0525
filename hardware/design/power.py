"""The power budget and the cables: what all of it draws from the USB port, and what the bus bears.

Sheets: USB 2.0 section 7.2.1 (500 mA), NXP UM10204 (the I2C bus: 400 pF, rise in 300 ns at 400 kHz), TIA-568
(Cat 5e: 52 pF and 0.188 ohms a metre each wire), RG-174 (100 pF a metre).
"""

from hardware.design import beams, piezo
from hardware.design.figure import Figure, by_key
from hardware.design.parts import read_parts

USB_MA = 500.0
FUSE_MA = 500.0
CABLE_M, PIEZO_CABLE_M = 3.0, 3.0
CAT5_PF_M, CAT5_OHM_M, RG174_PF_M = 52.0, 0.188, 100.0
BUS_PULL_OHM, MODULE_PULL_OHM = 1800.0, 10_000.0
BUS_MODULE_PF = 40.0
BUS_SINK_MA = 3.0
DUTY = (beams.RA_OHM + beams.RB_OHM) / (beams.RA_OHM + 2 * beams.RB_OHM)

BOARD_AT_M = (1.775, 0.8875)
"""Under the middle of the table; places in metres along and across the bed."""


def _figures() -> tuple[Figure, ...]:
    parts = read_parts()
    chips = sum(part.ma * part.quantity for part in parts.values())
    pockets = 6 * beams.VALUES["pocket_ma_max"] * DUTY
    line = 2 * beams.VALUES["line_ma_max"] * DUTY
    pulls = 8 * beams.VALUES["pull_ma"] + 7 * piezo.LOGIC_V / piezo.R_PULL_OHM * 1e3
    total = chips + pockets + line + pulls
    outside = total - parts["pico"].ma
    pull = BUS_PULL_OHM * MODULE_PULL_OHM / (BUS_PULL_OHM + MODULE_PULL_OHM)
    bus_pf = CABLE_M * CAT5_PF_M + BUS_MODULE_PF
    node_ma = parts["colour"].ma + parts["receiver-pocket"].ma + beams.VALUES["pocket_ma_max"]
    drop = 2 * CABLE_M * CAT5_OHM_M * node_ma
    farthest = BOARD_AT_M[0] + BOARD_AT_M[1]
    attenuation = piezo.DISC_F / (piezo.DISC_F + PIEZO_CABLE_M * RG174_PF_M * 1e-12)
    return (
        Figure("chips_ma", chips, "mA"),
        Figure("emitters_ma", pockets + line, "mA"),
        Figure("pulls_ma", pulls, "mA"),
        Figure("total_ma", total, "mA"),
        Figure("usb_spare_ma", USB_MA - total, "mA"),
        Figure("fuse_part", outside / FUSE_MA * 100, "%", digits=2),
        Figure("bus_pf", bus_pf, "pF"),
        Figure("bus_rise_ns", 0.8473 * pull * bus_pf * 1e-3, "ns"),
        Figure("bus_sink_ma", (piezo.LOGIC_V - 0.4) / pull * 1e3, "mA"),
        Figure("node_drop_mv", drop, "mV"),
        Figure("farthest_m", farthest, "m"),
        Figure("cable_keeps", attenuation * 100, "%"),
    )


FIGURES = _figures()
VALUES = by_key(FIGURES)
