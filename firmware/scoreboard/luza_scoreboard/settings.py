"""What is on the wall and whom it listens to: one JSON file, read once, taken whole or not at all."""

import json

from luza_scoreboard.errors import SettingsError
from luza_scoreboard.glyphs import SEGMENTS
from luza_scoreboard.show import Layout

SERVICE_PIN = 22
"""Bridged to ground at power-on it keeps the program away; nothing else may hang on it."""

_PINS = {
    # Led out, free, and able to drive something.
    "rp2": tuple(range(23)) + (26, 27, 28),
    "esp32": (0, 2, 4, 5) + tuple(range(12, 34)),
}
_COLOURS = {"score": "yellow", "frames": "green", "turn": "red", "away": "blue"}
_COLOUR_NAMES = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
_HUB75_LINES = 14
_HUB75_MOST = 8192
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"
_REQUIRED = object()


class Settings:
    """Checked settings. `SettingsError` names the first mistake. platform: sys.platform of the board; another
    one than an ESP32's has a Pico's pins. read: gives a file's bytes by its name, or raises OSError."""

    def __init__(self, blob: bytes, platform: str, read) -> None:
        try:
            given = json.loads(blob)
        except ValueError:
            raise SettingsError(
                "the settings are not JSON: a comma or a quote is missing or one too many"
            ) from None
        _table(given, "settings", ("format", "wifi", "mqtt", "table", "display"))
        if given.get("format") != 1:
            raise SettingsError("format: this firmware reads 1, not " + str(given.get("format")))
        self._pins = _PINS.get(platform, _PINS["rp2"])
        self._used: "dict[int, str]" = {}
        wifi = _section(given, "wifi", ("ssid", "password", "country"))
        self.wifi = (
            _text(wifi, "wifi.ssid", 1, 32),
            _text(wifi, "wifi.password", 0, 63, ""),
            _text(wifi, "wifi.country", 2, 2),
        )
        """Name, password, country."""
        mqtt = _section(given, "mqtt", ("host", "port", "user", "password", "ca", "time_server"))
        ca = _text(mqtt, "mqtt.ca", 0, 64, "")
        self.line = (
            _text(mqtt, "mqtt.host", 1, 253),
            _number(mqtt, "mqtt.port", 1, 65535, 8883 if ca else 1883),
            _certificate(ca, read) if ca else None,
            _text(mqtt, "mqtt.time_server", 1, 253, "pool.ntp.org"),
        )
        """The broker: host, port, the authority's certificate or None for a line without TLS, who tells the
        time."""
        user = _text(mqtt, "mqtt.user", 0, 64, "")
        self.account = (user, _text(mqtt, "mqtt.password", 0, 128, "")) if user else None
        table = _section(given, "table", ("club", "table"))
        self.root = "luza/v1/" + _name(table, "table.club") + "/table/" + _name(table, "table.table") + "/"
        """What the table's topics begin with."""
        display = given.get("display")
        driver = display.get("driver") if isinstance(display, dict) else None
        self.display = {"max7219": self._max7219, "595": self._register, "hub75": self._hub75}.get(
            str(driver), _no_driver
        )(given)
        """What luza_scoreboard.display.open_display is given."""

    def _max7219(self, given: "dict") -> "dict":
        keys = ("driver", "brightness", "layout", "spi", "sck", "mosi", "cs", "near", "mirrored")
        display = _section(given, "display", keys)
        found = self._chain(display, "cs")
        found["mirrored"] = _one_of(display, "display.mirrored", (False, True), False)
        return found

    def _register(self, given: "dict") -> "dict":
        keys = (
            "driver",
            "brightness",
            "layout",
            "spi",
            "sck",
            "mosi",
            "latch",
            "oe",
            "near",
            "order",
            "active",
        )
        display = _section(given, "display", keys)
        found = self._chain(display, "latch")
        found["active"] = _one_of(display, "display.active", ("high", "low"), "high")
        found["order"] = order = _text(display, "display.order", 8, 8, SEGMENTS)
        if sorted(order) != sorted(SEGMENTS):
            raise SettingsError(
                "display.order: " + order + " is not the eight segments " + SEGMENTS + " at Q0 to Q7"
            )
        found["oe"] = None if display.get("oe") is None else self._pin(display, "display.oe")
        if found["oe"] is None and found["brightness"] != 16:
            raise SettingsError("display.brightness: without a pin at display.oe it is always 16")
        return found

    def _chain(self, display: "dict", take: str) -> "dict":
        layout = _text(display, "display.layout", 1, 32)
        Layout(layout)
        return {
            "driver": display["driver"],
            "layout": layout,
            "brightness": _number(display, "display.brightness", 1, 16, 8),
            "spi": _number(display, "display.spi", 0, 2),
            "sck": self._pin(display, "display.sck"),
            "mosi": self._pin(display, "display.mosi"),
            take: self._pin(display, "display." + take),
            "near": _one_of(display, "display.near", ("left", "right"), "right"),
        }

    def _hub75(self, given: "dict") -> "dict":
        display = _section(
            given, "display", ("driver", "brightness", "first_pin", "width", "height", "colours")
        )
        width = _one_of(display, "display.width", (32, 64, 96, 128, 192, 256), 64)
        height = _one_of(display, "display.height", (16, 32, 64), 32)
        if width * height > _HUB75_MOST:
            raise SettingsError("display.width: more than 8192 pixels are too many for the board's memory")
        first = self._pin(display, "display.first_pin")
        for line in range(1, _HUB75_LINES):
            self._pin({"first_pin": first + line}, "display.first_pin")
        colours = _section(display, "colours", tuple(_COLOURS), {}, "display.")
        return {
            "driver": "hub75",
            "brightness": _number(display, "display.brightness", 1, 16, 8),
            "first_pin": first,
            "width": width,
            "height": height,
            "colours": {
                part: _one_of(colours, "display.colours." + part, _COLOUR_NAMES, _COLOURS[part])
                for part in _COLOURS
            },
        }

    def _pin(self, given: "dict", place: str) -> int:
        pin = _number(given, place, 0, 48)
        if pin == SERVICE_PIN:
            raise SettingsError(place + ": pin 22 is kept for the service bridge")
        if pin not in self._pins:
            raise SettingsError(
                place
                + ": pin "
                + str(pin)
                + " is not free on this board; the free ones are "
                + _list(self._pins)
            )
        if pin in self._used:
            raise SettingsError(place + ": pin " + str(pin) + " is already " + self._used[pin])
        self._used[pin] = place
        return pin


def _no_driver(given: "dict") -> "dict":
    _section(given, "display", ("driver",) + tuple(given.get("display") or ()))
    raise SettingsError("display.driver: write max7219, 595 or hub75")


def _certificate(name: str, read) -> bytes:
    from luza_scoreboard.line import certificate

    try:
        return certificate(read(name))
    except OSError:
        raise SettingsError(
            "mqtt.ca: there is no file " + name + " on the board; copy the club's ca.crt"
        ) from None
    except (ValueError, IndexError):
        raise SettingsError(
            "mqtt.ca: " + name + " is no certificate in PEM form; copy the club's ca.crt"
        ) from None


def _table(given: object, place: str, keys: "tuple[str, ...]") -> None:
    if not isinstance(given, dict):
        raise SettingsError(place + ": an object with the keys " + ", ".join(keys) + " belongs here")
    for key in given:
        if key not in keys:
            raise SettingsError(place + ": " + str(key) + " is not known; it may be " + ", ".join(keys))


def _section(given: "dict", key: str, keys: "tuple[str, ...]", default=None, above: str = "") -> "dict":
    section = given.get(key, default)
    _table(section, above + key, keys)
    return section


def _value(given: "dict", place: str, default):
    value = given.get(place.split(".")[-1], default)
    if value is _REQUIRED:
        raise SettingsError(place + ": is missing")
    return value


def _text(given: "dict", place: str, shortest: int, longest: int, default=_REQUIRED) -> str:
    value = _value(given, place, default)
    if not isinstance(value, str) or not shortest <= len(value) <= longest:
        size = str(longest) if shortest == longest else str(shortest) + " to " + str(longest)
        raise SettingsError(place + ": a text of " + size + " characters belongs here")
    return value


def _name(given: "dict", place: str) -> str:
    value = _text(given, place, 1, 64)
    if any(one not in _LETTERS for one in value):
        raise SettingsError(
            place + ": " + value + " has something else than lower-case letters, digits and hyphens"
        )
    return value


def _number(given: "dict", place: str, low: int, high: int, default=_REQUIRED) -> int:
    value = _value(given, place, default)
    if type(value) is not int or not low <= value <= high:
        raise SettingsError(
            place + ": " + str(value) + " is not a whole number from " + str(low) + " to " + str(high)
        )
    return value


def _one_of(given: "dict", place: str, choices: "tuple", default):
    value = _value(given, place, default)
    if value not in choices or type(value) is not type(choices[0]):
        raise SettingsError(place + ": " + str(value) + " is not one of " + _list(choices))
    return value


def _list(choices: "tuple") -> str:
    return ", ".join(str(one) for one in choices)
