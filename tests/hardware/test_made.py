"""Drawings, netlist and parts list: made from the pin map, complete, and not behind it."""

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from luza.sources.pins import Wiring, read_pins
from luza_link import messages as m

from hardware.design import power
from hardware.design.board import PICO_PIN
from hardware.design.figure import Figure
from hardware.design.pages import HARDWARE, drawings
from hardware.design.parts import page, read_parts
from hardware.design.words import LANGUAGES, WORDS, input_words

if TYPE_CHECKING:
    from hardware.design.netlist import Schematic


@pytest.fixture(scope="module")
def schematic() -> "Schematic":
    """The netlist of the pin map. SKiDL takes seconds to import, so it is imported here, and once."""
    from hardware.design.netlist import Schematic

    return Schematic(read_pins())


def small() -> "Schematic":
    """A table with two pockets and two rails, and nothing else."""
    from hardware.design.netlist import Schematic

    pins = read_pins()
    pocket, cushion = pins.wiring.pocket, pins.wiring.cushion
    assert pocket is not None
    assert cushion is not None
    wiring = Wiring(
        pocket=msgspec.structs.replace(pocket, pins=dict(list(pocket.pins.items())[:2])),
        cushion=msgspec.structs.replace(cushion, pins=dict(list(cushion.pins.items())[:2])),
    )
    return Schematic(msgspec.structs.replace(pins, wiring=wiring))


def on(made: "Schematic", net: str) -> set[tuple[str, int]]:
    """Kind of part and pin of everything on a net."""
    return {(pin.part.kit, int(pin.num)) for pin in made.net(net).pins}


def test_the_drawings_are_those_of_the_pin_map() -> None:
    for name, text in drawings().items():
        assert (HARDWARE / name).read_text(encoding="utf-8") == text, f"{name} is old: make hardware"


def test_the_lists_are_those_of_their_sources(schematic: "Schematic") -> None:
    for name, russian in (("parts.md", False), ("parts.ru.md", True)):
        assert (HARDWARE / name).read_text(encoding="utf-8") == page(read_parts(), russian), "make hardware"
    assert (HARDWARE / "netlist.txt").read_text(encoding="utf-8") == schematic.text(), "make hardware"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pin_of_the_map_is_on_the_drawing(language: str) -> None:
    text = (HARDWARE / f"drawings/pico.{language}.svg").read_text(encoding="utf-8")
    for number in read_pins().inputs():
        assert input_words(m.INPUT_NAMES[number], language) in text  # type: ignore[arg-type]


def test_the_netlist_passes_the_electrical_rules_check(schematic: "Schematic") -> None:
    schematic.check()


def test_the_rules_check_finds_an_input_that_nothing_drives_and_two_outputs_that_fight() -> None:
    from hardware.design.netlist import RulesBroken

    made = small()
    amplifier = next(p for p in made.circuit.parts if p.kit == "amplifier")
    amplifier["IN1+"].disconnect()
    with pytest.raises(RulesBroken):
        made.check()
    made.join("pocket front-left", next(p for p in made.circuit.parts if p.kit == "timer"), "OUT")
    with pytest.raises(RulesBroken) as caught:
        made.check()
    assert caught.value.errors


def test_every_input_of_the_pin_map_ends_at_its_pin(schematic: "Schematic") -> None:
    for number, (gp, _) in read_pins().inputs().items():
        assert ("pico", PICO_PIN[gp]) in on(schematic, m.INPUT_NAMES[number])
    reference = read_pins().wiring.reference
    assert reference is not None
    assert ("pico", PICO_PIN[reference.out]) in on(schematic, "reference out")
    assert ("pico", PICO_PIN[reference.in_]) in on(schematic, "reference in")


def test_no_line_of_five_volts_reaches_the_pico(schematic: "Schematic") -> None:
    """Of all nets at the Pico's pins each is driven by what runs from 3.3 V, or pulled up to it."""
    from skidl.pin import pin_types  # type: ignore[import-untyped]

    five = {pin.part.ref for pin in schematic.net("+5V").pins}
    for number in read_pins().inputs():
        for pin in schematic.net(m.INPUT_NAMES[number]).pins:
            if pin.part.kit == "comparator":
                assert pin.func is pin_types.OPENCOLL
            else:
                assert pin.part.ref not in five, pin


def test_the_wire_through_the_harness_visits_every_plug_once(schematic: "Schematic") -> None:
    made = schematic
    enter, leave = {"jack": 6, "piezo-header": 3}, {"jack": 7, "piezo-header": 4}
    plugs = [p for p in made.circuit.parts if p.kit in enter and p.place == "board"]
    assert len(plugs) == len(read_pins().inputs())
    net, visited = "loop 0", []
    while following := [p for p in plugs if p[enter[p.kit]].net.name == net]:
        (plug,) = following
        visited.append(plug)
        net = plug[leave[plug.kit]].net.name
    assert len(visited) == len(plugs)
    assert ("resistor", 1) in on(made, net)


def test_there_are_as_many_parts_in_the_list_as_in_the_netlist(schematic: "Schematic") -> None:
    used, parts = schematic.used(), read_parts()
    for part in parts.values():
        if part.id in ("resistor", "capacitor"):
            assert used[part.id] <= part.quantity
        else:
            assert used[part.id] == part.circuit <= part.quantity, part.id
    assert set(used) <= set(parts)


def test_a_table_with_less_on_it_has_a_smaller_netlist_that_passes_too() -> None:
    smaller = small()
    smaller.check()
    assert smaller.used()["jack"] == 4
    assert smaller.used()["receiver-line"] == smaller.used()["colour"] == 0


def test_the_power_budget_counts_what_is_in_the_list() -> None:
    total = sum(part.ma * part.quantity for part in read_parts().values())
    assert power.VALUES["chips_ma"] == total > 0


def test_pages_and_drawings_speak_both_languages() -> None:
    for key, said in WORDS.items():
        assert said.en.strip() and said.ru.strip(), key
        assert said.en == "Cat 5e" or re.search("[а-яё]", said.ru), key
    for part in read_parts().values():
        assert re.search("[а-яё]", part.ru), part.id
        assert part.instead.en and part.instead.ru, part.id


def test_a_figure_is_printed_as_people_read_it() -> None:
    assert Figure("total_ma", 1234.5, "mA").text() == "1230 mA"
    assert Figure("total_ma", 0.0398, "V").text() == "0.0398 V"
