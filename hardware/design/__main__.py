"""Makes everything that is made: drawings, parts pages, figures, netlist. `--check` only says what is old."""

import sys

from luza.sources.pins import read_pins

from hardware.design.netlist import Schematic
from hardware.design.pages import HARDWARE, made


def main() -> int:
    """0: done, or nothing was old; 1: something was old and is to be made anew."""
    check = "--check" in sys.argv[1:]
    Schematic(read_pins()).check()
    old = 0
    for name, text in made().items():
        path = HARDWARE / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        old += 1
        print(f"hardware/{name}", "is old" if check else "is made anew")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main())
