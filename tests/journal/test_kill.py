"""Killed between any two instructions, the journal has every step that was said to be there, each whole."""

import random
import subprocess
import sys
from pathlib import Path

from luza.journal import Journal

KILLS = 8


def test_killed_at_random(path: Path) -> None:
    chance = random.Random(3)
    said = 0
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, Path(__file__).with_name("writer.py"), path], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(chance.randrange(1, 40)):
                said = int(writer.stdout.readline())
            writer.kill()
            for line in writer.stdout:
                said = int(line) if line.endswith("\n") else said
        journal = Journal.open(path)
        match = journal.current()
        assert match is not None
        lines = journal.lines(match.id)
        # One more than was said may be on disk: killed between the commit and the saying.
        assert len(lines) in (said, said + 1)
        assert lines[-1] == f'{{"t":{len(lines)},"type":"rest"}}'
        assert journal.seq == len(lines)
        position = journal.position("e6")
        assert position is not None
        assert position.seq == len(lines)
        pending = journal.outbox.pending(10_000)
        assert [int(m.payload) for m in pending if not m.retain] == list(range(1, len(lines) + 1))
        assert [int(m.payload) for m in pending if m.retain] == [len(lines)]
        journal.close()
