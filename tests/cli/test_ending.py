"""How a command that runs until it is told to stop comes to its end, whenever it is told."""

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, atexit, signal, sys
from luza.cli.ending import until_told

class Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self):
        if "early" in sys.argv:
            signal.raise_signal(signal.SIGTERM)
        return super().new_event_loop()

async def work():
    print("up", flush=True)
    await asyncio.Event().wait()

def last():
    print("over", flush=True)
    sys.stdin.read(1)

asyncio.set_event_loop_policy(Policy())
atexit.register(last)
until_told(work())
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_is_impatient_after_the_work_has_ended_changes_nothing(how: signal.Signals) -> None:
    with program() as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "up\n"
        running.send_signal(how)
        assert running.stdout.readline() == "over\n"
        running.send_signal(how)
        _, complaints = running.communicate("\n", timeout=60)
    assert (running.returncode, complaints) == (0, "")


def test_told_before_there_is_anything_to_end_it_does_not_begin() -> None:
    with program("early") as running:
        said, complaints = running.communicate("\n", timeout=60)
    assert (running.returncode, said, complaints) == (0, "over\n", "")


def program(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
