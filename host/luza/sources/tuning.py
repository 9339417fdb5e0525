"""New settings for a board: sent, seen in force, and numbered."""

import msgspec

from luza.errors import UNREADABLE
from luza.sources.pins import PinMap, board_settings
from luza.sources.talk import Talk
from luza.sources.trouble import BoardTrouble

BACK_S = 20.0
SETTLE_S = 3.0
"""A board keeps new settings for good once a host is there a second after its start."""


async def current(talk: Talk) -> PinMap | None:
    """The settings that a board works by; None where it has none that this host can read."""
    try:
        return board_settings(await talk.settings())
    except UNREADABLE:
        return None


async def push(talk: Talk, wanted: PinMap) -> PinMap:
    """Send settings with the next revision, and wait until the board works by them.

    Raises BoardTrouble with the board's reason where it refuses them, or goes back to the old ones.
    """
    before = await current(talk)
    revision = (before.revision if before is not None else 0) + 1
    numbered = msgspec.structs.replace(wanted, revision=revision)
    hello = talk.link.hello
    assert hello is not None
    sent = await talk.push(numbered.settings())
    again = await talk.linked_again(hello.boot_id, BACK_S)
    if again.settings_hash != sent:
        raise BoardTrouble("bad_settings", reason=again.ended or "?")
    await talk.for_a_while(SETTLE_S)
    return numbered
