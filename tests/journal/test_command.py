"""`luza journal` as a person or a script meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

from luza.journal import Journal

from tests.journal.lines import HEADER

LUZA = (sys.executable, "-c", "from luza.cli import main; main()")
FILE = Path(__file__).parents[1] / "scenarios" / "free" / "FX23.tlog"


def luza(*args: str | Path, journal: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LUZA, "journal", *map(str, args), "--journal", str(journal)],
        capture_output=True,
        text=True,
        timeout=90,
        env={**os.environ, "LUZA_LANG": "en", "PYTHONUTF8": "1"},
        check=False,
    )


def test_in_and_out_without_loss_beside_a_running_table(journal: Journal, path: Path, tmp_path: Path) -> None:
    with journal.transaction() as work:
        work.begin_match(HEADER, "2024-05-01T10:00:00.000Z", "boot", 0.0, 0.0)
    done = luza("import", FILE, journal=path)
    assert (done.stdout, done.returncode) == ("2\n", 0)
    listed = luza("list", journal=path)
    assert "Анна – Boris  (being played)" in listed.stdout
    rows = json.loads(luza("list", "--json", journal=path).stdout)
    assert [(row["id"], row["entries"]) for row in rows] == [(1, 0), (2, 17)]
    out = tmp_path / "out.tlog"
    assert luza("export", 2, out, journal=path).returncode == 0
    assert out.read_bytes().rstrip(b"\n") == FILE.read_bytes().rstrip(b"\n")
    assert luza("export", 2, journal=path).stdout == out.read_text()
    with journal.transaction() as work:
        assert work.append('{"t":1,"type":"rest"}') == 1


def test_bad_input_is_named_with_status_2(path: Path, tmp_path: Path) -> None:
    missing = luza("list", journal=path)
    assert missing.returncode == 2
    assert "there is no journal" in missing.stderr
    bad = tmp_path / "bad.tlog"
    bad.write_text(HEADER + '\n{"t":1,"type":"pokcet"}\n')
    done = luza("import", bad, journal=path)
    assert done.returncode == 2
    assert "line 2: unknown type 'pokcet'; did you mean 'pocket'?" in done.stderr
    assert luza("export", 7, journal=path).returncode == 2
    path.write_bytes(b"not a journal" * 1000)
    damaged = luza("list", journal=path)
    assert damaged.returncode == 1
    assert "damaged" in damaged.stderr
