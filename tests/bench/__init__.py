"""Measurements: commands that print JSON; none of them is a test."""
