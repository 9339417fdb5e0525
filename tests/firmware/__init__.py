"""Tests of the board's firmware."""
