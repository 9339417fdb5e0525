"""Tournaments: a log of typed entries, and what they come to. See the README beside this file."""
