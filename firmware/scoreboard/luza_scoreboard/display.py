"""Opens the display that the settings name. Only its own driver is read into memory."""

from luza_scoreboard.errors import SettingsError


def open_display(given: "dict"):
    """A driver with `room` (places for players), `show(picture)` and `refresh()`."""
    if given["driver"] == "hub75":
        try:
            import rp2  # noqa: F401
        except ImportError:
            raise SettingsError(
                "display.driver: hub75 needs a Pico W or Pico 2 W; on this board take max7219 or 595"
            ) from None
        from luza_scoreboard.hub75 import Hub75

        return Hub75(given)
    from luza_scoreboard.segments import Max7219, Register595

    return Max7219(given) if given["driver"] == "max7219" else Register595(given)
