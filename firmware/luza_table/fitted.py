"""The dictionary: what this board is fitted with, and what its numbers mean, for a host that reads JSON."""

import json

from luza_link import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from luza_table.settings import Settings

_VALUES = {
    m.POCKET: "ms the beam was broken",
    m.CUSHION: "us the comparator was active: the knock's strength on a logarithmic scale",
    m.CENTRE_LINE: "1 towards the pyramid, -1 towards the house, 0 not known",
    m.STRIKE: "us the comparator was active",
    m.CONTACT: "us the comparator was active",
    m.REST: "",
    m.HEALTH: ", ".join([str(value) + " " + name for value, name in enumerate(m.HEALTH_NAMES)]),
}


def dictionary(settings: "Settings") -> bytes:
    """The dictionary as UTF-8 JSON."""
    fitted = list(settings.pins) + list(settings.sampled)
    channels = {
        m.POCKET: m.POCKET_NAMES,
        m.CUSHION: m.CUSHION_NAMES,
        m.HEALTH: m.INPUT_NAMES,
    }
    return json.dumps(
        {
            "format": 1,
            "name": settings.name,
            "revision": settings.revision,
            "names": settings.names,
            "sensors": settings.sensors(),
            "inputs": [m.INPUT_NAMES[number] for number in sorted(fitted)]
            + [m.INPUT_NAMES[m.INPUT_COLOUR + channel] for channel in sorted(settings.colour_ports)],
            "kinds": [
                {
                    "id": kind,
                    "name": m.KIND_NAMES[kind],
                    "channels": list(channels.get(kind, ("",))),
                    "value": _VALUES[kind],
                }
                for kind in sorted(_VALUES)
            ],
            "flags": {"cue": m.FLAG_CUE, "object": m.FLAG_OBJECT, "doubtful": m.FLAG_DOUBTFUL},
            "time": "us since the board's start",
        }
    ).encode()
