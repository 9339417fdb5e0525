"""Who a name means."""

import hashlib
import unicodedata


def same_name(name: str) -> str:
    """What spellings of one name have in common: neither capitals nor spaces nor the dots of «ё» count."""
    plain = unicodedata.normalize("NFC", name).casefold().replace("ё", "е")
    return " ".join(plain.split())


def player_id(name: str) -> str:
    """The id of the player of that name, on every server and after every rebuild: 12 hexadecimal digits."""
    return hashlib.sha256(same_name(name).encode()).hexdigest()[:12]
