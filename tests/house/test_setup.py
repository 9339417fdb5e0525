"""What the Makefile calls to install things says clearly what it cannot do, and how to mend it."""

import os
import subprocess
from pathlib import Path

from tests.house.tree import ROOT

SETUP = ROOT / "host" / "setup"


def run(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a script of `host/setup` with no one at the keyboard."""
    return subprocess.run(
        ["/bin/bash", SETUP / script, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def fake_command(folder: Path, name: str, body: str) -> Path:
    """A command of our own, first on the path."""
    command = folder / name
    command.write_text(f"#!/bin/bash\n{body}\n")
    command.chmod(0o755)
    return command


def test_what_is_there_already_is_not_installed_again(tmp_path: Path) -> None:
    fake_command(tmp_path, "apt-get", "echo asked for >&2; exit 1")
    fake_command(tmp_path, "mosquitto", "")
    done = run("apt.sh", "mosquitto", "bash", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_apt_it_says_what_is_missing(tmp_path: Path) -> None:
    done = run("apt.sh", "luza-no-such-package", PATH=str(tmp_path))
    assert done.returncode == 3
    assert "missing: luza-no-such-package" in done.stderr
    assert "no apt-get on this machine" in done.stderr


def test_without_root_and_sudo_it_says_how_to_install_it(tmp_path: Path) -> None:
    fake_command(tmp_path, "apt-get", "exit 1")
    fake_command(tmp_path, "id", "echo 1000")
    done = run("apt.sh", "luza-no-such-package", PATH=str(tmp_path))
    assert done.returncode == 3
    assert "needs root or sudo" in done.stderr
    assert "apt-get install luza-no-such-package" in done.stderr


def test_with_sudo_it_asks_for_no_password_that_nobody_can_type(tmp_path: Path) -> None:
    fake_command(tmp_path, "id", "echo 1000")
    fake_command(tmp_path, "apt-get", "exit 1")
    fake_command(tmp_path, "sudo", 'echo "sudo $*" >&2; exit 1')
    done = run("apt.sh", "luza-no-such-package", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 3
    assert "sudo -n true" in done.stderr
    assert "sudo refused" in done.stderr


def test_a_failed_install_shows_what_apt_said(tmp_path: Path) -> None:
    fake_command(tmp_path, "id", "echo 0")
    fake_command(tmp_path, "apt-get", 'echo "E: no such thing"; exit 100')
    done = run("apt.sh", "luza-no-such-package", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 3
    assert "E: no such thing" in done.stderr


def test_an_old_python_is_named_with_the_way_out(tmp_path: Path) -> None:
    old = fake_command(tmp_path, "python-old", 'case $1 in --version) echo "Python 3.9.2";; *) exit 1;; esac')
    done = run("venv.sh", str(tmp_path / "venv"), ".", PYTHON=str(old))
    assert done.returncode == 1
    assert "Python 3.9.2 is too old: Luza needs Python 3.11 or newer" in done.stderr
    assert "make PYTHON=" in done.stderr


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    done = run("venv.sh", str(tmp_path / "venv"), ".", PYTHON="python-nowhere")
    assert done.returncode == 1
    assert "no python-nowhere on this machine" in done.stderr
