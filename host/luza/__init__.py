"""Luza: the controller of a smart table for Russian billiards (pyramid)."""
