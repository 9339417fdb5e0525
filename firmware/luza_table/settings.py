"""How this table is wired, and the detectors' numbers: read once, taken whole or not at all.

The blob is JSON; the host makes it from hardware/pins.toml. A number that is left out has its default. Every
mistake is named with its place and the mend, and nothing of a blob with a mistake is used.
"""

import json

from luza_link import messages as m

MUTE_WINDOW_US = 100_000
"""Edges of one input are counted for so long; more than `input.mute_edges` of them mute it."""

LIMITS = {
    # section: {key: (default, lowest, highest)}; the unit is the key's ending
    "pocket": {
        "chatter_us": (1000, 0, 3000),
        "ball_min_ms": (8, 3, 30),
        "ball_max_ms": (300, 100, 1000),
        "rehit_ms": (340, 100, 1000),
        "hand_ms": (1000, 400, 3000),
        "blocked_ms": (2000, 500, 30000),
        "flicker_gap_ms": (50, 10, 500),
        "flicker_count": (25, 5, 200),
        "recover_ms": (2000, 200, 30000),
        "loose_count": (20, 5, 200),
    },
    "cushion": {
        "chatter_us": (1000, 100, 5000),
        "knock_min_us": (150, 20, 5000),
        "floor_max_us": (1500, 20, 6000),
        "knock_max_ms": (100, 30, 1000),
        "echo_ms": (8, 1, 14),
        "echo_drop_us": (1200, 200, 10000),
        "echo_sure_us": (3000, 200, 12000),
        "echo_late_us": (3000, 0, 5000),
        "together_us": (800, 100, 3000),
        "together_rails": (4, 3, 6),
    },
    "slate": {
        "chatter_us": (400, 100, 3000),
        "strike_min_us": (300, 20, 10000),
        "floor_max_us": (1200, 20, 10000),
        "contact_min_us": (100, 20, 10000),
        "contact_doubt_ms": (3000, 100, 20000),
        "knock_max_ms": (100, 30, 1000),
        "after_cushion_ms": (8, 1, 30),
        "together_us": (800, 100, 3000),
        "together_rails": (4, 3, 6),
    },
    "centre_line": {
        "apart_mm": (20, 5, 60),
        "ball_mm": (68, 50, 72),
        "chatter_us": (1000, 0, 3000),
        "blocked_ms": (3000, 500, 30000),
        "hold_ms": (300, 50, 2000),
        "lift_percent": (10, 0, 30),
    },
    "rest": {"quiet_ms": (5000, 200, 30000)},
    "colour": {
        "clear_min": (150, 10, 1000),
        "clear_max": (600, 10, 4000),
        "object_max_percent": (25, 5, 60),
        "cue_min_percent": (40, 20, 95),
    },
    "silence": {
        "pocket_balls": (150, 20, 5000),
        "cushion_knocks": (120, 20, 5000),
        "slate_knocks": (30, 10, 1000),
        "line_passes": (8, 3, 100),
        "line_strokes": (60, 10, 1000),
    },
    "input": {"mute_edges": (400, 20, 480)},
}

NAME_MAX = 48
"""Bytes of UTF-8 in the name of a table or of a channel."""

_PINS = tuple(range(23)) + (26, 27, 28)
_GROUPS = {
    # group: (number of its first input, names of its pins in the inputs' order)
    "pocket": (m.INPUT_POCKETS, m.POCKET_NAMES),
    "cushion": (m.INPUT_CUSHIONS, m.CUSHION_NAMES),
    "centre_line": (m.INPUT_CENTRE_LINE, ("house", "pyramid")),
    "slate": (m.INPUT_SLATE, ("slate",)),
}
_ORDERED = (
    ("pocket.ball_min_ms", "pocket.ball_max_ms"),
    ("pocket.ball_max_ms", "pocket.blocked_ms"),
    ("pocket.rehit_ms", "pocket.hand_ms"),
    ("slate.contact_doubt_ms", "rest.quiet_ms"),
    ("colour.object_max_percent", "colour.cue_min_percent"),
)
"""Of each pair the first is below the second."""


class SettingsError(Exception):
    """A mistake in the settings: where, what, and what to write instead."""


class Wire:
    """One input's pin: which level means active, and which way the pin is pulled while nothing drives it."""

    def __init__(self, pin: int, active: int, pull: str) -> None:
        self.pin = pin
        self.active = active
        self.pull = pull


class Sampled:
    """One input's channel of the converter: active above (or below) `on_mv`, until it is past `off_mv`."""

    def __init__(self, channel: int, active: int, on_mv: int, hysteresis_mv: int) -> None:
        self.channel = channel
        self.active = active
        self.on_mv = on_mv
        self.off_mv = on_mv - hysteresis_mv if active else on_mv + hysteresis_mv


class Settings:
    """Checked settings. `SettingsError` names the first mistake."""

    def __init__(self, blob: bytes) -> None:
        try:
            given = json.loads(blob)
        except (ValueError, RuntimeError):  # the latter where it is nested too deep
            raise SettingsError("the settings are not JSON; make them anew from hardware/pins.toml") from None
        keys = ("format", "name", "revision", "names", "wiring", "adc", "link", "limits")
        _table(given, "settings", keys)
        if given.get("format") != 1:
            raise SettingsError(
                "format: " + str(given.get("format")) + " is not known; this firmware reads 1"
            )
        self.name = _text(given.get("name", ""), "name")
        self.revision = _number(given.get("revision", 0), "revision", 0, 1000000)
        """Counts the sets that this table has had; the host's number, kept with the set."""
        names = given.get("names", {})
        _table(names, "names", m.INPUT_NAMES)
        self.names: "dict[str, str]" = {key: _text(names[key], "names." + key) for key in names}
        """What people call an input, where that differs from its name."""
        self.limits = _limits(given.get("limits", {}))
        self.pins: "dict[int, Wire]" = {}
        """Input number to its wire, for the inputs that are fitted."""
        self.colour_ports: "dict[int, int]" = {}
        """Pocket's channel to its sensor's port of the switch."""
        self.colour_bus: "dict[str, int]" = {}
        """Keys i2c, sda, scl, khz, switch; empty where no colour sensor is fitted."""
        self.reference: "dict[str, int]" = {}
        """Keys out, in: the ends of the wire through the harness; empty where there is none."""
        self.sampled: "dict[int, Sampled]" = {}
        """Input number to its channel of the converter, for the inputs that are fitted there."""
        self.adc: "dict[str, int]" = {}
        """Keys spi, sck, mosi, miso, cs, khz, vref_mv, every_us; empty where there is no converter."""
        self._used: "dict[int, str]" = {}
        if "adc" in given:
            self._adc(given["adc"])
        wiring = given.get("wiring", {})
        _table(wiring, "wiring", tuple(_GROUPS) + ("colour", "reference"))
        for group in wiring:
            if group == "colour":
                self._colour(wiring[group])
            elif group == "reference":
                _table(wiring[group], "wiring.reference", ("out", "in"))
                for end in ("out", "in"):
                    self.reference[end] = self._pin(wiring[group].get(end), "wiring.reference." + end)
            else:
                self._group(group, wiring[group])
        self.link = self._link(given.get("link", {"port": "usb"}))

    def sensors(self) -> "list[str]":
        """What the table senses, in the words of the table log. A sense with a gap is not listed."""
        there = []
        for word, needed in (
            ("strike", ("slate",)),
            ("first_contact", ("slate",)),
            ("cushion", ("cushion",)),
            ("centre_line", ("centre_line",)),
            ("pocket", ("pocket",)),
        ):
            if all(self._whole(group) for group in needed):
                there.append(word)
        if len(self.colour_ports) == len(m.POCKET_NAMES):
            there.append("ball_kind")
        there.append("rest")
        return there

    def _whole(self, group: str) -> bool:
        first, names = _GROUPS[group]
        return all(first + at in self.pins or first + at in self.sampled for at in range(len(names)))

    def _group(self, group: str, given: "dict") -> None:
        place = "wiring." + group
        first, names = _GROUPS[group]
        if isinstance(given, dict) and "channels" in given:
            self._sampled(given, place, first, names)
            return
        _table(given, place, ("pins", "active", "pull"))
        active = _one_of(given.get("active"), place + ".active", ("high", "low"))
        pull = _one_of(given.get("pull", "none"), place + ".pull", ("none", "up", "down"))
        pins = given.get("pins", {})
        _table(pins, place + ".pins", names)
        for name in pins:
            pin = self._pin(pins[name], place + ".pins." + name)
            self.pins[first + names.index(name)] = Wire(pin, 1 if active == "high" else 0, pull)

    def _sampled(self, given: "dict", place: str, first: int, names: "tuple[str, ...]") -> None:
        """A group behind the converter: {"channels", "active", "threshold_mv", "hysteresis_mv", "own_mv"}."""
        if not self.adc:
            raise SettingsError(place + ".channels: there is no converter; describe it under adc")
        _table(given, place, ("channels", "active", "threshold_mv", "hysteresis_mv", "own_mv"))
        active = _one_of(given.get("active", "high"), place + ".active", ("high", "low"))
        top = self.adc["vref_mv"]
        common = _number(given.get("threshold_mv"), place + ".threshold_mv", 20, top)
        back = _number(given.get("hysteresis_mv", 20), place + ".hysteresis_mv", 5, 1000)
        own = given.get("own_mv", {})
        channels = given["channels"]
        _table(channels, place + ".channels", names)
        _table(own, place + ".own_mv", names)
        for name in channels:
            channel = _number(channels[name], place + ".channels." + name, 0, 7)
            if any(one.channel == channel for one in self.sampled.values()):
                raise SettingsError(place + ".channels." + name + ": channel " + str(channel) + " is taken")
            on = _number(own.get(name, common), place + ".own_mv." + name, 20, top)
            if (on if active == "high" else top - on) <= back:
                raise SettingsError(place + ".hysteresis_mv: leaves no room beside " + str(on) + " mV")
            one = Sampled(channel, 1 if active == "high" else 0, on, back)
            self.sampled[first + names.index(name)] = one

    def _adc(self, given: "dict") -> None:
        """An MCP3208, eight channels of 12 bits on SPI."""
        keys = ("chip", "spi", "sck", "mosi", "miso", "cs", "khz", "vref_mv", "every_us")
        _table(given, "adc", keys)
        _one_of(given.get("chip"), "adc.chip", ("mcp3208",))
        self.adc = {
            "spi": _number(given.get("spi"), "adc.spi", 0, 1),
            "khz": _number(given.get("khz", 1000), "adc.khz", 100, 2000),
            "vref_mv": _number(given.get("vref_mv", 3300), "adc.vref_mv", 1000, 5000),
            "every_us": _number(given.get("every_us", 1000), "adc.every_us", 500, 10000),
        }
        for key in ("sck", "mosi", "miso", "cs"):
            self.adc[key] = self._pin(given.get(key), "adc." + key)

    def _colour(self, given: "dict") -> None:
        _table(given, "wiring.colour", ("i2c", "sda", "scl", "khz", "switch", "ports"))
        bus = {
            "i2c": _number(given.get("i2c"), "wiring.colour.i2c", 0, 1),
            "sda": self._pin(given.get("sda"), "wiring.colour.sda"),
            "scl": self._pin(given.get("scl"), "wiring.colour.scl"),
            "khz": _number(given.get("khz"), "wiring.colour.khz", 100, 400),
            "switch": _number(given.get("switch"), "wiring.colour.switch", 0x70, 0x77),
        }
        ports = given.get("ports", {})
        _table(ports, "wiring.colour.ports", m.POCKET_NAMES)
        for name in ports:
            port = _number(ports[name], "wiring.colour.ports." + name, 0, 7)
            if port in self.colour_ports.values():
                raise SettingsError("wiring.colour.ports." + name + ": port " + str(port) + " is taken")
            self.colour_ports[m.POCKET_NAMES.index(name)] = port
        self.colour_bus = bus

    def _link(self, given: "dict") -> "dict":
        """{"port": "usb"}, or {"port": "uart", "id", "tx", "rx", "baud"}."""
        _table(given, "link", ("port", "id", "tx", "rx", "baud"))
        link: "dict" = {"port": _one_of(given.get("port"), "link.port", ("usb", "uart"))}
        if link["port"] == "uart":
            link["id"] = _number(given.get("id"), "link.id", 0, 1)
            link["baud"] = _number(given.get("baud"), "link.baud", 9600, 1000000)
            for key in ("tx", "rx"):
                link[key] = self._pin(given.get(key), "link." + key)
        return link

    def _pin(self, given: object, place: str) -> int:
        pin = _number(given, place, 0, 28)
        if pin not in _PINS:
            raise SettingsError(
                place + ": GP" + str(pin) + " is not led out on a Pico; use GP0-22 or GP26-28"
            )
        if pin in self._used:
            raise SettingsError(place + ": GP" + str(pin) + " is already " + self._used[pin])
        self._used[pin] = place
        return pin


def _limits(given: "dict") -> "dict[str, dict[str, int]]":
    _table(given, "limits", tuple(LIMITS))
    limits = {}
    for section in LIMITS:
        numbers = given.get(section, {})
        place = "limits." + section
        _table(numbers, place, tuple(LIMITS[section]))
        limits[section] = {
            key: _number(numbers.get(key, default), place + "." + key, low, high)
            for key, (default, low, high) in LIMITS[section].items()
        }
    for lower, upper in _ORDERED:
        if _limit(limits, lower) >= _limit(limits, upper):
            raise SettingsError("limits." + lower + ": must be below limits." + upper)
    return limits


def _limit(limits: "dict[str, dict[str, int]]", name: str) -> int:
    section, key = name.split(".")
    return limits[section][key]


def _table(given: object, place: str, keys: "tuple[str, ...]") -> None:
    if not isinstance(given, dict):
        raise SettingsError(place + ": a table with the keys " + ", ".join(keys) + " belongs here")
    for key in given:
        if key not in keys:
            raise SettingsError(place + ": " + str(key) + " is not known; it may be " + ", ".join(keys))


def _number(given: object, place: str, low: int, high: int) -> int:
    if type(given) is not int or not low <= given <= high:
        allowed = str(low) + " to " + str(high)
        raise SettingsError(place + ": " + str(given) + " is not a whole number from " + allowed)
    return given


def _text(given: object, place: str) -> str:
    if not isinstance(given, str) or len(given.encode()) > NAME_MAX:
        raise SettingsError(place + ": a text of at most " + str(NAME_MAX) + " bytes belongs here")
    return given


def _one_of(given: object, place: str, words: "tuple[str, ...]") -> str:
    if given not in words:
        raise SettingsError(place + ": " + str(given) + " is not one of " + ", ".join(words))
    return str(given)
