"""The bill of materials: read from parts.toml, and printed as a page in both languages."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from hardware.design.figure import Words

HARDWARE = Path(__file__).resolve().parents[1]

PRICES = {"A": (0, 1), "B": (1, 5), "C": (5, 20), "D": (20, 200)}
"""Class to lowest and highest price of one piece, in euros."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line. `circuit` pieces are in the netlist; `ma` is what one draws from 5 V at the worst, in mA."""

    id: str
    number: str
    quantity: Annotated[int, msgspec.Meta(ge=1)]
    circuit: Annotated[int, msgspec.Meta(ge=0)]
    price: Literal["A", "B", "C", "D"]
    en: str
    ru: str
    instead: Words
    ma: Annotated[float, msgspec.Meta(ge=0)] = 0.0


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    part: tuple[Part, ...]


def read_parts(path: Path = HARDWARE / "parts.toml") -> dict[str, Part]:
    """All parts by id. msgspec.ValidationError where the file is not of this shape."""
    parts = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _List).part
    return {part.id: part for part in parts}


def page(parts: dict[str, Part], russian: bool) -> str:
    """The page with all parts."""
    title = "# Список деталей" if russian else "# Parts"
    about = (
        "Составлен из [parts.toml](parts.toml) командой `make hardware`. Класс цены одной штуки: "
        "A до 1 евро, B до 5, C до 20, D дороже."
        if russian
        else "Made from [parts.toml](parts.toml) by `make hardware`. Price class of one piece: "
        "A below 1 euro, B to 5, C to 20, D above."
    )
    head = (
        "| что | обозначение | штук | чем заменить | цена |"
        if russian
        else "| what | part number | pieces | instead | price |"
    )
    lines = [title, "", about, "", head, "| --- | --- | --- | --- | --- |"]
    for part in parts.values():
        what, instead = (part.ru, part.instead.ru) if russian else (part.en, part.instead.en)
        lines.append(f"| {what} | {part.number} | {part.quantity} | {instead} | {part.price} |")
    low, high = (sum(part.quantity * PRICES[part.price][end] for part in parts.values()) for end in (0, 1))
    total = f"In all, by the classes: {low} to {high} euros."
    if russian:
        total = f"Вместе по классам: от {low} до {high} евро."
    return "\n".join([*lines, "", total, ""])
