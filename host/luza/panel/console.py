"""What the controller's console shows once: the PINs of the first start, and a code that pairs a tablet."""

from collections.abc import Mapping
from io import StringIO

import segno

from luza.locale import say
from luza.messages import Words
from luza.panel.asked import Role


def qr_rows(url: str) -> tuple[str, ...]:
    """The QR code of an address, as rows of `0` (light) and `1` (dark), with its quiet border."""
    code = segno.make_qr(url, error="m")
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.matrix_iter(border=4))


def qr_text(url: str) -> str:
    """The QR code for a terminal, two rows a line."""
    out = StringIO()
    segno.make_qr(url, error="m").terminal(out, compact=True, border=4)
    return out.getvalue()


def first_start(pins: Mapping[Role, str], url: str, page: str) -> Words:
    """The PINs by role, where the panel is, and the code that pairs the marker's tablet."""
    rows = [(say(f"panel.role.{role}"), pin) for role, pin in pins.items()]
    return Words(
        *(
            "\n".join(
                (
                    getattr(say("panel.console.pins"), language),
                    "",
                    *(f"    {getattr(role, language):<12} {pin}" for role, pin in rows),
                    "",
                    getattr(say("panel.console.page", url=page), language),
                    getattr(say("panel.console.pair"), language),
                    f"    {url}",
                    "",
                    qr_text(url),
                )
            )
            for language in ("ru", "en")
        )
    )
