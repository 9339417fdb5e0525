"""Two players who never tire: they play a simulated table, and say what a marker would say."""

import asyncio
import itertools
import random

from luza.controller import Controller
from luza.sources.simulator.frames import Shot, breaks, lively
from luza.sources.simulator.simulated import SimulatedBoard
from luza.view import FrameView

PAUSE_S = 3.0
"""Between two strokes, at the speed of life."""
LONGEST_FRAME = 60
"""Strokes after which the one who is behind gives up: nobody watches for ever."""
READY_S = 0.5
"""What a board needs to start and to be found by its host."""
SHOWN_S = 12.0
"""How long the end of a match stays on the wall."""


class Players:
    """Plays `board` at `speed`, and speaks to `controller` as the marker; `play` goes on until cancelled."""

    def __init__(self, controller: Controller, board: SimulatedBoard, speed: float) -> None:
        self._controller = controller
        self._board = board
        self._speed = speed
        self._breaks = breaks()
        self._strokes = itertools.islice(lively(), 2, None)  # after the break at once one that pots
        self._chance = random.Random(2)
        self._frame = 0
        self._played = 0

    async def play(self) -> None:
        """Match after match. Raises SimulatorError if the board fails."""
        if self._controller.play is None:
            await self._controller.start_match()
        # A board that has just started takes the first knock for a stroke only after a quiet time.
        await self._board.until((self._board.quiet_s + READY_S) * 1e6)
        while True:
            play = self._controller.play
            if play is None:
                await self._controller.start_match()
            elif play.table.winner is not None:
                await self._rest(SHOWN_S)
                await self._controller.stop_match()
            else:
                await self._stroke(play.table.frame)

    async def _stroke(self, frame: FrameView) -> None:
        if frame.phase == "lag" and frame.decision is None:
            await self._say({"type": "lag", "winner": self._chance.randrange(2)})
            return
        self._played = self._played + 1 if self._frame == frame.number else 1
        self._frame = frame.number
        if self._played > LONGEST_FRAME:
            behind = min((0, 1), key=lambda player: frame.score[player])
            await self._say({"type": "concede", "player": behind})
            return
        await self._board.play(self._next(frame))
        await self._rest(PAUSE_S)

    def _next(self, frame: FrameView) -> Shot:
        opening = frame.phase in ("lag", "break")
        return next(self._breaks if opening else self._strokes)

    async def _say(self, said: dict[str, object]) -> None:
        await self._controller.enter(said, source="demo")
        await self._rest(PAUSE_S)

    async def _rest(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self._speed)
