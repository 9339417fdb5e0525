"""Forms as browsers send them: each field read with its bounds, or refused with its name in words."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TypeVar
from urllib.parse import parse_qs

from starlette.requests import Request

from luza.errors import LuzaError
from luza.locale import Value, say
from luza.messages import Words

MAX_BYTES = 64 * 1024
MAX_FIELDS = 400

T = TypeVar("T")


class NotDone(LuzaError):
    """What a page was asked to do and did not; nothing has changed. `status` is HTTP's."""

    exit_status = 2

    def __init__(self, code: str, /, status: int = 400, **values: Value) -> None:
        self.code = code
        self.status = status
        self.words: Words = say(f"club.refused.{code}", **values)
        super().__init__(self.words.en)


class Form:
    """The fields of a form. Every method raises NotDone with the field's label where it is no good.

    `label(field)` is what people call the field; `zone` that of the moments they enter.
    """

    def __init__(
        self, fields: Mapping[str, Sequence[str]], label: Callable[[str], Words], zone: tzinfo | None
    ) -> None:
        self._fields = fields
        self._label = label
        self._zone = zone

    def has(self, name: str) -> bool:
        """Whether something stands there."""
        return bool(self._raw(name))

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in self._fields

    def many(self, name: str) -> tuple[str, ...]:
        """All values of a field with several, each once."""
        return tuple(dict.fromkeys(value.strip() for value in self._fields.get(name, ()) if value.strip()))

    def text(self, name: str, most: int = 200, default: str | None = None) -> str:
        """One line without what cannot be printed."""
        found = " ".join(self._raw(name).split())
        if not found and default is not None:
            return default
        if not found or len(found) > most or not found.isprintable():
            raise self._no("text", name, most=most)
        return found

    def lines(self, name: str, most: int = 200) -> tuple[str, ...]:
        """The lines of a longer text that are not empty."""
        found = tuple(" ".join(line.split()) for line in self._raw(name).splitlines() if line.strip())
        if any(len(line) > most or not line.isprintable() for line in found):
            raise self._no("text", name, most=most)
        return found

    def whole(self, name: str) -> str:
        """A text as it stands."""
        return self._raw(name)

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between two, a true minus allowed."""
        found = self._raw(name).replace("−", "-")
        if not found and default is not None:
            return default
        if not re.fullmatch(r"-?[0-9]{1,9}", found) or not low <= int(found) <= high:
            raise self._no("number", name, low=low, high=high)
        return int(found)

    def perhaps(self, name: str, low: int, high: int) -> int | None:
        """The same, or None where nothing stands."""
        return self.number(name, low, high) if self.has(name) else None

    def kopecks(self, name: str, default: int | None = None) -> int:
        """Money as it is written, `350` or `350,50`."""
        found = re.sub(r"[\s₽]", "", self._raw(name)).replace("−", "-")
        if not found and default is not None:
            return default
        match = re.fullmatch(r"(-?)([0-9]{1,7})(?:[.,]([0-9]{1,2}))?", found)
        if match is None:
            raise self._no("money", name)
        sign, roubles, rest = match.groups()
        kopecks = int(roubles) * 100 + int((rest or "0").ljust(2, "0"))
        return -kopecks if sign else kopecks

    def choice(self, name: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of several."""
        found = self._raw(name)
        if not found and default is not None:
            return default
        if found not in allowed:
            raise self._no("choice", name)
        return found

    def moment(self, name: str) -> datetime | None:
        """A moment by the club's clock, as a browser's field has it; None where nothing stands."""
        found = self._raw(name)
        if not found:
            return None
        try:
            at = datetime.fromisoformat(found)
        except ValueError:
            raise self._no("moment", name) from None
        if at.tzinfo is not None:
            return at
        return at.astimezone() if self._zone is None else at.replace(tzinfo=self._zone)

    def score(self, name: str) -> tuple[int, int]:
        """`8:5`, also with a minus."""
        found = re.fullmatch(r"(-?[0-9]{1,3})\s*[:\s]\s*(-?[0-9]{1,3})", self._raw(name).replace("−", "-"))
        if found is None:
            raise self._no("score", name)
        return int(found[1]), int(found[2])

    def _raw(self, name: str) -> str:
        values = self._fields.get(name) or [""]
        return values[0].strip()

    def _no(self, code: str, name: str, **values: Value) -> NotDone:
        return NotDone(f"bad_{code}", 400, field=self._label(name), **values)


async def read(request: Request, zone: tzinfo | None, label: Callable[[str], Words]) -> Form:
    """The form of a request; raises NotDone for one that is too large or not a form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/x-www-form-urlencoded":
        raise NotDone("not_a_form", 415)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BYTES:
            raise NotDone("too_large", 413)
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError:
        raise NotDone("not_a_form", 415) from None
    return Form(fields, label, zone)
