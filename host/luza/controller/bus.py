"""From the controller to whoever listens in this process: the same payloads that MQTT carries.

A subscriber first gets every retained topic as it stands, then what is told, in order. One that does not
keep up is let go; it subscribes again and gets the retained topics anew: late, but never a false state.
"""

import asyncio
from collections import deque
from typing import Self

import msgspec

BEHIND_AFTER = 256
"""Messages that may wait for one subscriber, beside those that it began with."""


class Post(msgspec.Struct, frozen=True):
    """One message. `topic` counts from the table's root (`state`, `event/shot`); `payload` is JSON, or empty
    where a retained topic is taken back."""

    seq: int
    topic: str
    payload: bytes
    retain: bool


class Subscription:
    """What one listener has still to read: an asynchronous iterator of (topic, payload), and the context
    manager that ends it."""

    def __init__(self, bus: "Bus") -> None:
        self._bus = bus
        self._waiting = deque(bus.held())
        self._began_with = len(self._waiting)
        self._something = asyncio.Event()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[str, bytes]:
        """The next message; may be cancelled without losing one."""
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            self._something.clear()
            await self._something.wait()
        post = self._waiting.popleft()
        return post.topic, post.payload

    def put(self, post: Post) -> None:
        """The bus hands on a message."""
        self._waiting.append(post)
        if len(self._waiting) > self._began_with + BEHIND_AFTER:
            self._waiting.clear()
            self.close()
        self._something.set()

    def close(self) -> None:
        """Nothing more is handed on; what was may still be read."""
        self._closed = True
        self._bus.leave(self)
        self._something.set()


class Bus:
    """Keeps the newest of each retained topic and hands messages to the subscribers."""

    def __init__(self) -> None:
        self._held: dict[str, Post] = {}
        self._subscriptions: set[Subscription] = set()

    def subscribe(self) -> Subscription:
        """A new subscription, which starts with the retained topics."""
        subscription = Subscription(self)
        self._subscriptions.add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Hands nothing more to it."""
        self._subscriptions.discard(subscription)

    def held(self) -> list[Post]:
        """The newest of each retained topic, in the order of `seq`."""
        return sorted(self._held.values(), key=lambda post: post.seq)

    def publish(self, posts: list[Post]) -> None:
        """Hands the messages to every subscriber; called after their commit."""
        for post in posts:
            if post.retain and post.payload:
                self._held[post.topic] = post
            elif post.retain:
                self._held.pop(post.topic, None)
            for subscription in list(self._subscriptions):
                subscription.put(post)

    def close(self) -> None:
        """Ends every subscription."""
        for subscription in list(self._subscriptions):
            subscription.close()
