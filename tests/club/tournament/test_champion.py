"""Whoever withdraws, never comes or is corrected: a schedule has exactly one champion in the end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luza.club.tournament.entries import Annulled, Assigned, Corrected, Reported, Withdrew
from luza.club.tournament.fold import Tournament
from luza.club.tournament.plan import Kind, Races
from luza.club.tournament.refusal import NotTaken
from luza.club.tournament.state import ON_TABLE

from tests.club.tournament.desk import Desk

KINDS: tuple[Kind, ...] = ("single", "double", "groups", "round_robin")
SHORT = Races((1,), (), None, 1)


def play_out(kind: Kind, entrants: int, chance: random.Random, trouble: float = 0.15) -> Desk:
    """Plays a tournament to its end; now and then somebody withdraws or a result is changed."""
    groups = max(1, entrants // 4)
    third = chance.random() < 0.5
    advance = chance.choice((1, 2)) if entrants >= 3 * groups else 1
    names = [f"p{n}" for n in range(entrants)]
    plan = {"races": SHORT, "third_place": third, "groups": groups, "advance": advance}
    desk = Desk(kind, *names, tables=3, reset=chance.random() < 0.8, **plan)
    for _ in range(40 * entrants):
        ready = [m for m in desk.resolved.meetings.values() if m.ready]
        if not ready:
            break
        if chance.random() < trouble:
            meddle(desk, chance)
            continue
        meeting = chance.choice(ready)
        match, game = meeting.fixture.id, meeting.game
        if game is None or game.status not in ON_TABLE:
            free = desk.state.free_tables()
            if free and all(desk.state.playing(id) is None for id in meeting.pair or ()):
                desk(Assigned(match, free[0]))
                continue
            match = next(g.id for g in desk.state.games.values() if g.status in ON_TABLE)
        desk(Reported(match, chance.choice(((1, 0), (0, 1))), "table"))
    return desk


def meddle(desk: Desk, chance: random.Random) -> None:
    """Somebody is out, or the organiser changes a result; what is refused changes nothing."""
    before = desk.state
    done = [g.id for g in before.games.values() if g.status == "done"]
    what = chance.random()
    try:
        if what < 0.5 or not done:
            desk(Withdrew(chance.choice(tuple(before.entrants)), "withdrew", "conceded"))
        elif what < 0.9:
            desk(Corrected(chance.choice(done), chance.choice(((1, 0), (0, 1))), "misheard"))
        else:
            desk(Annulled(chance.choice(done), "misheard"))
    except NotTaken as refusal:
        assert refusal.words.ru
        assert desk.state == before


def check(desk: Desk) -> None:
    """One champion, nothing left to play, and the log folds to the same state again."""
    resolved = desk.resolved
    assert resolved.champion in desk.state.entrants
    assert not [m for m in resolved.meetings.values() if m.how == "open"]
    assert Tournament.of(desk.tournament.entries).state == desk.state
    out = {one.id for one in desk.state.entrants.values() if one.out is not None}
    stayed = [m for m in resolved.meetings.values() if m.how == "walkover" and m.loser not in out]
    assert not stayed, "nobody who is there loses without playing"


@pytest.mark.parametrize("entrants", [2, 3, 5, 13, 16, 31, 64])
@pytest.mark.parametrize("kind", KINDS)
def test_exactly_one_champion(kind: Kind, entrants: int) -> None:
    if kind in ("round_robin", "groups"):
        entrants = {2: 6, 3: 7, 31: 10, 64: 12}.get(entrants, entrants)
    check(play_out(kind, entrants, random.Random(entrants)))


@settings(max_examples=15)
@given(st.sampled_from(KINDS), st.integers(5, 14), st.integers(0, 2**32), st.floats(0.0, 0.6))
def test_exactly_one_champion_in_any_course(kind: Kind, entrants: int, seed: int, trouble: float) -> None:
    check(play_out(kind, entrants, random.Random(seed), trouble))


@pytest.mark.parametrize("kind", ["single", "double"])
def test_all_but_one_never_come(kind: Kind) -> None:
    """The last one is the champion without a ball played; and he cannot withdraw from that."""
    names = [f"p{n}" for n in range(11)]
    desk = Desk(kind, *names)
    for name in names:
        if name != "p7":
            desk.gone(name, reason="no_show")
    assert desk.resolved.champion == "p7"
    with pytest.raises(NotTaken, match="decided already, the winner is p7"):
        desk.gone("p7")
