"""The wiring drawings, made from the pin map."""

from textwrap import wrap

import schemdraw
import schemdraw.elements as elm
from luza.sources.pins import PinMap
from schemdraw import logic

from hardware.design import beams, piezo
from hardware.design.board import GND, PICO_PIN, PIEZO, RJ45, V33, VBUS
from hardware.design.board import beams as beam_inputs
from hardware.design.board import knocks as knock_inputs
from hardware.design.paper import INK, LIGHT, SOFT, Paper, svg
from hardware.design.words import Language, input_words, word

SERVICE_GP = 22
_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
_NAMES = {30: "RUN", 35: "ADC_VREF", 37: "3V3_EN", 39: "VSYS"}


def pico(pins: PinMap, language: Language) -> str:
    """The Pico with what each pin is for."""
    paper = Paper(0.5)
    use = _uses(pins, language)
    names = {pin: f"GP{gp}" for gp, pin in PICO_PIN.items()} | dict.fromkeys(_GROUNDS, "GND") | _NAMES
    names |= {VBUS: "VBUS", V33: "3V3"}
    paper.text((8, 23), word("board", language), "center", size=14)
    paper.box((4, -0.6), (12, 20.6), fill="#f2f5f2")
    paper.box((6.6, 20), (9.4, 21.6), fill="#d9d9d9")
    paper.text((8, 20.8), "USB", "center", size=10)
    for pin in range(1, 41):
        left = pin <= 20
        y = 20 - pin if left else pin - 21
        edge, out, inner = (4.0, 3.0, 4.3) if left else (12.0, 13.0, 11.7)
        paper.box((min(edge, out), y - 0.3), (max(edge, out), y + 0.3), fill="#e8d9a8")
        paper.text((3.5 if left else 12.5, y), str(pin), "center", SOFT, 9)
        paper.text((inner, y), names[pin], "left" if left else "right", size=10)
        if pin in use:
            end = 2.0 if left else 14.0
            paper.line((out, y), (end, y), color=LIGHT, width=1.6)
            paper.text((end - 0.2 if left else end + 0.2, y), use[pin], "right" if left else "left", size=11)
    return paper.save()


def _uses(pins: PinMap, language: Language) -> dict[int, str]:
    use = {
        PICO_PIN[gp]: input_words(name, language)
        for name, gp in (beam_inputs(pins) | knock_inputs(pins)).items()
    }
    use |= {VBUS: word("vbus", language), V33: word("3v3", language), GND: word("gnd", language)}
    use[PICO_PIN[SERVICE_GP]] = word("service", language)
    wiring = pins.wiring
    if wiring.colour is not None:
        use[PICO_PIN[wiring.colour.sda]] = word("sda", language)
        use[PICO_PIN[wiring.colour.scl]] = word("scl", language)
    if wiring.reference is not None:
        use[PICO_PIN[wiring.reference.out]] = word("loop_out", language)
        use[PICO_PIN[wiring.reference.in_]] = word("loop_in", language)
    return use


def beam(language: Language) -> str:
    """One beam's circuit."""
    cable = word("cable", language)
    schemdraw.config(fontsize=12, color=INK)
    d = schemdraw.Drawing(show=False, canvas="svg")
    with d:
        elm.Label().at((8, 6.2)).label(word("beam_title", language), fontsize=15)
        elm.Vdd().at((0, 3)).label("+5 V")
        elm.ResistorVar().down().length(2.0).label("RV1", loc="bottom")
        elm.Resistor().down().length(2.0).label("R1", loc="bottom")
        elm.LED().down().length(2.0).label("D1 TSAL6200", loc="bottom")
        elm.Line().down().length(1.6)
        emit = elm.Line().right().length(8.8).label(f"5 EMIT ({cable})", loc="top")
        fet = elm.NFet().right().reverse().anchor("drain").at(emit.end).label("Q1 2N7000", loc="right")
        elm.Ground().at(fet.source)
        elm.Resistor().at(fet.gate).left().length(2.4).label("220", loc="bottom")
        elm.Label().label(f"TLC555, {word('carrier', language)}", loc="left")
        receiver = (
            elm.Ic(
                size=(2.8, 2.4),
                pins=[
                    elm.IcPin(name="VS", pin="3", side="top"),
                    elm.IcPin(name="GND", pin="2", side="bottom"),
                    elm.IcPin(name="OUT", pin="1", side="right"),
                ],
            )
            .right()
            .at((4.2, -0.6))
            .label("TSSP4038", loc="left", ofst=0.1)
        )
        elm.Resistor().at(receiver.VS).up().length(1.6).label("100", loc="bottom")
        elm.Vdd().label("+5 V")
        elm.Ground().at(receiver.GND)
        line = elm.Line().at(receiver.OUT).right().length(3.6).label(f"3 BEAM ({cable})", loc="top")
        elm.Dot().at(line.end)
        low = (line.end[0], line.end[1] - 2.4)
        elm.Zener().at(low).up().to(line.end).label("P6KE6.8A", loc="bottom")
        elm.Ground().at(low)
        elm.Resistor().at(line.end).up().length(2.0).label("47k", loc="bottom")
        elm.Vdd().label("+5 V")
        series = elm.Resistor().at(line.end).right().length(3.2).label("1k")
        elm.Dot().at(series.end)
        elm.Capacitor().at(series.end).down().length(2.4).label("10n", loc="bottom")
        elm.Ground()
        elm.Line().at(series.end).right().length(0.8)
        buffer = logic.Buf().right().anchor("in1").label("CD4050B, 3.3 V", loc="top")
        elm.Line().at(buffer.out).right().length(1.0)
        elm.Dot(open=True).label(word("to_pin", language), loc="right")
        pocket = f"{_ohm(beams.POCKET_FIXED_OHM)}, {_ohm(beams.POCKET_TRIM_OHM)}"
        line_said = f"{_ohm(beams.LINE_FIXED_OHM)}, {_ohm(beams.LINE_TRIM_OHM)}"
        said = word("beam_values", language).format(pocket=pocket, line=line_said)
        elm.Label().at((7, -8.0)).label(said, fontsize=12)
    return svg(d)


def knock(language: Language) -> str:
    """One piezo's circuit."""
    schemdraw.config(fontsize=12, color=INK)
    d = schemdraw.Drawing(show=False, canvas="svg")
    with d:
        elm.Label().at((13, 5.6)).label(word("piezo_title", language), fontsize=15)
        elm.Crystal().at((0, -2.5)).up().length(2.5).label("7BB-27-4", loc="top")
        elm.Ground().at((0, -2.5))
        elm.Line().at((0, 0)).right().length(1.8)
        elm.Dot()
        elm.Resistor().at((1.8, 0)).down().length(2.5).label(f"R1 {_ohm(piezo.R_LOAD_OHM)}", loc="bottom")
        elm.Ground()
        elm.Resistor().at((1.8, 0)).right().length(3.0).label(f"R2 {_ohm(piezo.R_IN_OHM)}")
        elm.Dot()
        elm.Diode().at((4.8, 0)).up().length(2.0).label("1N4148", loc="bottom")
        elm.Vdd().label("+5 V")
        elm.Diode().at((4.8, -2.5)).up().to((4.8, 0)).label("1N4148", loc="bottom")
        elm.Ground().at((4.8, -2.5))
        elm.Line().at((4.8, 0)).right().length(2.4)
        elm.Dot()
        elm.Capacitor().at((7.2, 0)).down().length(2.5).label("470p", loc="bottom")
        elm.Ground()
        first = (
            elm.Opamp(leads=True)
            .right()
            .flip()
            .anchor("in2")
            .at((10.0, 0))
            .label("MCP6022", loc="center", fontsize=9)
        )
        elm.Resistor().at((7.2, 0)).right().tox(first.in2).label(_ohm(piezo.R_PIN_OHM))
        elm.Line().at(first.in1).down().length(1.9)
        node = (first.in1[0], first.in1[1] - 1.9)
        elm.Dot().at(node)
        elm.ResistorVar().at(node).right().length(first.out[0] - node[0]).label("RV1 100k + 1k", loc="top")
        elm.Line().at((first.out[0], node[1])).to(first.out)
        elm.Resistor().at(node).down().length(1.8).label(f"R3 {_ohm(piezo.GAIN_GROUND_OHM)}", loc="bottom")
        elm.Capacitor().down().length(1.5).label("1u", loc="bottom")
        elm.Ground()
        elm.Dot().at(first.out)
        second = (
            elm.Opamp(leads=True)
            .right()
            .flip()
            .anchor("in2")
            .at((first.out[0] + 1.0, first.out[1]))
            .label("MCP6022", loc="center", fontsize=9)
        )
        elm.Line().at(first.out).to(second.in2)
        elm.Diode().at(second.out).right().length(2.2).label("BAT85")
        charge = elm.Resistor().right().length(2.2).label("47")
        hold = charge.end
        elm.Dot().at(hold)
        elm.Line().at(second.in1).down().length(1.6)
        back = (second.in1[0], second.in1[1] - 1.6)
        elm.Line().at(back).right().tox(hold)
        elm.Line().at((hold[0], back[1])).to(hold)
        elm.Dot().at((hold[0], back[1]))
        elm.Capacitor().at((hold[0], back[1])).down().length(2.2).label("220n", loc="bottom")
        elm.Ground()
        elm.Line().at((hold[0], back[1])).right().length(1.8)
        elm.Resistor().down().length(2.2).label("R6", loc="bottom")
        elm.Ground()
        third = (
            elm.Opamp(leads=True)
            .right()
            .flip()
            .anchor("in2")
            .at((hold[0] + 3.4, hold[1]))
            .label("LM339A", loc="center", fontsize=9)
        )
        elm.Line().at(hold).to(third.in2)
        elm.Line().at(third.in1).down().length(1.2)
        elm.Dot(open=True).label(
            f"{word('threshold', language)} {piezo.THRESHOLD_V * 1e3:.0f} mV", loc="right"
        )
        elm.Dot().at((hold[0] + 2.2, hold[1]))
        elm.Line().at((hold[0] + 2.2, hold[1])).up().length(2.4)
        elm.Resistor().right().tox(third.out[0] + 0.8).label(f"R7 {_ohm(piezo.R_FEEDBACK_OHM)}")
        elm.Line().down().toy(third.out[1])
        elm.Dot()
        elm.Line().at(third.out).right().length(2.6)
        elm.Dot()
        pulled = (third.out[0] + 2.6, third.out[1])
        elm.Resistor().at(pulled).up().length(2.2).label("4k7", loc="bottom")
        elm.Vdd().label("3.3 V")
        elm.Line().at(pulled).right().length(1.0)
        elm.Dot(open=True).label(word("to_pin", language), loc="right")
        said = word("piezo_values", language).format(
            cushion=_ohm(piezo.R_HOLD_CUSHION_OHM), slate=_ohm(piezo.R_HOLD_SLATE_OHM)
        )
        elm.Label().at((14, -6.6)).label(said, fontsize=12)
    return svg(d)


def plugs(pins: PinMap, language: Language) -> str:
    """The plugs' contacts, and the wire that goes through all of them."""
    paper = Paper(0.5)
    paper.text((13, 16), word("plugs_title", language), "center", size=15)
    paper.text((0, 13.6), word("rj45", language), size=11)
    paper.box((0, 10), (12.4, 13), fill="#f5f5f5")
    for contact, signal in RJ45.items():
        x = 0.9 + (contact - 1) * 1.5
        paper.box((x - 0.3, 11.4), (x + 0.3, 13), fill="#e8d9a8")
        paper.text((x, 10.8), str(contact), "center", SOFT, 11)
        paper.line((x, 10), (x, 9.4), color=LIGHT)
        paper.text((x, 9.0 - 0.7 * (contact % 2)), signal, "center", size=10)
    paper.text((0, 7.3), f"{word('pair', language)}: 1–2, 3–6, 4–5, 7–8", color=SOFT)
    paper.text((16, 14.4), word("piezo_plug", language), size=11)
    paper.box((16, 10), (23, 13), fill="#f5f5f5")
    for pole, signal in PIEZO.items():
        x = 17 + (pole - 1) * 1.7
        paper.circle((x, 11.8), 0.45, fill="#e8d9a8")
        paper.text((x, 10.6), str(pole), "center", SOFT, 11)
        paper.text((x, 9.3 - 0.7 * (pole % 2)), signal, "center", size=10)
    paper.line((20.4, 13), (20.4, 13.25), (22.1, 13.25), (22.1, 13), color=LIGHT)
    paper.text((22.4, 13.5), word("link", language), color=LIGHT, size=10)
    _harness(paper, pins, language)
    return paper.save()


def _harness(paper: Paper, pins: PinMap, language: Language) -> None:
    """The order in which the wire visits the plugs, two rows of them."""
    names = [*beam_inputs(pins), *knock_inputs(pins)]
    paper.text((0, 6.0), word("loop", language), size=11)
    reference = pins.wiring.reference
    if reference is None:
        return
    rows = (names[: (len(names) + 1) // 2], names[(len(names) + 1) // 2 :])
    step = 3.6
    for row, y in zip(rows, (4.2, -1.0), strict=True):
        paper.line((-0.4, y), (step * len(row) - 0.6, y), color=LIGHT)
        for place, name in enumerate(row):
            x = place * step + 0.2
            paper.box((x, y - 0.5), (x + 0.9, y + 0.5), fill="#f5f5f5")
            for row_down, said in enumerate(wrap(input_words(name, language), 11, break_on_hyphens=False)):
                paper.text((x + 0.45, y - 0.95 - 0.55 * row_down), said, "center", size=9)
    end = step * len(rows[0]) - 0.6
    paper.line((end, 4.2), (end, 0.6), (-0.4, 0.6), (-0.4, -1.0), color=LIGHT)
    paper.text((-0.6, 4.2), f"GP{reference.out}", "right")
    last = step * len(rows[1]) - 0.6
    paper.text((last + 0.2, -1.0), f"GP{reference.in_}")


def _ohm(ohms: float) -> str:
    return f"{ohms / 1e6:g}M" if ohms >= 1e6 else f"{ohms / 1e3:g}k" if ohms >= 1e3 else f"{ohms:g}"
