"""The subscriber's bytes, by the standard: cut anywhere, broken anyhow, and never more memory than it has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza_scoreboard.errors import Lost, Refused
from luza_scoreboard.mqtt import PING_MS, ROOM, SILENCE_MS, Subscriber

TOPICS = ["a/b", "a/c"]
WELCOME = b"\x20\x02\x00\x00"
GRANTED = b"\x90\x04\x00\x01\x01\x01"
CONNECT = b"\x10\x10\x00\x04MQTT\x04\x02\x00\x0f\x00\x04name"
SUBSCRIBE = b"\x82\x0e\x00\x01\x00\x03a/b\x01\x00\x03a/c\x01"


def publish(topic: bytes, payload: bytes, qos: int = 0, number: int = 7) -> bytes:
    """A PUBLISH packet (3.3)."""
    body = len(topic).to_bytes(2, "big") + topic + (number.to_bytes(2, "big") if qos else b"") + payload
    size = b""
    left = len(body)
    while left > 127:
        size += bytes([left & 127 | 128])
        left >>= 7
    return bytes([0x31 | qos << 1]) + size + bytes([left]) + body


class Talk:
    """A subscriber and what it heard and sent."""

    def __init__(self, account: tuple[str, str] | None = None) -> None:
        self.heard: list[tuple[bytes, bytes]] = []
        self.subscriber = Subscriber("name", account, TOPICS, lambda *one: self.heard.append(one))

    def hear(self, *pieces: bytes, now: int = 0) -> None:
        """Bytes from the broker."""
        for piece in pieces:
            self.subscriber.receive(piece, len(piece), now)

    def sent(self) -> bytes:
        """What it wants to send, taken away."""
        data, self.subscriber.outgoing = self.subscriber.outgoing, b""
        return bytes(data)


def test_it_greets_subscribes_and_acknowledges() -> None:
    talk = Talk()
    assert talk.sent() == CONNECT
    talk.hear(WELCOME)
    assert talk.sent() == SUBSCRIBE
    talk.hear(publish(b"a/b", b"early"))  # before the grant: the standard allows it
    assert not talk.subscriber.ready
    talk.hear(GRANTED, publish(b"a/c", b"late", qos=1, number=0x1234))
    assert talk.subscriber.ready
    assert talk.sent() == b"\x40\x02\x12\x34"
    assert talk.heard == [(b"a/b", b"early"), (b"a/c", b"late")]


def test_an_account_goes_along() -> None:
    sent = Talk(("display", "пароль")).sent()
    assert sent[9] == 0xC2
    assert sent.endswith(b"\x00\x07display\x00\x0c" + "пароль".encode())


def test_it_pings_and_notices_silence() -> None:
    talk = Talk()
    talk.subscriber.poll(1000)
    talk.hear(WELCOME, GRANTED, now=1000)
    talk.sent()
    talk.subscriber.poll(999 + PING_MS)
    assert talk.sent() == b""
    talk.subscriber.poll(1000 + PING_MS)
    assert talk.sent() == b"\xc0\x00"
    talk.hear(b"\xd0\x00", now=5100)
    talk.subscriber.poll(5100 + SILENCE_MS)
    with pytest.raises(Lost, match="12 s"):
        talk.subscriber.poll(5101 + SILENCE_MS)


def test_a_broker_that_never_greets_is_given_up() -> None:
    talk = Talk()
    talk.subscriber.poll(0)
    with pytest.raises(Lost, match="12 s"):
        talk.subscriber.poll(SILENCE_MS + 1)


@pytest.mark.parametrize(
    ("code", "word"), [(1, "3.1.1"), (2, "name"), (3, "ready"), (4, "password"), (5, "let this"), (99, "99")]
)
def test_a_no_is_said_in_words(code: int, word: str) -> None:
    with pytest.raises(Refused, match=word):
        Talk().hear(b"\x20\x02\x00" + bytes([code]))


def test_a_topic_that_is_not_granted_is_named() -> None:
    talk = Talk()
    with pytest.raises(Refused, match="a/c"):
        talk.hear(WELCOME, b"\x90\x04\x00\x01\x01\x80")


def test_a_message_longer_than_the_room_is_passed_over() -> None:
    talk = Talk()
    talk.hear(WELCOME, GRANTED)
    talk.sent()
    talk.hear(publish(b"a/b", b"x" * 100_000, qos=1, number=9), publish(b"a/b", b"short"))
    assert talk.heard == [(b"a/b", b"short")]
    assert talk.subscriber.too_long == 1
    assert talk.sent() == b"\x40\x02\x00\x09"  # or it would come for ever
    longest = b"y" * (ROOM - 5)
    talk.hear(publish(b"a/b", longest))
    assert talk.heard[-1] == (b"a/b", longest)


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x20\x01\x00",
        b"\x20\xff\xff\xff\xff\x01",
        GRANTED,
        WELCOME + WELCOME,
        WELCOME + b"\x90\x03\x00\x01\x01",
        WELCOME + b"\x30\x01\x00",
        WELCOME + b"\x30\x03\x00\x09a",
        WELCOME + publish(b"a/b", b"", qos=2),
        WELCOME + b"\xe0\x00",
    ],
)
def test_what_is_no_mqtt_ends_the_connection(data: bytes) -> None:
    with pytest.raises(Lost):
        Talk().hear(data)


@settings(max_examples=60)
@given(st.binary(max_size=60))
def test_noise_ends_the_connection_or_is_passed_over(noise: bytes) -> None:
    talk = Talk()
    talk.hear(WELCOME, GRANTED)
    try:
        talk.hear(noise)
    except Lost:
        pass


def test_it_does_not_matter_where_the_stream_is_cut() -> None:
    stream = WELCOME + GRANTED + publish(b"a/b", b"1", qos=1) + b"\xd0\x00" + publish(b"a/c", b"2" * 200)
    for cut in range(len(stream)):
        talk = Talk()
        talk.hear(stream[:cut], stream[cut:])
        assert talk.heard == [(b"a/b", b"1"), (b"a/c", b"2" * 200)]
    talk = Talk()
    talk.hear(*(bytes([byte]) for byte in stream))
    assert len(talk.heard) == 2
