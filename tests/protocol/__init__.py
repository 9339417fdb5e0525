"""The serial link: frames, both ends, and the source that reads a port."""
