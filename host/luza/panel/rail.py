"""What the buttons on the rail mean: the same entries as a panel's, chosen by what the table feels.

`next` is the marker's «the turn passes». Where nothing feels strokes it is a whole stroke without a pot, of
the player at the table. Where they are felt the table knows by itself whose turn it is, and the button says
yes: it ends a stroke that is still open, takes a pending choice's default, or says that somebody has looked.
"""

import secrets
from collections.abc import Iterator

from luza import taps
from luza.controller import Controller
from luza.controller.acts import Acts
from luza.controller.keeper import Step
from luza.entries import Entry
from luza.errors import Refused
from luza.panel import back
from luza.panel.whys import no
from luza.sources.buttons import Name
from luza.statements import Call, Choose, Extension, Rule, Undo
from luza.table import Table

SOURCE = "buttons"


class Rail:
    """The buttons of one table, in the controller's thread."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    async def press(self, name: Name) -> bool:
        """Does what the button says; False where that cannot be done now."""

        def deed(acts: Acts, step: Step) -> None:
            play = self._controller.play
            waiting = self._controller.waiting
            if name == "next" and play is not None and _nothing_open(play.table) and waiting:
                for item in waiting:
                    step.looked_at(item)
            else:
                acts.say_all(step, lambda table, t: entries(name, table, t), SOURCE)

        self._controller.catch_up()
        answer = self._controller.perform(f"{SOURCE}:{secrets.token_hex(8)}", deed, SOURCE)
        return answer.status == "ok"


def entries(name: Name, table: Table, t: float) -> Iterator[Entry]:
    """The entries that a press stands for; raises Refused where there are none."""
    if name == "undo":
        yield from (Undo(t) for _ in range(back.undo_offered(table)))
    elif name == "extension":
        player = table.frame.at_table
        if player is None:
            raise Refused("extension: nobody is at the table", "not_started")
        yield Extension(t, player)
    elif name == "next":
        yield from _next(table, t)
    else:
        yield from _foul(table, t)


def _nothing_open(table: Table) -> bool:
    return not (taps.whole(table) or table.shot_open or table.frame.decision is not None)


def _next(table: Table, t: float) -> Iterator[Entry]:
    decision = table.frame.decision
    if table.shot_open or taps.whole(table):
        yield from taps.stroke(table, t)
    elif decision is not None:
        yield Choose(t, decision.default)
    else:
        raise no("no_change")


def _foul(table: Table, t: float) -> Iterator[Entry]:
    """The stroke was not correct; which foul it was exactly a panel can say."""
    last, subject = table.last_shot, table.subject
    if taps.whole(table):
        on_break = table.frame.phase == "break" if not table.shot_open else _on_break(table)
        yield from taps.stroke(table, t, fouls=[_usual(table, on_break)])
    elif not table.shot_open and last is not None and last.verdict == "unproven" and subject is not None:
        yield Rule(t, "foul")
    else:
        yield Call(t, _usual(table, _on_break(table)))


def _on_break(table: Table) -> bool:
    subject = table.subject
    return subject is not None and subject.opened.frame.phase == "break"


def _usual(table: Table, on_break: bool) -> str:
    """The foul of a stroke that did not do what it must, in this game."""
    fouls = table.rules.game.fouls
    if on_break and "bad_break" in fouls:
        return "bad_break"
    return "bad_completion" if "bad_completion" in fouls else "no_contact"
