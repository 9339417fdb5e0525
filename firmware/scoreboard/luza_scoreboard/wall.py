"""The scoreboard put together: what is heard goes on the wall, turn by turn."""

import gc

from luza_scoreboard.broker import Broker
from luza_scoreboard.clock import Clock
from luza_scoreboard.news import News
from luza_scoreboard.show import Picture, away, picture

REFRESH_MS = 1000


class Wall:
    """`step` is one turn of the loop; `display` is what luza_scoreboard.display opens."""

    def __init__(self, settings, display, wifi, client_id: str) -> None:
        self.news = News()
        self._display = display
        self._clock = Clock()
        self._root = settings.root.encode()
        self._broker = Broker(settings, wifi, client_id, self._hear, self.news.reconnected)
        self._shown: "Picture | None" = None
        self._refreshed_at = 0

    def step(self) -> None:
        """Listen, then show what there is."""
        now = self._clock.now()
        self._broker.step(now)
        score = self.news.shown(now, self._broker.heard_at)
        wanted = away(self._broker.trouble) if score is None else picture(score, self._display.room, now)
        if wanted != self._shown:
            self._shown = wanted
            self._display.show(wanted)
        if now - self._refreshed_at >= REFRESH_MS:
            self._refreshed_at = now
            self._display.refresh()
            gc.collect()

    def _hear(self, topic: bytes, payload: bytes) -> None:
        if topic.startswith(self._root):
            name = topic[len(self._root) :].decode()
            if name in ("score", "availability"):
                self.news.hear(name, payload)
