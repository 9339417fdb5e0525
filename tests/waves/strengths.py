"""How much goes wrong at a table: numbers by which traces are made. Chances are per stroke."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """One strength of everything that is not a ball where it belongs."""

    name: str
    echo: float
    """Crosstalk: the strongest echo of a blow on a neighbouring rail, as a part of it."""
    chatter: float
    """Length of the gaps at a pulse's ends, as a part of the usual (20 to 120 us)."""
    drift: float
    """A beam's threshold is off: breaks are longer or shorter by up to this part."""
    jitter_us: int
    static: float
    """Chance of a short pulse on each piezo,"""
    static_us: int
    """and its longest length."""
    noisy_rail: float
    """Chance that in this session one rail's piezo makes pulses of its own, several a minute."""
    crumb: float
    rattle: float
    rehit: float
    """Chance that the net throws a ball back through the beam, once to three times."""
    twin: float
    """Chance that another ball follows the first one into its pocket, 0.4 to 0.9 s behind,"""
    both: float
    """or falls within some milliseconds into another."""
    hand: float
    """Chance that somebody takes balls out of a net after the stroke,"""
    chalk: float
    """puts chalk on a rail,"""
    lean: float
    """leans on one,"""
    thump: float
    """knocks on floor or frame,"""
    placing: float
    """or rolls a ball over the centre line by hand."""
    lamp: float
    """Chance of a lamp that flickers into one pocket for some seconds."""
    supply: float
    """Chance of a dip of the supply that breaks all pocket beams at once."""
    pink: float
    """Part of the balls whose colour the sensor cannot tell."""


CLEAN = Strength(
    *("clean", 0.1, 0.0, 0.0, 0, 0.0, 0, 0.0),
    *(0.0, 0.0, 0.0, 0.0, 0.0),
    *(0.0, 0.0, 0.0, 0.0, 0.0),
    *(0.0, 0.0, 0.0),
)
NOMINAL = Strength(
    *("nominal", 0.3, 1.0, 0.05, 30, 0.05, 120, 0.0),
    *(0.05, 0.05, 0.10, 0.05, 0.02),
    *(0.30, 0.10, 0.02, 0.02, 0.02),
    *(0.0, 0.0, 0.02),
)
ROUGH = Strength(
    *("rough", 0.35, 2.0, 0.15, 80, 0.20, 140, 0.05),
    *(0.15, 0.10, 0.25, 0.05, 0.05),
    *(0.40, 0.20, 0.05, 0.05, 0.05),
    *(0.001, 0.01, 0.05),
)
STRONGEST = Strength(
    *("strongest", 0.4, 3.0, 0.25, 150, 0.50, 148, 0.20),
    *(0.30, 0.20, 0.50, 0.05, 0.05),
    *(0.50, 0.30, 0.10, 0.10, 0.10),
    *(0.003, 0.03, 0.10),
)
STRENGTHS = (CLEAN, NOMINAL, ROUGH, STRONGEST)
