"""The API's OpenAPI document, made from its questions and the shapes of their answers."""

import re
from typing import Any

import msgspec

from luza.club.web.answers import Refusal
from luza.club.web.api import BASE, QUESTIONS, Question

ABOUT = (
    "Read-only. Moments are RFC 3339 in UTC; players at a match are seats, counted from 0; ids of players "
    "and matches stay the same after a rebuild of the database. What is live comes without polling over MQTT "
    "and from /events."
)


def document(version: str) -> dict[str, Any]:
    """The document, OpenAPI 3.1."""
    shapes = [question.answer for question in QUESTIONS.values() if isinstance(question.answer, type)]
    _, components = msgspec.json.schema_components(
        [*shapes, Refusal], ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Luza: the club", "version": version, "description": ABOUT},
        "servers": [{"url": BASE}],
        "paths": {question.path: {"get": _operation(name, question)} for name, question in QUESTIONS.items()},
        "components": {"schemas": components},
    }


def _operation(name: str, question: Question) -> dict[str, Any]:
    in_path = re.findall(r"{(\w+)}", question.path)
    codes = {"400": "A parameter is unknown or wrong", "503": "The database does not answer"}
    if in_path:
        codes["404"] = "There is no such thing"
    return {
        "operationId": name,
        "summary": question.about,
        "parameters": [
            *({"name": one, "in": "path", "required": True, "schema": {"type": "string"}} for one in in_path),
            *(one.schema() for one in question.parameters),
        ],
        "responses": {
            "200": {"description": question.about, "content": _content(question)},
            **{code: {"description": text, "content": _json(Refusal)} for code, text in codes.items()},
        },
    }


def _content(question: Question) -> dict[str, Any]:
    if isinstance(question.answer, type):
        return _json(question.answer)
    shape = {"type": "string"} if question.answer == "text/csv" else {"type": "array"}
    return {question.answer: {"schema": shape}}


def _json(shape: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape.__name__}"}}}
