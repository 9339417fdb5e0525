"""The scoreboard on the wall: hears a table's score over MQTT and shows it in digits or on a matrix."""

VERSION = "0.1.0"
