"""The settings of a match as the first line of its table log."""

from luza.entries import Header, Options
from luza.settings.model import Settings


def header(settings: Settings) -> Header:
    """The header of a match that is played as the settings say, for this table's sensors."""
    match, sensors = settings.match, settings.sensors
    # Without a board the marker is the one sense there is: he says when the balls are still.
    felt = list(sensors.fitted) if settings.board.kind != "none" else ["rest"]
    return Header(
        game=match.game,
        players=list(match.players),
        race_to=match.race_to,
        first_breaker=None if match.breaks_first is None else match.breaks_first - 1,
        sensors=felt,  # type: ignore[arg-type]  # names out of the settings
        options=Options(
            unproven=match.unproven,
            settle_s=sensors.settle_s,
            handicap=list(match.handicap) or None,
            waive=list(match.waive),
            clock_s=match.clock_s,
            overtime=match.overtime,
        ),
    )
