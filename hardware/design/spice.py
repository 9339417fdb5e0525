"""The piezo front end under ngspice: knocks that double from one to the next, and a disc hit with a tool.

The deck is made from the values of `piezo`. The amplifier is a model of its sheet's gain-bandwidth, slew
rate and rails; the diodes carry their makers' usual parameters. What a rail does to a disc is assumed: a
damped sine of 1.5 kHz.
"""

import re
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path

from hardware.design import piezo
from hardware.design.figure import Figure

KNOCKS = 7
SOFTEST_V = 0.020
"""At the disc; each further knock is twice as strong."""
BELOW_TOP = 5
"""So many of them do not reach the top of the scale."""
RAIL_HZ = 1500.0
RAIL_DECAY_S = 1.2e-3
GAIN_TRIM_OHM = 47_000.0
"""Where the trimmer stands in this run."""
SECONDS = 60

_MODELS = """
.model d4148 D(IS=2.5n N=1.75 RS=0.6 CJO=4p TT=6n BV=100)
.model dbat85 D(IS=250n N=1.04 RS=2 CJO=11p BV=30)
.model dideal D(IS=1e-12 N=0.05)

* amplifier: 10 MHz, 7 V/us, rails of the supply less 20 mV
.subckt amp plus minus out
bstage 0 g I = 7m * tanh((V(plus) - V(minus)) * 8.98)
rstage g 0 1.6meg
cstage g 0 1n
dtop g top dideal
vtop top 0 4.98
dlow low g dideal
vlow low 0 0.02
bout o1 0 V = V(g)
rout o1 out 30
.ends
"""


class SpiceError(RuntimeError):
    """ngspice is not installed, or did not accept the deck; the text says which."""


def deck() -> str:
    """The whole deck; knock `k` has the nodes in_k, hold_k and out_k, the blow with a tool is number 99."""
    lines = ["piezo front end of a cushion", _MODELS, _channel(), "vdd vdd 0 5", "v33 v33 0 3.3"]
    lines += [f"rtop v33 ref {piezo.R_TOP_OHM}", f"rbottom ref 0 {piezo.R_BOTTOM_OHM}", "cref ref 0 100n"]
    amplitudes = {k: SOFTEST_V * 2**k for k in range(KNOCKS)} | {99: piezo.WORST_V}
    for k, volts in amplitudes.items():
        source = f"sin(0 {volts:g} {RAIL_HZ:g} 1m {1 / RAIL_DECAY_S:g})"
        lines.append(f"v{k} s{k} 0 {source}")
        lines.append(f"x{k} s{k} vdd v33 ref in{k} hold{k} out{k} channel")
    for k in range(KNOCKS):
        edge = f"v(out{k}) val=1.65"
        lines.append(f".meas tran pulse{k} trig {edge} rise=1 targ {edge} fall=last")
        lines.append(f".meas tran start{k} when v(out{k})=1.65 rise=1")
    lines.append(".meas tran inmax max v(in99)")
    lines.append(".meas tran inmin min v(in99)")
    lines.append(f".meas tran top max v(hold{KNOCKS - 1})")
    lines += [".tran 5u 30m 0 5u", ".end", ""]
    return "\n".join(lines)


def _channel() -> str:
    p = piezo
    return f"""
.subckt channel s vdd v33 ref in hold out
cdisc s disc {p.DISC_F}
rload disc 0 {p.R_LOAD_OHM}
rin disc in {p.R_IN_OHM}
cin in 0 {p.C_IN_F}
dup in vdd d4148
ddown 0 in d4148
rlimit in pin {p.R_PIN_OHM}
cpinamp pin 0 5p
xgain pin fb g amp
rf g fb {p.GAIN_FIXED_OHM + GAIN_TRIM_OHM}
rg fb leg {p.GAIN_GROUND_OHM}
cg leg 0 {p.GAIN_C_F}
xpeak g hold drive amp
dpeak drive charge dbat85
rcharge charge hold {p.R_CHARGE_OHM}
chold hold 0 {p.C_HOLD_F}
rhold hold 0 {p.R_HOLD_CUSHION_OHM}
rhys out hold {p.R_FEEDBACK_OHM}
ibias 0 hold {p.BIAS_A}
bcmp raw 0 V = V(hold) > V(ref) ? 1 : 0
rdelay raw held 1k
cdelay held 0 1n
bsink out 0 I = V(held) < 0.5 ? V(out) / 50 : 0
rpull v33 out {p.R_PULL_OHM}
rpin out 0 {p.PIN_PULL_OHM}
cpin out 0 100p
.ends
"""


def run() -> dict[str, float]:
    """The measured values by name, in seconds and volts. Raises SpiceError."""
    with tempfile.TemporaryDirectory(prefix="luza-spice-") as folder:
        path = Path(folder) / "piezo.cir"
        path.write_text(deck())
        try:
            done = subprocess.run(
                ["ngspice", "-b", path.name], cwd=folder, capture_output=True, text=True, timeout=SECONDS
            )
        except FileNotFoundError:
            raise SpiceError("ngspice is not installed: host/setup/apt.sh ngspice") from None
    found = re.findall(r"^(\w+)\s*=\s*(-?[\d.]+e[+-]\d+)", done.stdout, re.MULTILINE)
    values = {name: float(value) for name, value in found}
    missing = {f"pulse{k}" for k in range(KNOCKS)} | {"inmax", "inmin", "top"}
    missing -= values.keys()
    if missing:
        raise SpiceError(f"ngspice measured no {', '.join(sorted(missing))}:\n{done.stderr[-800:]}")
    return values


def figures(measured: dict[str, float]) -> tuple[Figure, ...]:
    """What the run says, for the pages."""
    pulses = [measured[f"pulse{k}"] * 1e3 for k in range(KNOCKS)]
    steps = [later - earlier for earlier, later in pairwise(pulses[:BELOW_TOP])]
    starts = [measured[f"start{k}"] for k in range(KNOCKS)]

    def said(key: str, value: float, unit: str) -> Figure:
        return Figure(key, value, unit, "simulated", 2)

    return (
        said("sim_first_ms", pulses[0], "ms"),
        said("sim_step_min_ms", min(steps), "ms"),
        said("sim_step_max_ms", max(steps), "ms"),
        said("sim_late_us", (max(starts) - min(starts)) * 1e6, "us"),
        said("sim_top_v", measured["top"], "V"),
        said("sim_clamp_high_v", measured["inmax"], "V"),
        said("sim_clamp_low_v", measured["inmin"], "V"),
    )
