"""What a broker holds for the table, held against what it should hold."""

from collections.abc import Mapping

from luza.journal import Journal
from luza.mqtt.topics import PREFIX, Topics


def settle(journal: Journal, topics: Topics, beside: Mapping[str, bytes]) -> None:
    """Queues what makes the broker hold no retained topic too many and none too few, in one transaction.

    `beside`: what is retained outside of the table's root, by topic, whole. Every other topic that is not
    under the root is taken back: the table had another name once, or something was switched off. Raises
    JournalError.
    """
    held = {row.topic: row.payload for row in journal.outbox.retained()}
    own = f"{topics.root}/"
    gone = [topic for topic in held if not topic.startswith(own) and topic not in beside]
    new = {topic: payload for topic, payload in beside.items() if held.get(topic) != payload}
    # The availability goes beside the outbox, so it is not among what is held: an earlier name's goes too.
    roots = {topic.rpartition("/table/") for topic in gone if topic.startswith(f"{PREFIX}/")}
    farewells = {f"{club}/table/{rest.partition('/')[0]}/availability" for club, _, rest in roots}
    if not gone and not new:
        return
    with journal.transaction() as work:
        for topic in gone:
            work.clear(topic)
        for topic in farewells:
            work.snapshot(work.next_seq(), topic, b"")
        for topic, payload in new.items():
            work.snapshot(work.next_seq(), topic, payload)
