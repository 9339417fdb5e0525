"""The schemas of `protocol/schemas`, and which of them a topic's payloads keep to."""

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator, FormatChecker

from tests.house.tree import ROOT

FOLDER = ROOT / "protocol" / "schemas"


@cache
def validator(name: str) -> Draft7Validator:
    """The validator of a schema by its file's name."""
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema, format_checker=FormatChecker())


def name_of(topic: str) -> str:
    """The schema of a topic below the table's root (`event/shot`, `alert/beam-3`, `command/stop`), or of the
    club's server (`club/tournament/7/next`)."""
    if topic.startswith("club/"):
        return f"club-{topic.rpartition('/')[2]}"
    kind, _, rest = topic.partition("/")
    return kind if kind in ("alert", "response") or not rest else f"{kind}-{rest}"


def problems(topic: str, payload: bytes | str) -> list[str]:
    """What is wrong with a payload, in one line each; an empty alert is one that is over."""
    if not payload and topic.startswith("alert/"):
        return []
    found = validator(name_of(topic)).iter_errors(json.loads(payload))
    return [f"{topic}: {'.'.join(map(str, one.absolute_path))}: {one.message}" for one in found]


def names() -> set[str]:
    """All schemas there are."""
    return {path.stem for path in Path(FOLDER).glob("*.json")}
