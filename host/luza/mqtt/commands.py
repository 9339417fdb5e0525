"""Commands from MQTT: checked, handed to the controller, answered. A command that is no good changes nothing.

`command/<name>` carries `{"v": 1, "id": …, "expires_at": …, "args": {…}}`. The checks come in this order:
too large, retained, malformed, version, name, expired, seen before, arguments, and last the table's own.
"""

import difflib
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from luza.entries import Header, check_header
from luza.errors import UNREADABLE, BadEntry, LuzaError
from luza.messages import VERSION, Response
from luza.mqtt.topics import COMMANDS
from luza.orders import Desk, Message, Order, Replay, Say, Start, Stop
from luza.statements import Statement

MAX_BYTES = 16 * 1024

_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Envelope(msgspec.Struct, frozen=True):
    """What every command carries; `args` belongs to its name."""

    v: int
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
    args: dict[str, object] = {}
    expires_at: _Moment | None = None


class _Id(msgspec.Struct):
    id: str | None = None


class ReplayArgs(msgspec.Struct, frozen=True):
    """`args` of `replay`."""

    from_: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = msgspec.field(name="from")


class StopArgs(msgspec.Struct, frozen=True):
    """`args` of `stop`."""

    reason: Annotated[str, msgspec.Meta(max_length=200)] | None = None


_Line = r"^(?=.*\S)[^\x00-\x1f\x7f]+$"


class MessageArgs(msgspec.Struct, frozen=True):
    """`args` of `message`: one line, from whom, and after how many seconds it goes by itself."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=_Line)]
    sender: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=_Line)] | None = None
    for_s: Annotated[int, msgspec.Meta(ge=10, le=86_400)] = 900


_Status = Literal["error", "expired", "duplicate"]


class _Rejected(LuzaError):
    """Why a command is not taken up; never leaves this module."""

    def __init__(self, code: str, detail: str, status: _Status = "error") -> None:
        super().__init__(detail)
        self.code = code
        self.status = status


class Answer(msgspec.Struct, frozen=True):
    """The encoded `Response`; `taken`: the order reached the table, which tells the answer itself."""

    payload: bytes
    taken: bool


def answer(name: str, payload: bytes, retained: bool, desk: Desk, now: Callable[[], float]) -> Answer:
    """Checks a command and has it done; it is done, or nothing has changed, when this returns.

    `now` is the wall clock in seconds since 1970, which `expires_at` is held against.
    """
    try:
        envelope = _open(name, payload, retained)
        if envelope.expires_at is not None and envelope.expires_at.timestamp() < now():
            raise _Rejected("expired", f"too late: {envelope.expires_at.isoformat()} is over", "expired")
        earlier = desk.recall(envelope.id)
        if earlier is not None:
            said = f"{earlier.status}, {earlier.detail}" if earlier.detail else earlier.status
            raise _Rejected("duplicate", f"this id was answered before: {said}", "duplicate")
        order = _order(name, envelope.args, desk)
    except _Rejected as no:
        response = Response(id=id_of(payload), status=no.status, code=no.code, detail=str(no))
        return Answer(desk.reject(response), taken=False)
    return Answer(desk.obey(name, envelope.id, order), taken=True)


def _open(name: str, payload: bytes, retained: bool) -> Envelope:
    if len(payload) > MAX_BYTES:
        raise _Rejected("too_large", f"{len(payload)} bytes; a command has {MAX_BYTES} at most")
    if retained:
        raise _Rejected(
            "retained",
            "a retained command would be done again at every start; publish it without the retain flag",
        )
    try:
        envelope = msgspec.json.decode(payload, type=Envelope)
    except UNREADABLE as problem:
        whole = "" if isinstance(problem, msgspec.ValidationError) else "not whole JSON: "
        detail = "nested too deep" if isinstance(problem, RecursionError) else f"{whole}{problem}"
        raise _Rejected("malformed", detail) from None
    if envelope.v != VERSION:
        raise _Rejected("version", f"version {envelope.v}; this table speaks version {VERSION}")
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(COMMANDS)}"
        raise _Rejected("unknown_command", f"no command {name!r}; {hint}")
    return envelope


def _order(name: str, args: dict[str, object], desk: Desk) -> Order:
    try:
        match name:
            case "start":
                return Start(_header(args, desk.header))
            case "entry":
                # Its time is the table's: whatever the sender's clock says, it is said now.
                return Say(msgspec.convert({**args, "t": 0.0}, Statement))
            case "stop":
                return Stop(msgspec.convert(args, StopArgs).reason)
            case "message":
                message = msgspec.convert(args, MessageArgs)
                return Message(message.text, message.sender, message.for_s)
            case _:
                return Replay(msgspec.convert(args, ReplayArgs).from_)
    except msgspec.ValidationError as problem:
        raise _Rejected("bad_args", str(problem).replace("`$", "`args")) from None
    except BadEntry as problem:
        raise _Rejected("bad_args", problem.reason) from None


def _header(args: dict[str, object], default: Header) -> Header:
    if "sensors" in args:
        raise _Rejected("bad_args", "args.sensors: the table knows its own sensors; leave them out")
    options = args.get("options", {})
    base = msgspec.to_builtins(default)
    if isinstance(options, dict):
        args = {**args, "options": {**base.get("options", {}), **options}}
    header = msgspec.convert({**base, **args, "type": "match"}, Header)
    check_header(header)
    return header


def id_of(payload: bytes) -> str | None:
    """The id of a command that may be broken otherwise, so that its sender knows which one is meant."""
    if len(payload) > MAX_BYTES:
        return None
    try:
        return msgspec.json.decode(payload, type=_Id).id
    except UNREADABLE:
        return None
