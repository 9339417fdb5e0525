"""What may be asked of the API: each parameter with its bounds, read from the query or refused in words."""

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

import msgspec
from starlette.requests import Request

from luza.errors import LuzaError
from luza.locale import say
from luza.messages import Words

Schema = dict[str, Any]


class NotAnswered(LuzaError):
    """A request that cannot be answered: the HTTP status, a code, and why in both languages."""

    def __init__(self, status: int, code: str, **values: str | int) -> None:
        self.status = status
        self.code = code
        self.words: Words = say(f"history.{code}", **values)
        super().__init__(self.words.en)


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of the query. `kind`: `number` from `low` to `high`, `moment`, `choice` or `text`."""

    name: str
    about: str
    kind: str = "text"
    low: int = 0
    high: int = 0
    default: int | str | None = None
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> int | str | datetime:
        """The value of a text; raises NotAnswered."""
        if self.kind == "number":
            if not text.isascii() or not text.isdecimal() or not self.low <= int(text[:12]) <= self.high:
                raise NotAnswered(400, "bad_number", name=self.name, low=self.low, high=self.high)
            return int(text)
        if self.kind == "choice" and text not in self.choices:
            raise NotAnswered(400, "bad_choice", name=self.name, choices=", ".join(self.choices))
        return self._moment(text) if self.kind == "moment" else text

    def schema(self) -> Schema:
        """The parameter in OpenAPI's words."""
        shape: Schema = {"type": "string"}
        if self.kind == "number":
            shape = {"type": "integer", "minimum": self.low, "maximum": self.high}
        elif self.kind == "choice":
            shape["enum"] = list(self.choices)
        if self.default is not None:
            shape["default"] = self.default
        return {"name": self.name, "in": "query", "description": self.about, "schema": shape}

    def _moment(self, text: str) -> datetime:
        try:
            # In a query a plus sign is a space.
            moment = datetime.fromisoformat(text.replace(" ", "+"))
        except ValueError:
            raise NotAnswered(400, "bad_moment", name=self.name) from None
        if moment.tzinfo is not None:
            return moment
        if moment.time() != time() or len(text) > len("2026-11-30"):
            raise NotAnswered(400, "bad_moment", name=self.name)
        return moment.replace(tzinfo=UTC)


def read(request: Request, parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    """All parameters by name, with their defaults; raises NotAnswered for one that is unknown or wrong."""
    found: dict[str, Any] = {name: one.default for name, one in parameters.items()}
    for name, text in request.query_params.multi_items():
        if name not in parameters:
            near = difflib.get_close_matches(name, parameters, 1) or list(parameters) or ["–"]
            raise NotAnswered(400, "unknown_parameter", name=name, known=", ".join(near))
        found[name] = parameters[name].read(text)
    return found
