"""The page for whoever writes another display: its topics, examples and display are what is shipped."""

import asyncio
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
import yaml
from luza.messages import Score
from luza.mqtt import commands, topics
from luza.mqtt.broker import PrivateBroker

from tests.house.tree import ROOT
from tests.mqtt import schemas
from tests.mqtt.harness import TOPICS, Table, run

PAGE = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8").partition("\n# MQTT\n")[2]
EXAMPLES = [
    (section.partition("`")[0], section.partition("```json\n")[2].partition("```")[0])
    for section in re.split(r"^### `", PAGE, flags=re.M)[1:]
]
DISPLAY = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def generator() -> ModuleType:
    """`protocol/generate.py`, which is a script and in no package."""
    spec = importlib.util.spec_from_file_location("protocol_generate", ROOT / "protocol" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # typing.NamedTuple asks for it
    spec.loader.exec_module(module)
    return module


GENERATOR = generator()


def test_the_schemas_and_the_asyncapi_document_are_current() -> None:
    assert GENERATOR.main(["--check"]) == 0, "run protocol/generate.py"


@pytest.mark.parametrize(("topic", "text"), EXAMPLES, ids=[topic for topic, _ in EXAMPLES])
def test_an_example_is_what_its_schema_says(topic: str, text: str) -> None:
    topic = topic.replace("<id>", "beam-3").replace("<name>", "entry")
    assert schemas.problems(topic, text) == []
    if topic.startswith("command/"):
        msgspec.json.decode(text, type=commands.Envelope)


def test_every_schema_has_its_example() -> None:
    shown = {schemas.name_of(topic.replace("/<id>", "/x").replace("/<name>", "/x")) for topic, _ in EXAMPLES}
    assert shown == schemas.names()


def test_the_table_of_topics_is_the_asyncapi_document() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (yes|no) \| ([01]) \|", PAGE, re.M)
    page = {
        schemas.name_of(topic.replace("/<id>", "/x")): (kept == "yes", int(qos)) for topic, kept, qos in rows
    }
    assert page.pop("command-<name>") == (False, 1)
    assert page == {name: (topic.retained, topic.qos) for name, topic in GENERATOR.TOPICS.items()}


def test_the_asyncapi_document_hangs_together() -> None:
    document = yaml.safe_load((ROOT / "protocol" / "asyncapi.yaml").read_text(encoding="utf-8"))
    assert document["asyncapi"] == "3.0.0"
    for reference in _references(document):
        if reference.startswith("#/"):
            found = document
            for part in reference[2:].split("/"):
                found = found[part]
        else:
            assert (ROOT / "protocol" / reference).is_file()
    addresses = [channel["address"] for channel in document["channels"].values()]
    assert len(set(addresses)) == len(addresses)
    for channel in document["channels"].values():
        assert set(re.findall(r"{(\w+)}", channel["address"])) == set(channel["parameters"])
    assert {name.removeprefix("command-") for name in document["channels"] if "command-" in name} == set(
        topics.COMMANDS
    )
    assert {operation["action"] for operation in document["operations"].values()} == {"send", "receive"}


def test_the_display_shows_the_score_on_a_real_broker(tmp_path: Path) -> None:
    (display,) = DISPLAY
    script = tmp_path / "display.py"
    script.write_text(display, encoding="utf-8")
    assert len([line for line in display.splitlines() if line.strip()]) <= 25

    async def scene() -> None:
        async with PrivateBroker() as broker:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, str(script), "127.0.0.1", str(broker.port), TOPICS.root),
                stdout=asyncio.subprocess.PIPE,
            )
            assert child.stdout is not None
            table = Table(tmp_path)
            await table.connect(broker.port).online.wait()
            assert (await child.stdout.readline()).startswith(b"online since ")
            for score in ((0, 0), (3, -1)):
                table.show(
                    "score",
                    Score(players=("А", "Б"), score=score, frames_won=(0, 0), at_table=0, phase="play"),
                )
                assert await child.stdout.readline() == f"{score[0]} : {score[1]}\n".encode()
            await broker.kill()
            await broker.start()  # empty: everything comes again, and the display says nothing twice
            assert (await child.stdout.readline()).startswith(b"online since ")
            table.show(
                "score", Score(players=("А", "Б"), score=(4, -1), frames_won=(0, 0), at_table=0, phase="play")
            )
            assert await child.stdout.readline() == b"4 : -1\n"
            await table.close()
            assert (await child.stdout.readline()).startswith(b"offline since ")
            child.kill()
            await child.wait()

    run(scene())


def _references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for part in value.values() for found in _references(part)]
    if isinstance(value, list):
        return [found for part in value for found in _references(part)]
    return []
