"""Calls made before a stroke: was what was nominated potted as it was nominated?"""

from collections.abc import Sequence

from luza.facts import Ball, Pocket, PocketName
from luza.rules.game import Case


def potted_as_called(pots: Sequence[Pocket], balls: Sequence[Ball], pocket: PocketName | None) -> bool:
    """Did one of `balls` (any object ball, where none is named) fall into `pocket` (any, where None)?

    A fallen ball whose number is not known may be the one that was called: it is taken for it where the
    pocket fits, until somebody names it.
    """
    for pot in pots:
        if pocket is not None and pot.pocket != pocket:
            continue
        if not balls or "object" in balls or pot.ball in balls or pot.ball in (None, "object"):
            return True
    return False


def miscalled(case: Case) -> bool:
    """Has a person said that the pots were not as called (CL 4.3, DA 4.1, CODE 1.В-2)?"""
    return any(incident.case == "miscalled" for incident in case.stroke.incidents)
