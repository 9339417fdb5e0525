"""The controller: takes what happens, keeps it, judges it by the core, and tells it.

`controller` is the way in. `keeper` makes each step whole, `acts` are the steps, `telling` writes the
messages, `watch` looks after the parts of the table, `bus` hands on to the displays of this host.
"""

from luza.controller.controller import Controller
from luza.controller.profile import Profile
from luza.controller.timing import Clocks, SystemClocks

__all__ = ["Clocks", "Controller", "Profile", "SystemClocks"]
