"""Runs the command line as a person or a script does: as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

LUZA = Path(sys.executable).with_name("luza")


def luza(*arguments: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs `luza` in English, whatever this machine speaks, and checks its exit status."""
    done = subprocess.run(
        [LUZA, *arguments],
        env={**os.environ, "LUZA_LANG": "en", "COLUMNS": "80", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done
