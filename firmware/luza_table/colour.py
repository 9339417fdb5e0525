"""Which kind of ball is before a pocket's colour sensor: the coloured one or a white one.

The driver is for TCS34725 sensors (ams, datasheet v1-00; registers as there) behind a TCA9548A switch (TI,
datasheet SCPS207). They all have one address, so the switch opens one of them at a time.
"""

from luza_link import messages as m

from luza_table.health import DEAD, Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

_SENSOR = 0x29
_COMMAND = 0x80
_AUTO_INCREMENT = 0x20
_ENABLE = 0x00
_ATIME = 0x01
_CONTROL = 0x0F
_CLEAR_LOW = 0x14
_ON = 0x03  # oscillator and converter
_INTEGRATION_2_4_MS = 0xFF

TRY_AGAIN_US = 1_000_000
"""So long after a sensor failed to answer it is set up anew."""


class Kinds:
    """Readings of the ball that is passing, for each pocket; the verdict once it has passed."""

    def __init__(self, limits: "dict[str, int]") -> None:
        self._clear_min = limits["clear_min"]
        self._object_max = limits["object_max_percent"]
        self._cue_min = limits["cue_min_percent"]
        self._cue = bytearray(len(m.POCKET_NAMES))
        self._object = bytearray(len(m.POCKET_NAMES))

    def sample(self, channel: int, clear: int, red: int, green: int, blue: int) -> None:
        """One reading while the beam is broken. White reflects all colours alike, a coloured ball not."""
        most = max(red, green, blue)
        if clear < self._clear_min or most == 0:
            return  # the ball's edge, or the dark gap behind it
        spread = (most - min(red, green, blue)) * 100 // most
        if spread >= self._cue_min:
            self._cue[channel] = min(self._cue[channel] + 1, 255)
        elif spread <= self._object_max:
            self._object[channel] = min(self._object[channel] + 1, 255)

    def take(self, channel: int) -> "int | None":
        """The flags of the ball that has passed, None where the readings do not agree; and forget them."""
        cue, other = self._cue[channel], self._object[channel]
        self._cue[channel] = self._object[channel] = 0
        if cue > 2 * other:
            return m.FLAG_CUE
        if other > 2 * cue:
            return m.FLAG_OBJECT
        return None


class ColourSensors:
    """The sensors as they are wired: `ports` says at which port of the switch each pocket's sensor is."""

    def __init__(
        self, i2c: "I2C", switch: int, ports: "dict[int, int]", kinds: Kinds, health: Health
    ) -> None:
        self._i2c = i2c
        self._switch = switch
        self._ports = ports
        self._kinds = kinds
        self._health = health
        self._open = -1
        self._port = bytearray(1)
        self._reading = bytearray(8)
        self._again = dict.fromkeys(ports, 0)
        """When a sensor is to be set up; absent while it works."""

    def tick(self, t: int) -> None:
        """Set up one of the sensors that did not answer, if its time has come."""
        for channel, due in self._again.items():
            if t >= due:
                self._set_up(t, channel)
                return

    def read(self, t: int, channel: int) -> None:
        """Read the sensor of a pocket whose beam is broken."""
        if channel not in self._ports or channel in self._again:
            return
        data = self._reading
        try:
            self._select(channel)
            self._i2c.readfrom_mem_into(_SENSOR, _COMMAND | _AUTO_INCREMENT | _CLEAR_LOW, data)
        except OSError:
            self._failed(t, channel)
            return
        self._kinds.sample(
            channel,
            data[0] | data[1] << 8,
            data[2] | data[3] << 8,
            data[4] | data[5] << 8,
            data[6] | data[7] << 8,
        )

    def _set_up(self, t: int, channel: int) -> None:
        try:
            self._select(channel)
            for register, value in ((_ATIME, _INTEGRATION_2_4_MS), (_CONTROL, 0x02), (_ENABLE, _ON)):
                self._i2c.writeto_mem(_SENSOR, _COMMAND | register, bytes((value,)))
        except OSError:
            self._failed(t, channel)
            return
        del self._again[channel]
        self._health.set(t, m.INPUT_COLOUR + channel, DEAD, False)

    def _select(self, channel: int) -> None:
        if self._open != channel:
            self._open = -1
            self._port[0] = 1 << self._ports[channel]
            self._i2c.writeto(self._switch, self._port)
            self._open = channel

    def _failed(self, t: int, channel: int) -> None:
        self._open = -1
        self._again[channel] = t + TRY_AGAIN_US
        self._health.set(t, m.INPUT_COLOUR + channel, DEAD, True)
