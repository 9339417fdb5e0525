"""[board] and [gpio]: what goes together, and what the service makes of it."""

from pathlib import Path

import pytest
from luza.service import ports_of
from luza.settings import SettingsError, load, parse

GOOD = [
    ("", ("/dev/luza-table*",)),
    ('[board]\nport = "/dev/a"\nmore = ["/dev/b", "/dev/c"]\n', ("/dev/a", "/dev/b", "/dev/c")),
    ('[gpio]\npins = "/etc/luza/gpio.toml"\n', ("/dev/luza-table*", "GPIO")),
    ('[board]\nkind = "gpio"\n[gpio]\npins = "/etc/luza/gpio.toml"\n', ("GPIO",)),
    ('[board]\nkind = "none"\n', ("",)),
]


@pytest.mark.parametrize(("text", "ports"), GOOD)
def test_a_table_has_the_boards_that_its_settings_name(text: str, ports: tuple[str, ...]) -> None:
    assert ports_of(parse(text)) == ports


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[board]\nkind = "gpio"\n', "pins in the section [gpio]"),
        ('[board]\nkind = "none"\n[gpio]\npins = "x.toml"\n', "goes only with kind"),
        ('[board]\nkind = "simulated"\nmore = ["/dev/b"]\nport = "/dev/a"\n', "goes only with kind"),
        ('[board]\nmore = ["/dev/b"]\n', "port is a name as well"),
        ('[board]\nport = "/dev/b"\nmore = ["/dev/b"]\n', "named twice"),
        ('[board]\nport = "/dev/a"\nmore = ["/dev/b*"]\n', "without * and ?"),
        ('[board]\nport = "/dev/a"\nmore = ["/dev/b", "/dev/c", "/dev/d", "/dev/e"]\n', "a list of 0 to 3"),
        ("[board]\nwait_s = 9.0\n", "from 0.0 to 5.0"),
    ],
)
def test_what_does_not_go_together_is_named(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    assert any(said in problem.words.en for problem in caught.value.problems)
    assert all(problem.words.ru and problem.line for problem in caught.value.problems)


def test_the_pin_map_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "luza.toml"
    path.write_text('[board]\nkind = "gpio"\n[gpio]\npins = "gpio.toml"\n')
    assert load(path).gpio.pins == str(tmp_path / "gpio.toml")
