"""A table without a table: the board's real firmware, with pin edges made from simulated play."""
