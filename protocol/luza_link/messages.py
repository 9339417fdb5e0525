"""The link's words: type numbers, body layouts, channels. Both runtimes read this one file.

Bodies are `struct` layouts, little endian, without padding; protocol/README.md has them field by field.
A trailing text or blob follows the fixed part and reaches to the end of the body.
"""

VERSION_MAJOR = 1
"""Another major is another protocol: neither side goes on."""
VERSION_MINOR = 1
"""A higher minor adds; both sides go on with what both know. 1 added SERVICE, SETTINGS, LIVE and
INPUTS, and to HELLO how the last run ended."""
COMPATIBLE = 0
"""Bits of extras that a peer may ignore."""
INCOMPATIBLE = 0
"""Bits of extras that a peer must know; a bit unknown here ends the talk."""

HELLO = 1
DICT = 2
EVENT = 3
ACK = 4
NAK = 5
LOST = 6
HEARTBEAT = 7
SNAPSHOT = 8
PING = 9
PONG = 10
CONFIG = 11
CONFIG_REPLY = 12
LOG = 13
SERVICE = 14
SERVICE_REPLY = 15
SETTINGS = 16
LIVE = 17
INPUTS = 18

ROLE_BOARD = 0
ROLE_HOST = 1

HELLO_HEAD = "<BBHHB"
"""Fixed for ever: major, minor, incompatible flags, compatible flags, role."""
HELLO_BOARD = "<BBHHBIBIIHIII"
"""Head; boot id, reset cause, first unacknowledged seq, newest seq, ring size, lost count, settings hash,
dictionary hash; then u8 length + uid, u8 length + firmware version, u8 length + how the last run ended."""
HELLO_HOST = "<BBHHBII"
"""Head; boot id (0: tell me who you are), last seq on disk; then u8 length + host version."""
DICT_REQUEST = "<H"
"""Host: offset."""
DICT_CHUNK = "<IHH"
"""Board: dictionary hash, total bytes, offset; then the bytes."""
EVENT_BODY = "<IQBBhB"
"""seq, time in us, kind, channel, value, flags."""
EVENT_SIZE = 17
ACK_BODY = "<II"
"""Boot id, last seq on disk."""
NAK_BODY = "<II"
"""Boot id, first missing seq."""
LOST_BODY = "<II"
"""First and last seq that the ring no longer holds."""
HEARTBEAT_BODY = "<QIIIIIIIII"
"""Time in us, newest seq, acknowledged seq, lost count, bad frames, frames sent again, free heap in bytes,
worst loop time in us, input levels, input faults."""
SNAPSHOT_BODY = "<QIII"
"""Time in us, newest seq, input levels, input faults."""
PING_BODY = "<I"
"""Token."""
PONG_BODY = "<IQ"
"""Token, time in us."""
CONFIG_BODY = "<IIHH"
"""Id, CRC-32 of the whole blob, total bytes, offset; then the bytes."""
CONFIG_REPLY_BODY = "<IBHI"
"""Id, status, next offset, settings hash; then a reason as text."""
LOG_BODY = "<BH"
"""Level, lines dropped since the last one; then text."""
INPUTS_BODY = "<Q"
"""Time in us; then an INPUT_STATE for each input that is fitted."""
INPUT_STATE = "<BBHI"
"""Input, its health, how often it has been unwell since the boot, seconds that its health has been so."""
SERVICE_BODY = "<IBB"
"""Boot id, order (ORDER_...), value."""
SERVICE_REPLY_BODY = "<BB"
"""Order, 1 done or 0 refused; then a reason as text."""
SETTINGS_REQUEST = "<H"
"""Host: offset."""
SETTINGS_CHUNK = "<IHH"
"""Board: settings hash, total bytes, offset; then the bytes."""
LIVE_BODY = "<QII"
"""Time in us, input levels, input faults; then a LIVE_INPUT for each input that is no colour sensor, and a
LIVE_COLOUR for each pocket."""
LIVE_INPUT = "<BIH"
"""Since the last LIVE: times it became active, the longest of its active times in us (one that goes on
counts), the highest sample in mV (0 where the input has none)."""
LIVE_COLOUR = "<HB"
"""The brightest reading since the last LIVE: clear, and the spread of red, green and blue in percent."""

DICT_PART = 192
"""Bytes of dictionary in one chunk."""
CONFIG_PART = 188
"""Bytes of settings in one chunk."""
CONFIG_MAX = 4096
"""Bytes of a whole settings blob."""
TEXT_MAX = 160
"""Bytes of UTF-8 in a log line or a reason."""
WORDS_MAX = 96
"""Bytes of UTF-8 in HELLO about the end of the last run."""

RING_SIZE = 512
"""Events that a board keeps for a host that is away."""
WINDOW = 64
"""Events that may be under way unacknowledged."""

POCKET = 1
CUSHION = 2
CENTRE_LINE = 3
STRIKE = 4
CONTACT = 5
REST = 6
OFF_TABLE = 7
HEALTH = 8

KIND_NAMES = (
    "",
    "pocket",
    "cushion",
    "centre_line",
    "strike",
    "contact",
    "rest",
    "off_table",
    "health",
)
"""Kind of an event to the table log's word for it."""
POCKET_NAMES = ("front-left", "front-right", "middle-left", "middle-right", "rear-left", "rear-right")
"""Channels of POCKET. Front is the house end; left and right are seen from the house."""
CUSHION_NAMES = ("front", "rear", "left-front", "left-rear", "right-front", "right-rear")
"""Channels of CUSHION."""

FLAG_CUE = 1
"""The ball is known to be the cue ball (in the free games the coloured one)."""
FLAG_OBJECT = 2
"""The ball is known to be an object ball."""
FLAG_DOUBTFUL = 4
"""The board does not vouch for it: told to people, never scored."""

INPUT_POCKETS = 0
"""Inputs are bits of levels and faults, and the channel of HEALTH: 0..5 the pockets' beams,"""
INPUT_CUSHIONS = 6
"""6..11 the cushions' piezos,"""
INPUT_CENTRE_LINE = 12
"""12 and 13 the centre line's beams (house side, pyramid side),"""
INPUT_SLATE = 14
"""14 the piezo under the slate (stroke and contact)."""
INPUT_COLOUR = 15
"""15..20 the colour sensors in the pockets' throats,"""
INPUT_REFERENCE = 21
"""21 the wire that goes through the whole harness and back."""
INPUT_NAMES = (
    tuple(["pocket " + name for name in POCKET_NAMES])
    + tuple(["cushion " + name for name in CUSHION_NAMES])
    + ("centre line house side", "centre line pyramid side", "slate")
    + tuple(["colour " + name for name in POCKET_NAMES])
    + ("reference",)
)

HEALTH_OK = 0
"""Values of a HEALTH event: the input works again,"""
HEALTH_BLOCKED = 1
"""it has been active for too long,"""
HEALTH_NOISY = 2
"""it chatters beyond what balls can do,"""
HEALTH_DEAD = 3
"""it does not answer, or its cable is off,"""
HEALTH_SILENT = 4
"""it has felt nothing for so long that others had much to feel,"""
HEALTH_DOUBTFUL = 5
"""most of what it felt lately could not be told,"""
HEALTH_INVERTED = 6
"""it is active while nothing happens, and lets go when something does."""
HEALTH_NAMES = ("ok", "blocked", "noisy", "dead", "silent", "doubtful", "inverted")

RESET_UNKNOWN = 0
RESET_POWER = 1
RESET_PIN = 2
RESET_WATCHDOG = 3
RESET_SOFT = 4
RESET_BROWN_OUT = 5
RESET_MEMORY = 6
RESET_CRASH = 7
RESET_NAMES = (
    "unknown",
    "power",
    "reset pin",
    "watchdog",
    "soft reset",
    "brown-out",
    "out of memory",
    "crash",
)

CONFIG_MORE = 0
CONFIG_APPLIED = 1
CONFIG_BAD_CRC = 2
CONFIG_REFUSED = 3

ORDER_PROMPT = 1
"""Leave for MicroPython's prompt, with a reset; refused while balls move or facts wait for the host."""
ORDER_CONFIRM = 2
"""This copy of the firmware is good: start it from now on."""
ORDER_LIVE = 3
"""Send LIVE ten times a second for `value` seconds; 0 ends it."""

LOG_DEBUG = 0
LOG_INFO = 1
LOG_WARNING = 2
LOG_ERROR = 3
LOG_NAMES = ("debug", "info", "warning", "error")
