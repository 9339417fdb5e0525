"""Settings: every key bounded and explained, every mistake named with its place, its range and its mend."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from luza.entries import check_header
from luza.settings import Settings, SettingsError, find, header, load, parse, write
from luza.settings.allowed import SECTIONS
from luza.settings.problems import toml

ALL_KEYS = [key for section in SECTIONS.values() for key in section.keys.values()]


def problems(text: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    return [problem.text() for problem in caught.value.problems]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_what_is_printed_reads_back_as_it_was(language: Any) -> None:
    settings = parse(
        '[club]\nname = "Клуб \\"Пирамида\\""\n[match]\nbreaks_first = 2\n[board]\nkind = "none"\n'
    )
    assert settings.match.breaks_first == 2
    assert parse(write(settings, language)) == settings
    assert parse(write(Settings(), language)) == Settings() == parse("")


def test_settings_are_frozen_values() -> None:
    with pytest.raises(AttributeError):
        Settings().web.port = 1  # type: ignore[misc]
    assert hash(Settings()) == hash(parse(""))


@pytest.mark.parametrize("key", ALL_KEYS, ids=lambda key: key.path)
def test_every_key_says_in_both_languages_what_it_means_and_what_it_may_hold(key: Any) -> None:
    for words in (key.about, key.allowed):
        assert words.ru
        assert words.en
        assert words.ru != words.en
    assert msgspec.convert(key.default, key.type) == key.default


@pytest.mark.parametrize("key", ALL_KEYS, ids=lambda key: key.path)
@pytest.mark.parametrize("value", ["\x01", -1_000_000, 1e9, [[1]], {"a": 1}, float("nan")], ids=str)
def test_no_key_takes_anything_at_all(key: Any, value: Any) -> None:
    """Every number and every text has bounds: a value from outside is refused by name, in both languages."""
    with pytest.raises(SettingsError) as caught:
        parse(f"[{key.section}]\n{key.name} = {toml(value)}\n")
    (problem,) = caught.value.problems
    assert (problem.section, problem.key, problem.line) == (key.section, key.name, 2)
    assert key.allowed.en in problem.text("en")
    assert key.allowed.ru in problem.text("ru")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[web]\nport = 70000", ["line 2: [web] port = 70000: must be a whole number from 1 to 65535"]),
        ("[web]\nport = true", ["line 2: [web] port = true: must be a whole number from 1 to 65535"]),
        (
            "[sensors]\nsettle_s = 0.1",
            ["line 2: [sensors] settle_s = 0.1: must be a number from 0.5 to 30.0"],
        ),
        ("[mqtt]\nhots = 1", ["line 2: [mqtt] hots: unknown key; did you mean host?"]),
        ("[web]\nusername = 1", ["line 2: [web] username: unknown key; there is one in [mqtt]"]),
        ("\n[mqqt]\n", ["line 2: [mqqt]: unknown section; did you mean mqtt?"]),
        ("web = 1", ["line 1: web = 1: this is a section: [web]"]),
        ("[[web]]", ["web = [{  }]: this is a section: [web]"]),
        (
            '[table]\nlanguage = "de"\nid = "Стол"',
            [
                'line 2: [table] language = "de": must be one of: "ru", "en"',
                'line 3: [table] id = "Стол": must be 1 to 32 lower-case Latin letters, digits and hyphens',
            ],
        ),
        (
            "[web]\nport = 1\n[web]\n",
            ["line 3: this is not TOML: Cannot declare ('web',) twice (at line 3, column 5)"],
        ),
        (
            '[sensors]\nfitted = [\n  "contact",\n  "first_contact",\n]',
            [
                'line 2: [sensors] fitted = ["contact", "first_contact"]: '
                "contact and first_contact do not go together: the first includes the second"
            ],
        ),
        (
            '[match]\nplayers = ["А", "А"]\nhandicap = [1]',
            [
                'line 2: [match] players = ["А", "А"]: two players of one name',
                "line 3: [match] handicap = [1]: must have as many numbers as there are players: 2",
            ],
        ),
        (
            '[match]\nplayers = ["А", "Б", "В"]\nbreaks_first = 4',
            [
                'line 2: [match] players = ["А", "Б", "В"]: this game is for two players',
                "line 3: [match] breaks_first = 4: there are 3 players only",
            ],
        ),
        (
            '[mqtt]\npassword_file = "p"\nca_file = "c"',
            [
                'line 2: [mqtt] password_file = "p": username is needed too',
                'line 3: [mqtt] ca_file = "c": tls = true is needed too',
            ],
        ),
    ],
)
def test_a_mistake_is_named(text: str, said: list[str]) -> None:
    assert problems(text) == said


def test_all_mistakes_are_named_at_once_in_the_order_of_the_file() -> None:
    said = problems('[log]\nlevel = "loud"\n[web]\nprot = 1\nport = 0\n[tabel]\n')
    assert [line.split(":")[0] for line in said] == ["line 2", "line 4", "line 5", "line 6"]


def test_a_key_that_has_no_like_is_answered_with_those_there_are() -> None:
    (said,) = problems("[log]\ncolour = 1")
    assert said == "line 2: [log] colour: unknown key; known: level"


def test_a_long_value_is_cut_short_in_the_error() -> None:
    (said,) = problems(f'[table]\nname = "{"я" * 500}"')
    assert len(said) < 200


def test_the_error_speaks_russian_and_names_the_file() -> None:
    with pytest.raises(SettingsError) as caught:
        parse("[web]\nport = 0", "стол.toml")
    assert caught.value.text("ru").splitlines() == [
        "стол.toml: настройки не годятся, ничего не изменено",
        "  строка 2: [web] port = 0: нужно: целое число от 1 до 65535",
    ]
    assert caught.value.exit_status == 2


def test_relative_paths_count_from_the_files_folder(tmp_path: Path) -> None:
    file = tmp_path / "luza.toml"
    file.write_text('[journal]\npath = "night.db"\n[mqtt]\nusername = "t"\npassword_file = "/etc/secret"\n')
    settings = load(file)
    assert settings.journal.path == str(tmp_path / "night.db")
    assert settings.mqtt.password_file == "/etc/secret"


@pytest.mark.parametrize(
    ("content", "said"), [(None, "cannot be read"), (b"\xff\xfe[web]", "this is not UTF-8 (byte 0)")]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "luza.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError) as caught:
        load(file)
    assert str(file) in str(caught.value)
    assert said in str(caught.value)


def test_the_file_is_the_named_one_then_that_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUZA_SETTINGS", str(tmp_path / "b.toml"))
    assert find(tmp_path / "a.toml") == tmp_path / "a.toml"
    assert find() == tmp_path / "b.toml"


def test_a_match_starts_as_the_settings_say() -> None:
    settings = parse(
        '[match]\nplayers = ["А", "Б"]\nbreaks_first = 2\nhandicap = [0, 2]\n'
        'waive = ["no_foot"]\nclock_s = 60\n'
        '[sensors]\nfitted = ["strike", "pocket"]\nsettle_s = 3\n'
    )
    first_line = header(settings)
    check_header(first_line)
    assert (first_line.players, first_line.first_breaker, first_line.sensors) == (
        ["А", "Б"],
        1,
        ["strike", "pocket"],
    )
    assert (first_line.options.handicap, first_line.options.waive) == ([0, 2], ["no_foot"])
    assert (first_line.options.clock_s, first_line.options.settle_s) == (60.0, 3.0)
    check_header(header(Settings()))


def test_a_foul_that_no_game_knows_cannot_be_waived() -> None:
    (said,) = problems('[match]\nwaive = ["no_feet"]')
    assert "no_foot" in said
