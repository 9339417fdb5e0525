"""Golden sentences as text that a referee can read: what is said of a value, in Russian and in English.

A case is a line that names the value, then its sentences, indented:

    shot free 0 legal potted=2 delta=2,0 articles=FREE 21.1
      Анна: забито 2 шара, +2 (FREE 21.1)
      Anna: ...

`shot GAME PLAYER VERDICT …` is a judged shot, `state GAME …` the words of a table: status, what to do (=),
who chooses (?) between what (-); `frame …` and `match …` are results. Numbers are joined by commas, several
articles by semicolons, and the articles stand last; a line that begins with # is a heading.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from luza.messages import StateWords, Words
from luza.view import Decision, FrameResult, FrameView, MatchView, ShotView, ToRemove
from luza.words import results, shot, state_words

NAMES = ("Анна", "Борис", "Вера", "Глеб")


class Case(msgspec.Struct, frozen=True):
    """One case of a golden file: where it stands, what it is about, what is said."""

    place: str
    value: str
    sentences: tuple[str, ...]


def read(path: Path) -> Iterator[Case]:
    """The cases of a golden file."""
    value, place, said = "", "", []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "#"], 1):
        if line.startswith("  "):
            said.append(line.strip())
        elif line.strip():
            if value:
                yield Case(place, value, tuple(said))
            value, place, said = ("" if line.startswith("#") else line), f"{path.name}:{number}", []


def render(value: str) -> tuple[str, ...]:
    """What the product says of the value, a sentence a line."""
    kind, *rest = value.split(" ")
    return {"shot": _shot, "state": _state, "frame": _frame, "match": _match}[kind](rest)


def _both(words: Words) -> tuple[str, ...]:
    return words.ru, words.en


def _shot(rest: list[str]) -> tuple[str, ...]:
    game, player, verdict, *more = rest
    given = _given(more)
    match = _view(game, {"score": given.get("delta", "0,0")})
    judged = _judged(int(player), verdict, given)
    flags = {name: name in given for name in ("amended", "withdrawn", "awaits_ruling")}
    return _both(shot(match, judged, **flags))


def _judged(player: int, verdict: str, given: dict[str, str]) -> ShotView:
    return ShotView(
        n=1,
        frame=1,
        player=player,
        verdict=verdict,  # type: ignore[arg-type]
        fouls=tuple(filter(None, given.get("fouls", "").split(","))),
        potted=int(given.get("potted", 0)),
        delta=_numbers(given.get("delta", "0,0")),
        spotted=int(given.get("spotted", 0)),
        articles=tuple(filter(None, given.get("articles", "").split(";"))),
    )


def _state(rest: list[str]) -> tuple[str, ...]:
    game, *more = rest
    given = _given(more)
    last = None
    if "last" in given:
        player, verdict, fouls, potted, spotted = given["last"].split("/")
        last = _judged(int(player), verdict, {"fouls": fouls, "potted": potted, "spotted": spotted})
    words = state_words(
        _view(game, given),
        race_to=int(given.get("race", 1)),
        shot_open="open" in given,
        last_shot=last,
    )
    return tuple(_lines(words))


def _lines(words: StateWords) -> Iterator[str]:
    yield from _both(words.status)
    for label, one in (("=", words.instruction), ("?", words.decision)):
        if one is not None:
            yield from (f"{label} {text}" for text in _both(one))
    for one in words.options:
        yield from (f"- {text}" for text in _both(one))


def _frame(rest: list[str]) -> tuple[str, ...]:
    winner, score = rest
    numbers = _numbers(score)
    result = FrameResult(2, None if winner == "draw" else int(winner), winner == "draw", numbers, 0)
    return _both(results.frame_ended(NAMES, result))


def _match(rest: list[str]) -> tuple[str, ...]:
    winner, won = rest
    return _both(results.match_ended(NAMES, _numbers(won), int(winner)))


def _view(game: str, given: dict[str, str]) -> MatchView:
    score = _numbers(given.get("score", "0,0"))
    decision = None
    if "decision" in given:
        kind, by, *options = given["decision"].split("/")
        decision = Decision(kind, None if by == "-" else int(by), tuple(options), options[0])
    remove = ToRemove(*_numbers(given["remove"])) if "remove" in given else ToRemove()
    breaker = given.get("breaker")
    at_table = given.get("at")
    winner = given.get("winner")
    frame = FrameView(
        number=int(given.get("frame", 1)),
        breaker=None if breaker is None else int(breaker),
        phase=given.get("phase", "play"),  # type: ignore[arg-type]
        score=score,
        shelf=tuple(max(0, one) for one in score),
        debt=tuple(max(0, -one) for one in score),
        at_table=None if at_table is None else int(at_table),
        cue_ball=given.get("cue", "as_lies"),  # type: ignore[arg-type]
        object_only=given.get("cue") == "anywhere",
        on_table=int(given.get("on", 16)),
        to_spot=int(given.get("spot", 0)),
        to_remove=remove,
        decision=decision,
        run=int(given.get("run", 0)),
        hanging=int(given.get("hanging", 0)),
    )
    frames: tuple[FrameResult, ...] = ()
    if winner is not None:
        frames = (FrameResult(1, int(winner), False, score, 0),)
    return MatchView(
        game=game,
        players=NAMES[: len(score)],
        frames_won=_numbers(given.get("won", "0,0")),
        match_winner=None if winner is None else int(winner),
        frames=frames,
        frame=frame,
        shots=(),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _given(parts: list[str]) -> dict[str, str]:
    """The name=value parts; a word without = belongs to the value before it (`FREE 21.1`), or is a flag."""
    found: dict[str, str] = {}
    last = ""
    for part in parts:
        name, equals, text = part.partition("=")
        if equals:
            found[name], last = text, name
        elif last == "articles":
            found[last] += f" {part}"
        else:
            found[part] = ""
    return found
