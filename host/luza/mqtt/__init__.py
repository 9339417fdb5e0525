"""MQTT: what the journal's outbox holds goes out, commands come in, and a broker may come and go.

`publisher` is the way in; everything else serves it. The topics and payloads are described in `protocol/`.
"""
