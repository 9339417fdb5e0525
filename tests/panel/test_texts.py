"""The panel's own texts: complete in both languages, and none that nobody says."""

import re
from pathlib import Path

import luza.web

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(luza.web.__file__).parent / "static" / "js"
ASKED = re.compile(r"\{(\w+)")
TEXT = re.compile(r'^  "?([\w.-]+)"?: "(.*)",$', re.MULTILINE)


def texts(language: str) -> dict[str, str]:
    """Text by key."""
    return dict(TEXT.findall((SCRIPTS / "panel" / f"{language}.js").read_text(encoding="utf-8")))


def test_every_text_is_there_in_both_languages_and_asks_for_the_same() -> None:
    russian, english = texts("ru"), texts("en")
    assert len(russian) > 200 and list(russian) == list(english)
    for key, text in russian.items():
        assert set(ASKED.findall(text)) == set(ASKED.findall(english[key])), key


def test_every_text_is_said_somewhere() -> None:
    files = [SCRIPTS / "panel.js", *(SCRIPTS / "panel").glob("*.js")]
    code = "".join(file.read_text(encoding="utf-8") for file in files if file.stem not in ("ru", "en"))
    made = {f"{prefix}." for prefix in re.findall(r"`([\w.]+)\.\$\{", code)}
    unsaid = [
        key for key in texts("ru") if f'"{key}"' not in code and not any(key.startswith(one) for one in made)
    ]
    assert unsaid == []


def test_the_markers_guide_calls_things_as_the_panel_does() -> None:
    guide = (ROOT / "host" / "MARKER.ru.md").read_text(encoding="utf-8").replace("\n", " ")
    host = [
        file.read_text(encoding="utf-8") for file in (SCRIPTS.parents[2] / "locale" / "ru").glob("*.toml")
    ]
    said = "".join([*texts("ru").values(), *host]).lower()
    named = [re.sub(r"\s+", " ", name.rstrip(" …")) for name in re.findall(r"«([^»]+)»", guide)]
    assert len(named) > 25
    assert [name for name in named if name.lower() not in said] == []
