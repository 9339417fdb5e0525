"""The pages of the table: the wall scoreboard, fed by server-sent events."""

from luza.web.app import create_app
from luza.web.bus import Bus, Update
from luza.web.serve import PortTaken, WebServer

__all__ = ["Bus", "PortTaken", "Update", "WebServer", "create_app"]
