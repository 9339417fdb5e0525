"""The bare path from a port to a broker, for `tests.bench.latency`: read a frame, one commit, one publish.

python -m tests.bench.bare PORT DATABASE BROKER_PORT TOPIC
"""

import os
import sqlite3
import sys

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion


def main() -> None:
    """Goes on until it is killed."""
    port, database, broker, topic = sys.argv[1:]
    descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY)
    disk = sqlite3.connect(database, isolation_level=None)
    disk.execute("PRAGMA journal_mode = WAL")
    disk.execute("PRAGMA synchronous = FULL")
    disk.execute("CREATE TABLE frames (n INTEGER PRIMARY KEY, bytes BLOB)")
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    client.connect("127.0.0.1", int(broker))
    client.loop_start()
    while True:
        frame = os.read(descriptor, 4096)
        while not frame.endswith(b"\0"):
            frame += os.read(descriptor, 4096)
        disk.execute("BEGIN IMMEDIATE")
        disk.execute("INSERT INTO frames (bytes) VALUES (?)", (frame,))
        disk.execute("COMMIT")
        client.publish(topic, frame.hex(), qos=1)


if __name__ == "__main__":
    main()
