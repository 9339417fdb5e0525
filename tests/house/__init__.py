"""Tests of the house itself: what no linter sees."""
