"""All files of hardware/ that are made from something else, by their names."""

from luza.sources.pins import read_pins

from hardware.design import beams, mounting, piezo, power, spice, wiring
from hardware.design.figure import Figure
from hardware.design.parts import HARDWARE, page, read_parts
from hardware.design.words import LANGUAGES

__all__ = ["HARDWARE", "drawings", "made"]

_BASIS = {"computed": "вычислено", "simulated": "смоделировано"}


def drawings() -> dict[str, str]:
    """Every drawing's SVG text by its file's name."""
    pins = read_pins()
    found: dict[str, str] = {}
    for language in LANGUAGES:
        found |= {
            f"drawings/pico.{language}.svg": wiring.pico(pins, language),
            f"drawings/beam.{language}.svg": wiring.beam(language),
            f"drawings/piezo.{language}.svg": wiring.knock(language),
            f"drawings/plugs.{language}.svg": wiring.plugs(pins, language),
            f"drawings/mounting.{language}.svg": mounting.drawing(language),
        }
    return found


def made() -> dict[str, str]:
    """Text by name. Raises SpiceError where ngspice is not installed."""
    from hardware.design.netlist import Schematic  # SKiDL takes seconds to import; drawings need none of it

    parts = read_parts()
    return {
        **drawings(),
        "parts.md": page(parts, russian=False),
        "parts.ru.md": page(parts, russian=True),
        "netlist.txt": Schematic(read_pins()).text(),
        **figure_pages(spice.run()),
    }


def figure_pages(measured: dict[str, float]) -> dict[str, str]:
    """The figures in both languages; `measured` is what ngspice said."""
    sections = (
        ("Light beams", "Световые лучи", beams.FIGURES),
        ("Piezo front end", "Усилитель пьезодиска", piezo.FIGURES),
        ("The same under ngspice", "То же в ngspice", spice.figures(measured)),
        ("Power and cables", "Питание и кабели", power.FIGURES),
    )
    en = [
        "# Figures",
        "",
        "Made by `make hardware` from the calculations in design/. Nothing here was measured on a table.",
    ]
    ru = [
        "# Цифры",
        "",
        "Составлено командой `make hardware` из расчётов в design/. На столе ничего из этого не измерено.",
    ]
    for english, russian, figures in sections:
        en += [
            "",
            f"## {english}",
            "",
            "| what | value | how |",
            "| --- | --- | --- |",
            *_rows(figures, False),
        ]
        ru += [
            "",
            f"## {russian}",
            "",
            "| что | значение | как |",
            "| --- | --- | --- |",
            *_rows(figures, True),
        ]
    return {"figures.md": "\n".join([*en, ""]), "figures.ru.md": "\n".join([*ru, ""])}


def _rows(figures: tuple[Figure, ...], russian: bool) -> list[str]:
    if russian:
        return [f"| {f.words.ru} | {f.text()} | {_BASIS[f.basis]} |" for f in figures]
    return [f"| {f.words.en} | {f.text()} | {f.basis} |" for f in figures]
