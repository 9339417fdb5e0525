"""The schematic as a netlist: made from the pin map, and given to SKiDL's electrical rules check."""

import os
from collections import Counter
from typing import Any

from luza.errors import LuzaError
from luza.sources.pins import PinMap

from hardware.design import beams, piezo, power
from hardware.design.board import GND, PICO_PIN, RJ45, V33, VBUS
from hardware.design.board import beams as beam_inputs
from hardware.design.board import knocks as knock_inputs
from hardware.design.sheets import SHEETS

for _version in ("", "5", "6", "7", "8", "9"):
    os.environ.setdefault(f"KICAD{_version}_SYMBOL_DIR", "")  # SKiDL warns of libraries we do not use

import skidl  # type: ignore[import-untyped]  # noqa: E402
from skidl import circuit, logger  # noqa: E402
from skidl.pin import pin_types  # type: ignore[import-untyped]  # noqa: E402

logger.stop_log_file_output()  # SKiDL begins log files in whatever folder it is called from
# It also searches all loaded modules for the line that made each part. Ours are made by the pin map's names.
circuit.get_skidl_trace = logger.get_skidl_trace = list


class RulesBroken(LuzaError):
    """The electrical rules check has found something; `report` is its counts of errors and warnings."""

    def __init__(self, errors: int, warnings: int) -> None:
        super().__init__(f"netlist: {errors} errors, {warnings} warnings; run python -m hardware.design")
        self.errors = errors
        self.warnings = warnings


class Schematic:
    """The board, its nodes and its sensors as parts and nets."""

    def __init__(self, pins: PinMap) -> None:
        self.pins = pins
        self.circuit: Any = skidl.Circuit()
        self.circuit.no_files = True
        self._counts: Counter[str] = Counter()
        self._nets: dict[str, Any] = {}
        for name in ("GND", "+5V", "VBUS", "3V3"):
            self.net(name).drive = skidl.POWER
        self.pico = self.part("pico", "board")
        for gp, _ in pins.inputs().values():
            self.pico[PICO_PIN[gp]].func = pin_types.INPUT
        self.join("VBUS", self.pico, VBUS)
        self.join("GND", self.pico, GND)
        self.join("3V3", self.pico, V33)
        self.two("fuse", "VBUS", "+5V", "board")
        self.two("tvs", "+5V", "GND", "board")
        self.two("capacitor", "+5V", "GND", "board", "100u")
        self._loop = 0
        self._carrier()
        self._loop_start()
        for name, gp in beam_inputs(pins).items():
            self._beam(name, gp)
        self._shifter_rest()
        for name, gp in knock_inputs(pins).items():
            self._knock(name, gp)
        self._comparator_rest()
        self._threshold()
        self._colour()
        self._loop_end()
        self._pico_rest()

    # -- parts and nets

    def net(self, name: str) -> Any:
        """The net of that name."""
        if name not in self._nets:
            self._nets[name] = skidl.Net(name, circuit=self.circuit)
        return self._nets[name]

    def part(self, kind: str, place: str, value: str = "") -> Any:
        """A new part of a kind that `sheets` describes; `place` says where it is."""
        sheet = SHEETS[kind]
        self._counts[sheet.letter] += 1
        functions = {
            "in": pin_types.INPUT,
            "out": pin_types.OUTPUT,
            "both": pin_types.BIDIR,
            "passive": pin_types.PASSIVE,
            "power": pin_types.PWRIN,
            "collector": pin_types.OPENCOLL,
        }
        made = skidl.Part(
            name=kind,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            ref_prefix=sheet.letter,
            pins=[skidl.Pin(num=n, name=p.name, func=functions[p.kind]) for n, p in sheet.pins.items()],
            footprint=sheet.package,
        )(circuit=self.circuit, ref=f"{sheet.letter}{self._counts[sheet.letter]}", value=value or kind)
        made.kit, made.place = sheet.kit or kind, place
        return made

    def join(self, net: str, part: Any, pin: int | str) -> None:
        """Connects a part's pin, by number or name, to a net."""
        self.net(net).connect(part[pin])

    def two(self, kind: str, one: str, other: str, place: str, value: str = "") -> None:
        """A part with two ends between two nets; of a diode the first is the anode."""
        made = self.part(kind, place, value)
        self.join(one, made, 1)
        self.join(other, made, 2)

    def resistor(self, ohms: float, one: str, other: str, place: str) -> None:
        """A resistor between two nets."""
        self.two("resistor", one, other, place, _short(ohms))

    def capacitor(self, farads: float, one: str, other: str, place: str) -> None:
        """A capacitor between two nets."""
        nano = farads * 1e9
        self.two("capacitor", one, other, place, f"{nano:g}n" if nano >= 1 else f"{nano * 1e3:g}p")

    def decouple(self, supply: str, place: str) -> None:
        """A chip's own capacitor."""
        self.capacitor(100e-9, supply, "GND", place)

    # -- circuits

    def _carrier(self) -> None:
        timer = self.part("timer", "board")
        for net, pin in (
            ("GND", "GND"),
            ("+5V", "VCC"),
            ("+5V", "RESET"),
            ("timing", "TRIG"),
            ("timing", "THRES"),
            ("discharge", "DISCH"),
            ("carrier", "OUT"),
            ("control", "CONT"),
        ):
            self.join(net, timer, pin)
        self.resistor(beams.RA_OHM, "+5V", "discharge", "board")
        self.resistor(beams.RB_OHM, "discharge", "timing", "board")
        self.capacitor(beams.C_F, "timing", "GND", "board")
        self.capacitor(10e-9, "control", "GND", "board")
        self.decouple("+5V", "board")

    def _beam(self, name: str, gp: int) -> None:
        pocket = name.startswith("pocket")
        jack, node = self.part("jack", "board", name), self.part("jack", name, name)
        lines = {signal: f"{name} {signal}" for signal in ("BEAM", "EMIT", "SDA", "SCL")}
        lines |= {
            "GND": "GND",
            "+5V": "+5V",
            "LOOP IN": f"loop {self._loop}",
            "LOOP OUT": f"loop {self._loop + 1}",
        }
        self._loop += 1
        for contact, signal in RJ45.items():
            self.join(lines[signal], jack, contact)
            # In the node the wire through the harness turns round; beyond the socket it is one net.
            self.join(lines[signal], node, contact)
        self._emitter(name, lines, pocket)
        self._receiver(name, lines, pocket)
        line = lines["BEAM"]
        self.two("tvs", "GND", line, "board")
        self.resistor(beams.PULL_OHM, "+5V", line, "board")
        self.resistor(beams.SERIES_OHM, line, f"{name} clean", "board")
        self.capacitor(beams.FILTER_F, f"{name} clean", "GND", "board")
        self._shift(f"{name} clean", name)
        self.join(name, self.pico, PICO_PIN[gp])

    def _emitter(self, name: str, lines: dict[str, str], pocket: bool) -> None:
        fixed, trimmer = (
            (beams.POCKET_FIXED_OHM, "trimmer-10k") if pocket else (beams.LINE_FIXED_OHM, "trimmer-2k")
        )
        self.two(trimmer, "+5V", f"{name} trimmed", name)
        self.resistor(fixed, f"{name} trimmed", f"{name} anode", name)
        self.two("emitter", f"{name} anode", lines["EMIT"], name)
        switch = self.part("switch", "board")
        self.join(lines["EMIT"], switch, "D")
        self.join("GND", switch, "S")
        self.join(f"{name} gate", switch, "G")
        self.resistor(220.0, "carrier", f"{name} gate", "board")

    def _receiver(self, name: str, lines: dict[str, str], pocket: bool) -> None:
        receiver = self.part("receiver-pocket" if pocket else "receiver-line", name)
        self.join(lines["BEAM"], receiver, "OUT")
        self.join("GND", receiver, "GND")
        self.join(f"{name} supply", receiver, "VS")
        self.net(f"{name} supply").drive = skidl.POWER
        self.resistor(100.0, "+5V", f"{name} supply", name)
        self.decouple(f"{name} supply", name)

    def _shift(self, source: str, target: str) -> None:
        gate = self._counts["gate"] % 6
        if gate == 0:
            self._shifter = self.part("shifter", "board")
            self.join("3V3", self._shifter, "VCC")
            self.join("GND", self._shifter, "VSS")
            self.decouple("3V3", "board")
        self._counts["gate"] += 1
        self.join(source, self._shifter, f"{'ABCDEF'[gate]}")
        self.join(target, self._shifter, f"{'GHIJKL'[gate]}")

    def _shifter_rest(self) -> None:
        while self._counts["gate"] % 6:
            gate = self._counts["gate"] % 6
            self.join("GND", self._shifter, "ABCDEF"[gate])
            self._shifter["GHIJKL"[gate]] += self._open()
            self._counts["gate"] += 1

    def _open(self) -> Any:
        return self.circuit.NC

    def _knock(self, name: str, gp: int) -> None:
        slate = name == "slate"
        header = self.part("piezo-header", "board", name)
        self.join(f"{name} disc", header, 1)
        self.join("GND", header, 2)
        self.join(f"loop {self._loop}", header, 3)
        self.join(f"loop {self._loop + 1}", header, 4)
        self._loop += 1
        self.two("piezo", f"{name} disc", "GND", name)
        self.resistor(piezo.R_LOAD_OHM, f"{name} disc", "GND", "board")
        self.resistor(piezo.R_IN_OHM, f"{name} disc", f"{name} in", "board")
        self.capacitor(piezo.C_IN_F, f"{name} in", "GND", "board")
        self.two("diode", f"{name} in", "+5V", "board")
        self.two("diode", "GND", f"{name} in", "board")
        self._amplify(name)
        hold = f"{name} hold"
        self.capacitor(piezo.C_HOLD_F, hold, "GND", "board")
        self.resistor(piezo.R_HOLD_SLATE_OHM if slate else piezo.R_HOLD_CUSHION_OHM, hold, "GND", "board")
        self._compare(hold, name)
        self.resistor(piezo.R_FEEDBACK_OHM, name, hold, "board")
        self.resistor(piezo.R_PULL_OHM, "3V3", name, "board")
        self.join(name, self.pico, PICO_PIN[gp])

    def _amplify(self, name: str) -> None:
        amplifier = self.part("amplifier", "board", name)
        for net, pin in (
            (f"{name} pin", "IN1+"),
            (f"{name} feedback", "IN1-"),
            (f"{name} gained", "OUT1"),
            (f"{name} gained", "IN2+"),
            (f"{name} hold", "IN2-"),
            (f"{name} drive", "OUT2"),
            ("+5V", "VDD"),
            ("GND", "VSS"),
        ):
            self.join(net, amplifier, pin)
        self.decouple("+5V", "board")
        self.resistor(piezo.R_PIN_OHM, f"{name} in", f"{name} pin", "board")
        self.two("trimmer-100k", f"{name} gained", f"{name} trimmed", "board")
        self.resistor(piezo.GAIN_FIXED_OHM, f"{name} trimmed", f"{name} feedback", "board")
        self.resistor(piezo.GAIN_GROUND_OHM, f"{name} feedback", f"{name} leg", "board")
        self.capacitor(piezo.GAIN_C_F, f"{name} leg", "GND", "board")
        self.two("schottky", f"{name} drive", f"{name} charge", "board")
        self.resistor(piezo.R_CHARGE_OHM, f"{name} charge", f"{name} hold", "board")

    def _compare(self, source: str, target: str) -> None:
        unit = self._counts["unit"] % 4 + 1
        if unit == 1:
            self._comparator = self.part("comparator", "board")
            self.join("+5V", self._comparator, "VCC")
            self.join("GND", self._comparator, "GND")
            self.decouple("+5V", "board")
        self._counts["unit"] += 1
        self.join(source, self._comparator, f"IN{unit}+")
        self.join("threshold", self._comparator, f"IN{unit}-")
        self.join(target, self._comparator, f"OUT{unit}")

    def _comparator_rest(self) -> None:
        while self._counts["unit"] % 4:
            unit = self._counts["unit"] % 4 + 1
            self.join("GND", self._comparator, f"IN{unit}+")
            self.join("threshold", self._comparator, f"IN{unit}-")
            self._comparator[f"OUT{unit}"] += self._open()
            self._counts["unit"] += 1

    def _threshold(self) -> None:
        if knock_inputs(self.pins):
            self.resistor(piezo.R_TOP_OHM, "3V3", "threshold", "board")
            self.resistor(piezo.R_BOTTOM_OHM, "threshold", "GND", "board")
            self.decouple("threshold", "board")

    def _colour(self) -> None:
        colour = self.pins.wiring.colour
        if colour is None:
            return
        switch = self.part("i2c-switch", "board")
        for net, pin in (("3V3", "VIN"), ("GND", "GND"), ("SDA", "SDA"), ("SCL", "SCL")):
            self.join(net, switch, pin)
        self.join("SDA", self.pico, PICO_PIN[colour.sda])
        self.join("SCL", self.pico, PICO_PIN[colour.scl])
        for name, port in colour.ports.items():
            for signal in ("SDA", "SCL"):
                net = f"pocket {name} {signal}"
                self.join(net, switch, f"{signal[:2]}{port}")
                self.resistor(power.BUS_PULL_OHM, "3V3", net, "board")
            sensor = self.part("colour", f"pocket {name}")
            for net, pin in (
                ("+5V", "VIN"),
                ("GND", "GND"),
                (f"pocket {name} SDA", "SDA"),
                (f"pocket {name} SCL", "SCL"),
            ):
                self.join(net, sensor, pin)
        for port in set(range(8)) - set(colour.ports.values()):
            switch[f"SD{port}"] += self._open()
            switch[f"SC{port}"] += self._open()

    def _loop_start(self) -> None:
        reference = self.pins.wiring.reference
        if reference is not None:
            self.join("reference out", self.pico, PICO_PIN[reference.out])
            self.resistor(1000.0, "reference out", "loop 0", "board")

    def _loop_end(self) -> None:
        reference = self.pins.wiring.reference
        if reference is not None:
            self.resistor(1000.0, f"loop {self._loop}", "reference in", "board")
            self.join("reference in", self.pico, PICO_PIN[reference.in_])
        else:
            for end in (0, self._loop):
                self.net(f"loop {end}").do_erc = False

    def _pico_rest(self) -> None:
        for pin in self.pico.pins:
            if not pin.is_connected():
                pin += self._open()

    # -- what comes of it

    def check(self) -> None:
        """The electrical rules check; RulesBroken where it has anything to say."""
        log = skidl.erc_logger
        log.error.reset()
        log.warning.reset()
        self.circuit.ERC()
        errors, warnings = log.error.count, log.warning.count
        if errors or warnings:
            raise RulesBroken(errors, warnings)

    def used(self) -> Counter[str]:
        """How many pieces of each kind of part there are, by its id in the bill of materials."""
        return Counter(part.kit for part in self.circuit.parts)

    def text(self) -> str:
        """Parts and nets, in a fixed order."""
        lines = ["Parts: reference, value, place", ""]
        lines += [f"{p.ref}\t{p.value}\t{p.place}" for p in self.circuit.parts]
        lines += ["", "Nets: name, and part.pin (name) of all that is on it", ""]
        for name in sorted(self._nets):
            ends = sorted(f"{pin.part.ref}.{pin.num} ({pin.name})" for pin in self._nets[name].pins)
            lines.append(f"{name}\t{', '.join(ends)}")
        return "\n".join([*lines, ""])


def _short(ohms: float) -> str:
    for factor, letter in ((1e6, "M"), (1e3, "k")):
        if ohms >= factor:
            return f"{ohms / factor:g}{letter}"
    return f"{ohms:g}"
