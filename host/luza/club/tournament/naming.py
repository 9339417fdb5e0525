"""What rounds, statuses and prizes are called."""

from luza.club.tournament.bracket import Fixture
from luza.club.tournament.plan import Plan
from luza.club.tournament.prizes import Kind
from luza.locale import say
from luza.messages import Words


def round_name(plan: Plan, fixture: Fixture, rounds: int) -> Words:
    """The round of a fixture; `rounds`: how many the upper bracket has."""
    if fixture.stage == "group":
        if plan.kind == "round_robin":
            return say("tournament.round.all_play_all", round=fixture.round)
        return say("tournament.round.group", group=fixture.group, round=fixture.round)
    if fixture.stage == "third":
        return say("tournament.round.third")
    if fixture.stage == "final":
        return say("tournament.round.grand_again" if fixture.again else "tournament.round.grand")
    if fixture.stage == "lower":
        return say("tournament.round.lower", round=fixture.round)
    if plan.kind == "double":
        return say("tournament.round.upper", round=fixture.round)
    return _knock_out(rounds - fixture.round)


def _knock_out(to_come: int) -> Words:
    """A round by how many come after it."""
    names = ("last", "semi", "quarter")
    if to_come < len(names):
        return say(f"tournament.round.{names[to_come]}")
    words = say("tournament.round.of", n=2**to_come)
    return Words(words.ru, say("tournament.round.of", n=2 ** (to_come + 1)).en)


def prize_name(kind: Kind, number: int = 1) -> Words:
    """What a prize is for; `number`: which of the three for eight in a visit."""
    return say(f"tournament.prize.{kind}", **({"n": number} if kind == "run_8" else {}))
