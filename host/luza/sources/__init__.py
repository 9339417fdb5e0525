"""Where facts come from: the serial link, pins of the Pi, the simulator."""
