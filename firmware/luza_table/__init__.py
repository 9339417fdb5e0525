"""What runs on the board under the table: edges at pins in, facts of play out."""

VERSION = "0.2.0"
"""The firmware's version, told to the host in HELLO."""

FAR = 1 << 62
"""A time that never comes: 146 thousand years of microseconds."""
