"""Home Assistant finds the table by itself: one device, few entities, off unless the settings say otherwise.

Device-based discovery, which Home Assistant reads from 2024.11 on. The entities read the table's ordinary
topics; nothing is published for them but this one retained description.
"""

import msgspec

from luza.locale import say
from luza.mqtt.topics import Topics

PREFIX = "homeassistant"
_PLAYING = "{{ 'ON' if value_json.phase in ('lag', 'break', 'play') else 'OFF' }}"
_SCORE = "{{ value_json.score | join(' : ') if value_json.score else None }}"
_FRAMES = "{{ value_json.frames_won | join(' : ') if value_json.frames_won else None }}"


def topic(topics: Topics) -> str:
    """Where the description of the table's device is retained."""
    return f"{PREFIX}/device/{topics.client_id}/config"


def description(topics: Topics, table_name: str, version: str, language: str) -> bytes:
    """The device of a table and its entities, named in `language` (`ru` or `en`)."""
    small, health = f"{topics.root}/score", f"{topics.root}/health"

    def entity(key: str, platform: str, state_topic: str, template: str, **more: object) -> dict[str, object]:
        words = say(f"home.{key}")
        return {
            "platform": platform,
            "unique_id": f"{topics.client_id}-{key}",
            "name": words.ru if language == "ru" else words.en,
            "state_topic": state_topic,
            "value_template": template,
            **more,
        }

    return msgspec.json.encode(
        {
            "device": {
                "identifiers": [topics.client_id],
                "name": table_name,
                "manufacturer": "Luza",
                "sw_version": version,
            },
            "origin": {"name": "Luza", "sw_version": version},
            "availability_topic": topics.availability,
            "availability_template": "{{ value_json.state }}",
            "qos": 1,
            "components": {
                "score": entity("score", "sensor", small, _SCORE, icon="mdi:billiards"),
                "frames": entity("frames", "sensor", small, _FRAMES, icon="mdi:trophy-outline"),
                "playing": entity("playing", "binary_sensor", small, _PLAYING, device_class="running"),
                "trouble": entity(
                    "trouble",
                    "binary_sensor",
                    health,
                    "{{ 'OFF' if value_json.state == 'ok' else 'ON' }}",
                    device_class="problem",
                    entity_category="diagnostic",
                ),
            },
        }
    )
