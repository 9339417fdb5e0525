"""Labelled traces of a whole table at several strengths of disturbance; what the detectors make of them."""
