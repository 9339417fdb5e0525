"""Makes `asyncapi.yaml` and `schemas/` from the host's typed payloads. Run it after changing one of them:

    .venv/bin/python protocol/generate.py

With `--check` it writes nothing and fails where a file is not what it would write.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml  # type: ignore[import-untyped]
from luza import messages as m
from luza.club.hearing.speaker import ClubTables
from luza.club.tournament.live import Next, Standings
from luza.entries import Header
from luza.messages import VERSION
from luza.mqtt import commands
from luza.statements import Statement

HERE = Path(__file__).parent
ROOT = "luza/v1/{club}/table/{table}"
CLUB = "luza/v1/{club}/club"
DRAFT = "http://json-schema.org/draft-07/schema#"
MOMENTS = {"at", "since", "ends_at", "expires_at"}
"""Properties that are a moment: UTC, RFC 3339 with milliseconds."""

Schema = dict[str, Any]


class Topic(NamedTuple):
    """One topic below the table's root, as the table publishes it; or below the club's, of its server."""

    address: str
    payload: type[m.Message]
    retained: bool
    qos: int = 1
    expires_s: int | None = None
    root: str = ROOT


TOPICS = {
    "availability": Topic("availability", m.Availability, True),
    "meta": Topic("meta", m.Meta, True),
    "state": Topic("state", m.State, True),
    "score": Topic("score", m.Score, True),
    "clock": Topic("clock", m.ClockMessage, True),
    "health": Topic("health", m.Health, True, qos=0, expires_s=120),
    "event-pocket": Topic("event/pocket", m.PocketEvent, False),
    "event-shot": Topic("event/shot", m.ShotEvent, False),
    "event-foul": Topic("event/foul", m.FoulEvent, False),
    "event-frame": Topic("event/frame", m.FrameEvent, False),
    "event-message": Topic("event/message", m.MessageEvent, False),
    "event-match": Topic("event/match", m.MatchEvent, False),
    "alert": Topic("alert/{alert}", m.Alert, True),
    "response": Topic("response/{command}", m.Response, False),
    "club-availability": Topic("availability", m.Availability, True, root=CLUB),
    "club-tables": Topic("tables", ClubTables, True, root=CLUB),
    "club-standings": Topic("tournament/{tournament}/standings", Standings, True, root=CLUB),
    "club-next": Topic("tournament/{tournament}/next", Next, True, root=CLUB),
}
"""By the name of the message's schema."""


def schemas() -> dict[str, Schema]:
    """All schemas, by name."""
    made = {name: _published(topic.payload) for name, topic in TOPICS.items()}
    orders: dict[str, tuple[Any, str]] = {
        "start": (Header, "Begins a match. What is left out is as the table's settings have it."),
        "entry": (Statement, "Enters a statement; its time is the moment at which the table takes it."),
        "stop": (commands.StopArgs, "Closes the match, decided or not; the table is free."),
        "replay": (
            commands.ReplayArgs,
            "Tells the kept events from a seq on once more, each under its old seq.",
        ),
        "message": (
            commands.MessageArgs,
            "Shows a short message at the table, until somebody there has read it or its time is over.",
        ),
    }
    made |= {f"command-{name}": _command(name, args, text) for name, (args, text) in orders.items()}
    return made


def asyncapi() -> Schema:
    """The AsyncAPI 3.0 document."""
    channels: Schema = {}
    operations: Schema = {}
    for name, topic in TOPICS.items():
        channels[name] = _channel(f"{topic.root}/{topic.address}", name, _summary(topic.payload))
        operations[f"send-{name}"] = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{name}"},
            "bindings": {"mqtt": _binding(topic)},
        }
    for name in _commands():
        channels[name] = _channel(
            f"{ROOT}/{name.replace('-', '/')}", name, f"`…/{name.replace('-', '/')}`: never retained."
        )
        operations[f"receive-{name}"] = {
            "action": "receive",
            "channel": {"$ref": f"#/channels/{name}"},
            "bindings": {"mqtt": {"qos": 1, "retain": False, "bindingVersion": "0.2.0"}},
            "reply": {
                "address": {"location": "$message.header#/responseTopic"},
                "channel": {"$ref": "#/channels/response"},
            },
        }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Luza: tables of Russian billiards and their club over MQTT",
            "version": f"{VERSION}.0.0",
            "description": "What tables tell and can be told, and what their club tells; see README.md.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "club": {
                "host": "{host}:1883",
                "protocol": "mqtt",
                "protocolVersion": "5.0",
                "variables": {"host": {"default": "127.0.0.1", "description": "The club's broker."}},
                "description": "MQTT 5; clients of 3.1.1 can read everything.",
            }
        },
        "channels": channels,
        "operations": operations,
        "components": {
            "messages": {name: _message(name) for name in (*TOPICS, *_commands())},
            "parameters": {
                "club": {"description": "Lower-case letters, digits and hyphens."},
                "table": {"description": "Lower-case letters, digits and hyphens; unique in its club."},
                "tournament": {"description": "The tournament's id."},
                "alert": {"description": "What the alert is about, such as `beam-3`."},
                "command": {"description": "The command's name, or whatever stood in its place."},
            },
        },
    }


def files() -> dict[Path, str]:
    """Every generated file and what it holds."""
    made = {
        HERE / "schemas" / f"{name}.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }
    head = "# Made by protocol/generate.py from luza.messages: change those, not this.\n"
    made[HERE / "asyncapi.yaml"] = head + yaml.safe_dump(
        asyncapi(), sort_keys=False, allow_unicode=True, width=110
    )
    return made


def _published(payload: type[m.Message]) -> Schema:
    """The schema of what the table sends: every field is there, also where its value is the default."""
    schema = _finished(msgspec.json.schema(payload))
    for part in _objects(schema):
        if "properties" in part:
            part["required"] = list(part["properties"])
            for field in part["properties"].values():
                field.pop("default", None)
    return schema


def _command(name: str, args: Any, text: str) -> Schema:
    envelope = msgspec.json.schema(commands.Envelope, schema_hook=lambda _: {"title": "any"})["$defs"][
        "Envelope"
    ]
    schema = msgspec.json.schema(args)
    if name == "start":
        schema = _all_optional(schema)
    if name == "entry":
        for part in schema["$defs"].values():
            part["properties"].pop("t", None)
            part["required"] = [field for field in part.get("required", []) if field != "t"]
    own = {key: value for key, value in schema.items() if key != "$defs"}
    envelope["properties"]["args"] = own
    envelope["properties"]["v"] = {"const": VERSION}
    envelope |= {"title": f"command/{name}", "description": text}
    if name in ("entry", "replay", "message"):
        envelope["required"] = [*envelope["required"], "args"]
    return _finished({**envelope, "$defs": schema.get("$defs", {})})


def _all_optional(schema: Schema) -> Schema:
    header = schema["$defs"]["Header"]
    header["required"] = []
    # The table knows its own sensors; the format is the table log's affair.
    for field in ("type", "format", "sensors"):
        header["properties"].pop(field)
    for field in header["properties"].values():
        field.pop("default", None)
    header["description"] = "How the match is to be played."
    return schema


def _finished(schema: Schema) -> Schema:
    for part in _objects(schema):
        if "prefixItems" in part:  # as a later draft has it
            part |= {"items": part.pop("prefixItems"), "additionalItems": False}
        for name, field in part.get("properties", {}).items():
            if name in MOMENTS:
                for choice in field.get("anyOf", [field]):
                    if choice.get("type") == "string":
                        choice["format"] = "date-time"
    return {"$schema": DRAFT, **schema}


def _objects(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from _objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _objects(value)


def _channel(address: str, message: str, summary: str) -> Schema:
    names = [part[1:-1] for part in address.split("/") if part.startswith("{")]
    return {
        "address": address,
        "summary": summary,
        "parameters": {name: {"$ref": f"#/components/parameters/{name}"} for name in names},
        "messages": {message: {"$ref": f"#/components/messages/{message}"}},
    }


def _message(name: str) -> Schema:
    return {
        "name": name,
        "payload": {
            "schemaFormat": "application/schema+json;version=draft-07",
            "schema": {"$ref": f"./schemas/{name}.json"},
        },
    }


def _binding(topic: Topic) -> Schema:
    binding: Schema = {"qos": topic.qos, "retain": topic.retained}
    if topic.expires_s is not None:
        binding["messageExpiryInterval"] = topic.expires_s
    return {**binding, "bindingVersion": "0.2.0"}


def _commands() -> list[str]:
    return [name for name in schemas() if name.startswith("command-")]


def _summary(payload: type[m.Message]) -> str:
    return (payload.__doc__ or "").partition("\n")[0]


def main(arguments: list[str]) -> int:
    """Writes the files, or with `--check` names those that are not current; the exit status."""
    wanted = files()
    there = {HERE / "asyncapi.yaml", *(HERE / "schemas").glob("*.json")}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    left_over = sorted(there - set(wanted))
    if "--check" in arguments:
        for path in stale + left_over:
            print(f"{path}: not current; run protocol/generate.py", file=sys.stderr)
        return 1 if stale or left_over else 0
    (HERE / "schemas").mkdir(exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], "utf-8")
    for path in left_over:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
