"""The electronics, computed, drawn and netted: `python -m hardware.design` makes all pages anew."""
