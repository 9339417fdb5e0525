"""Tests of the scoreboard on the wall."""
