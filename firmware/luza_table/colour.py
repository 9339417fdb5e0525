"""Which kind of ball is before a pocket's colour sensor: the coloured one or a white one.

The driver is for TCS34725 sensors (ams, datasheet v1-00; registers as there) behind a TCA9548A switch (TI,
datasheet SCPS207). They all have one address, so the switch opens one of them at a time.
"""

from luza_link import messages as m

from luza_table.health import DEAD, Health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

    from luza_table.watch import Watch

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
LIGHT_US = 250_000
"""With no ball in any pocket one of the sensors is read so often, for the light that is there anyway."""


DARK = -1
"""In place of a ball's flags: the sensor looked, and nothing was before it;"""
TWO = -2
"""there was a ball of one kind, and then one of the other."""
_LOOKS = 3
"""Readings without which "nothing" is not said;"""
_RUN = 4
"""readings of one kind in a row, before and after, without which "two" is not said."""


class Kinds:
    """Readings of the ball that is passing, for each pocket; the verdict once it has passed.

    How bright a reading must be to show a ball follows the light that is there without one, within bounds.
    """

    def __init__(self, limits: "dict[str, int]") -> None:
        self._clear_max = limits["clear_max"]
        self._clear_min = limits["clear_min"]
        self._object_max = limits["object_max_percent"]
        self._cue_min = limits["cue_min_percent"]
        pockets = len(m.POCKET_NAMES)
        self._bright = [self._clear_min] * pockets
        self.watch: "Watch | None" = None
        """Somebody who wants to see the readings too."""
        self._light = [0] * pockets
        self._cue = bytearray(pockets)
        self._object = bytearray(pockets)
        self._dark = bytearray(pockets)
        self._last = bytearray(pockets)
        self._run = bytearray(pockets)
        self._turns = bytearray(pockets)
        self._first_run = bytearray(pockets)

    def light(self, channel: int, clear: int) -> None:
        """A reading while nothing is before the sensor."""
        self._light[channel] += (clear * 16 - self._light[channel]) // 8
        bright = self._light[channel] * 3 // 16
        self._bright[channel] = min(max(bright, self._clear_min), max(self._clear_max, self._clear_min))

    def sample(self, channel: int, clear: int, red: int, green: int, blue: int) -> None:
        """One reading while the beam is broken. White reflects all colours alike, a coloured ball not."""
        if self.watch is not None:
            self.watch.colour(channel, clear, red, green, blue)
        most = max(red, green, blue)
        if clear < self._bright[channel] or most == 0:
            self._dark[channel] = min(self._dark[channel] + 1, 255)
            return  # the ball's edge, or the dark gap behind it
        spread = (most - min(red, green, blue)) * 100 // most
        if spread >= self._cue_min:
            self._cue[channel] = min(self._cue[channel] + 1, 255)
            self._seen(channel, m.FLAG_CUE)
        elif spread <= self._object_max:
            self._object[channel] = min(self._object[channel] + 1, 255)
            self._seen(channel, m.FLAG_OBJECT)
        else:
            self._run[channel] = 0
            self._last[channel] = 0
            self._turns[channel] = 2  # neither: whatever comes is no clean change from one ball to another

    def take(self, channel: int) -> "int | None":
        """The flags of the ball that has passed, DARK, TWO, or None where the readings do not agree; and
        forget them."""
        cue, other, dark = self._cue[channel], self._object[channel], self._dark[channel]
        two = self._turns[channel] == 1 and min(self._run[channel], self._first_run[channel]) >= _RUN
        for counts in (self._cue, self._object, self._dark, self._last, self._run, self._turns):
            counts[channel] = 0
        if cue > 2 * other:
            return m.FLAG_CUE
        if other > 2 * cue:
            return m.FLAG_OBJECT
        if two:
            return TWO
        return DARK if not cue and not other and dark >= _LOOKS else None

    def _seen(self, channel: int, kind: int) -> None:
        """The readings' order: how many of one kind in a row, and how often it turned to the other."""
        if self._last[channel] and kind != self._last[channel]:
            self._turns[channel] = min(self._turns[channel] + 1, 2)
            self._first_run[channel] = self._run[channel]
            self._run[channel] = 0
        self._last[channel] = kind
        self._run[channel] = min(self._run[channel] + 1, 255)


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
        self._light_due = 0
        self._turn = 0

    def tick(self, t: int) -> None:
        """No ball is in a pocket: set up a sensor that did not answer, or look how light it is."""
        for channel, due in self._again.items():
            if t >= due:
                self._set_up(t, channel)
                return
        if t >= self._light_due:
            self._light_due = t + LIGHT_US
            self._turn = (self._turn + 1) % len(m.POCKET_NAMES)
            if self._read(t, self._turn):
                self._kinds.light(self._turn, self._reading[0] | self._reading[1] << 8)

    def read(self, t: int, channel: int) -> None:
        """Read the sensor of a pocket whose beam is broken."""
        if not self._read(t, channel):
            return
        data = self._reading
        self._kinds.sample(
            channel,
            data[0] | data[1] << 8,
            data[2] | data[3] << 8,
            data[4] | data[5] << 8,
            data[6] | data[7] << 8,
        )

    def _read(self, t: int, channel: int) -> bool:
        """Take a reading; whether there is one."""
        if channel not in self._ports or channel in self._again:
            return False
        try:
            self._select(channel)
            self._i2c.readfrom_mem_into(_SENSOR, _COMMAND | _AUTO_INCREMENT | _CLEAR_LOW, self._reading)
        except OSError:
            self._failed(t, channel)
            return False
        return True

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
