"""What a manager does about players: names, notes, and doubles who are one person. Each can be undone."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from luza.club.history.models import Player
from luza.club.history.names import player_id
from luza.club.history.scope import Roots
from luza.errors import LuzaError
from luza.locale import say
from luza.messages import Words

NAME_MOST = 200
NOTE_MOST = 2000


class PlayerRefused(LuzaError):
    """What was asked for about a player cannot be done; nothing has changed. `words` say why."""

    exit_status = 2

    def __init__(self, code: str, **values: str) -> None:
        self.code = code
        self.words: Words = say(f"history.{code}", **values)
        super().__init__(self.words.en)


def enter(session: Session, name: str, note: str = "") -> Player:
    """The player of that name, entered where new."""
    name = _name(name)
    found = session.get(Player, player_id(name))
    if found is None:
        found = Player(id=player_id(name), name=name, note=_note(note), merged_into=None)
        session.add(found)
        session.flush()
    return found


def change(session: Session, player: str, name: str | None = None, note: str | None = None) -> Player:
    """Another spelling of the name, or another note; who is meant stays the same."""
    found = _found(session, player)
    if name is not None:
        found.name = _name(name)
    if note is not None:
        found.note = _note(note)
    return found


def merge(session: Session, double: str, into: str) -> Player:
    """From now on all that `double` played counts for `into`; nothing of it is lost."""
    found, other = _found(session, double), _found(session, into)
    if found.merged_into is not None:
        raise PlayerRefused("merged_already", name=found.name)
    if Roots(session).of(other.id) == found.id:
        raise PlayerRefused("merge_circle", name=found.name, other=other.name)
    found.merged_into = other.id
    return found


def part(session: Session, double: str) -> Player:
    """Takes a merge back: what `double` played counts for itself again."""
    found = _found(session, double)
    if found.merged_into is None:
        raise PlayerRefused("not_merged", name=found.name)
    found.merged_into = None
    return found


def doubles(session: Session, player: str) -> list[Player]:
    """The players who count for this one."""
    ids = [one for one in Roots(session).group(player) if one != player]
    return list(session.scalars(select(Player).where(Player.id.in_(ids)).order_by(Player.name)))


def _found(session: Session, player: str) -> Player:
    found = session.get(Player, player)
    if found is None:
        raise PlayerRefused("no_such_player", id=player)
    return found


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > NAME_MOST or not name.isprintable():
        raise PlayerRefused("bad_name", most=str(NAME_MOST))
    return name


def _note(note: str) -> str:
    if len(note) > NOTE_MOST:
        raise PlayerRefused("long_note", most=str(NOTE_MOST))
    return note.strip()
