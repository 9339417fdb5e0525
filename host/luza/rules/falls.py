"""What left the surface: balls potted, balls that fell by themselves, that jumped, that people took off."""

from luza.facts import Ball, Contact, OffTable, Pocket
from luza.rules.frame import NOTHING, Frame, change
from luza.rules.game import Case, Game, Pots, Stroke
from luza.view import ToRemove


def hung_balls(stroke: Stroke) -> list[Pocket]:
    """The balls that fell by themselves from a pocket's edge and are put back (FREE 22A.1): as somebody saw,
    or as is plain where the first contact was felt and came after the fall."""
    plain = _fell_untouched(stroke)
    if not stroke.incidents:
        return plain
    falls = [fact for fact in stroke.facts if isinstance(fact, Pocket)]
    said: list[int] = []
    for incident in stroke.incidents:
        if incident.case == "fell_while_aiming":
            return []
        if incident.case == "hanging_fell":
            likely = [
                (fact in plain, fact.ball == incident.ball, i)
                for i, fact in enumerate(falls)
                if i not in said
                and incident.pocket in (None, fact.pocket)
                and (incident.ball is None or fact.ball in (incident.ball, None, "object"))
            ]
            if likely:
                said.append(max(likely)[2])
    return plain + [falls[i] for i in said if falls[i] not in plain]


def _fell_untouched(stroke: Stroke) -> list[Pocket]:
    """The balls that fell before any ball but the struck one can have moved."""
    early: list[Pocket] = []
    if "contact" in stroke.sensors or "first_contact" in stroke.sensors:
        for fact in stroke.facts:
            if fact.__class__ is Contact:
                return early
            if fact.__class__ is Pocket:
                early.append(fact)
    return []


def pots_of(game: Game, frame: Frame, stroke: Stroke, hung: list[Pocket]) -> tuple[Pots, int]:
    """What fell in the stroke, and how many falls are more than the table can have held.

    A number that falls twice in a stroke, a second cue ball and a ball too many are the sensors' fault:
    flagged, never scored. Where a ball is worth its number, one that had fallen before was misread: its
    number is asked for.
    """
    objects: list[Pocket] = []
    own: list[Pocket] = []
    falls: list[Pocket] = []
    numbers: set[Ball] = set()
    room = frame.on_table - (0 if game.any_ball else 1)
    excess = 0
    for fact in stroke.facts:
        if fact.__class__ is not Pocket or (hung and any(fact is one for one in hung)):
            continue
        ball = fact.ball
        if ball == "cue" and not game.any_ball:
            if own:
                excess += 1
            else:
                own.append(fact)
                falls.append(fact)
        elif len(objects) >= room or (isinstance(ball, int) and ball in numbers):
            excess += 1
        else:
            if isinstance(ball, int):
                numbers.add(ball)
                if frame.balls is not None and ball not in frame.balls:
                    fact = Pocket(fact.t, fact.pocket, "object")
            objects.append(fact)
            falls.append(fact)
    return Pots(tuple(objects), tuple(own), tuple(falls)), excess


def numbers_of(pots: Pots) -> frozenset[int]:
    """The numbers of the balls that fell in the stroke."""
    return frozenset(pot.ball for pot in pots.falls if isinstance(pot.ball, int))


def count_jumps(case: Case) -> None:
    """Counts the balls that left the table (GEN 6.1, FREE 22B.1).

    One that came back from a lamp or a person only the referee can have seen: he calls it (GEN 6.2, 6.3;
    FREE 22B.2; AMB-26), in a game that punishes the cue ball alone of that ball.
    """
    left = [fact.ball for fact in case.stroke.facts if fact.__class__ is OffTable]
    for incident in case.stroke.incidents:
        if incident.case in ("on_rail", "cue_returned"):
            ball = "cue" if incident.case == "cue_returned" else incident.ball
            left = [one for one in left if ball is not None and one not in (ball, None)]
    if "off_table" in case.stroke.called and "cue" not in left:
        if not case.game.jumped_foul:
            left = ["cue", *(ball for ball in left if ball is not None)]
        elif not left:
            left = [None]
    case.cue_jumped = "cue" in left and not case.game.any_ball
    case.jumped = len(left) - case.cue_jumped
    room = case.frame.on_table - len(case.pots.objects) - (0 if case.game.any_ball else 1)
    case.jumped = min(case.jumped, max(0, room))


def fell_between(frame: Frame, ball: Ball | None) -> Frame:
    """A ball fell while no stroke was played. Where one is to be taken off for an own ball or a penalty, or
    was said to have been, it is that one, dropped through a pocket by hand; else it hung at the pocket's edge
    and goes back there (FREE 22A.1). Neither is scored."""
    if frame.phase != "play":
        return frame
    if ball != "cue" and frame.lifted:
        return change(frame, lifted=frame.lifted - 1)
    if ball != "cue" and frame.to_remove.n:
        return change(_taken(frame, ball), dropped=frame.dropped + 1)
    return change(frame, to_spot=frame.to_spot + 1, hanging=frame.hanging + 1)


def said_removed(frame: Frame, ball: Ball | None) -> Frame:
    """Somebody says which ball was taken off: one that is due, or one that was dropped through a pocket."""
    if frame.to_remove.n:
        return change(_taken(frame, ball), lifted=frame.lifted + 1)
    return change(_out(frame, ball), dropped=frame.dropped - 1)


def _taken(frame: Frame, ball: Ball | None) -> Frame:
    due = frame.to_remove
    return change(_out(frame, ball), to_remove=ToRemove(due.by, due.n - 1) if due.n > 1 else NOTHING)


def _out(frame: Frame, ball: Ball | None) -> Frame:
    return change(frame, out=frame.out | {ball}) if isinstance(ball, int) else frame
