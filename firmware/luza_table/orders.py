"""What a host may order of the board itself: the way to MicroPython's prompt, and that this copy is good."""

import json

from luza_link import messages as m

from luza_table import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from luza_link.board import BoardLink

    from luza_table.rest import Rest


class Orders:
    """on_trial: this copy is not yet called good; confirm: does so on the flash."""

    def __init__(self, on_trial: bool, confirm: "Callable[[], None]") -> None:
        self.on_trial = on_trial
        self.leaving = False
        """The board is to reset itself once its answer is out."""
        self._confirm = confirm

    def watch(self, link: "BoardLink", rest: "Rest", port: "dict") -> None:
        """What the prompt is refused for: balls that move, facts that only the board has."""
        self._link = link
        self._rest = rest
        self._port = port

    def act(self, order: int, value: int) -> str:
        """Carry out an order; empty, or why not."""
        if order == m.ORDER_CONFIRM:
            if self.on_trial:
                self._confirm()
                self.on_trial = False
            return ""
        if order == m.ORDER_PROMPT:
            return self._prompt()
        return "this firmware knows no order " + str(order)

    def _prompt(self) -> str:
        link = self._link
        if self._rest.moving:
            return "balls are moving, or the board has just been switched on; wait until it is quiet"
        waiting = link.newest - link.acked
        if waiting:
            return str(waiting) + " facts are not on the host's disk yet; let luza table take them first"
        try:
            store.ask_for_prompt(json.dumps(self._port))
        except OSError as error:
            return "the board's flash does not take the request: " + str(error)
        self.leaving = True
        return ""
