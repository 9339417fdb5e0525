"""Messages of a table in the states that a scoreboard must show, built from the product's own payloads."""

from datetime import UTC, datetime, timedelta

import msgspec
from luza import words
from luza.messages import (
    Availability,
    ClockView,
    Confirmation,
    Falling,
    Health,
    Meta,
    Part,
    PocketEvent,
    State,
    Words,
)
from luza.view import Decision, FrameResult, FrameView, MatchView, ShotView, ToRemove

NAMES = ("Анна Соколова", "Борис Щербаков")
LONG_NAMES = (
    "Константин Константинович Рождественский-Преображенский",
    '<b>"Йо́сиф" & Ко</b> 🎱 ' + "Сверхдлинноеимябезпробелов" * 6,
)


def utc(at: datetime | None = None) -> str:
    """The time as payloads carry it."""
    return (at or datetime.now(UTC)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def frame(**changes: object) -> FrameView:
    plain = FrameView(
        number=3,
        breaker=0,
        phase="play",
        score=(4, 6),
        shelf=(4, 6),
        debt=(0, 0),
        at_table=0,
        cue_ball="as_lies",
        object_only=False,
        on_table=6,
        to_spot=0,
        to_remove=ToRemove(),
        decision=None,
    )
    return msgspec.structs.replace(plain, **changes)


def shot(**changes: object) -> ShotView:
    plain = ShotView(
        n=41,
        frame=3,
        player=0,
        verdict="legal",
        fouls=(),
        potted=1,
        delta=(1, 0),
        spotted=0,
        articles=("FREE 21.1",),
    )
    return msgspec.structs.replace(plain, **changes)


def _with_words(state: State) -> State:
    """The words that the controller writes beside these values."""
    if state.match is None or state.game is None or state.frame is None:
        return state
    view = MatchView(
        game=state.game,
        players=state.players,
        frames_won=state.frames_won,
        match_winner=state.match_winner,
        frames=state.frames,
        frame=state.frame,
        shots=() if state.last_shot is None else (state.last_shot,),
    )
    said = words.state_words(
        view, race_to=state.race_to, shot_open=state.shot_open, last_shot=state.last_shot
    )
    return msgspec.structs.replace(state, words=said)


class Table:
    """Makes the messages of one controller's process: `seq` and `rev` grow by themselves."""

    def __init__(self, session: str = "s-1", seq: int = 100) -> None:
        self.session = session
        self.seq = seq
        self.rev = seq

    def envelope(self) -> dict[str, object]:
        self.seq += 1
        return {"session": self.session, "seq": self.seq, "at": utc()}

    def snapshot(self) -> dict[str, object]:
        self.rev += 1
        return self.envelope() | {"rev": self.rev}

    def state(self, **changes: object) -> State:
        plain = State(
            match="m-1",
            game="free",
            players=NAMES,
            race_to=4,
            frames_won=(1, 1),
            match_winner=None,
            frames=(
                FrameResult(number=1, winner=0, draw=False, score=(8, 5), breaker=0),
                FrameResult(number=2, winner=1, draw=False, score=(3, 8), breaker=1),
            ),
            frame=frame(),
            last_shot=shot(),
            shot_open=False,
            falling=(),
            clock=ClockView(),
            needs_confirmation=(),
            words=words.idle(),
            target=8,
        )
        return _with_words(msgspec.structs.replace(plain, **(self.snapshot() | changes)))

    def pocket(self, pocket: str, ball: str | int | None = "object", t: float = 63.2) -> PocketEvent:
        return PocketEvent(**self.envelope(), match="m-1", pocket=pocket, ball=ball, t=t, player=0)

    def meta(self) -> Meta:
        return Meta(
            **self.snapshot(),
            club="luza",
            table="t3",
            club_name="Бильярдный клуб «Луза»",
            table_name="Стол 3",
            games=("free",),
            sensors=("strike", "pocket"),
            versions={"luza": "0.1.0"},
        )

    def availability(self, state: str = "online", since: datetime | None = None) -> Availability:
        return Availability(**self.snapshot(), state=state, since=utc(since))

    def health(self, **parts: Part) -> Health:
        worst = max(
            (part.state for part in parts.values()), key=("ok", "degraded", "fault").index, default="ok"
        )
        return Health(**self.snapshot(), state=worst, parts=parts)

    # ---- the states of a match ----

    def break_(self) -> State:
        return self.state(
            frame=frame(phase="break", score=(0, 0), shelf=(0, 0), cue_ball="house", at_table=0, on_table=16),
            last_shot=shot(frame=2),
        )

    def falling(self) -> State:
        return self.state(
            shot_open=True,
            falling=(Falling("rear-left", "object", 63.2), Falling("middle-right", "cue", 63.9)),
        )

    def foul(self) -> State:
        """A foul by the first player, whose shelf was empty: minus one, and a choice for the second."""
        return self.state(
            frame=frame(
                score=(-1, 3),
                shelf=(0, 3),
                debt=(1, 0),
                at_table=1,
                to_spot=2,
                decision=Decision("after_foul", 1, ("play", "return"), "play"),
            ),
            last_shot=shot(
                verdict="foul",
                fouls=("bad_completion",),
                potted=2,
                delta=(-1, 0),
                spotted=2,
                articles=("FREE 20", "FREE 2.2"),
            ),
        )

    def bad_break(self) -> State:
        names = ("accept", "accept_return", "rebreak", "rebreak_return")
        return self.state(
            frame=frame(
                score=(-1, 0),
                shelf=(0, 0),
                debt=(1, 0),
                at_table=1,
                on_table=16,
                decision=Decision("after_bad_break", 1, names, "accept"),
            ),
            last_shot=shot(
                verdict="foul", fouls=("bad_break",), potted=0, delta=(-1, 0), articles=("FREE 12.1",)
            ),
        )

    def clock(self, left_s: float = 23.4) -> State:
        ends = datetime.now(UTC) + timedelta(seconds=left_s)
        return self.state(
            clock=ClockView(running=True, ends_at=utc(ends), left_s=left_s, limit_s=45.0, extensions=(1, 1))
        )

    def unproven(self) -> State:
        return self.state(
            last_shot=shot(verdict="unproven", potted=0, delta=(0, 0), articles=("FREE 20(2)c",)),
            frame=frame(at_table=1),
            needs_confirmation=(
                Confirmation(
                    "shot-41",
                    Words(
                        "Был ли второй борт? Датчики этого не знают: подтвердите или назовите нарушение",
                        "Was there a second cushion? The sensors cannot tell: confirm or call the foul",
                    ),
                ),
            ),
        )

    def over(self) -> State:
        results = ((8, 5), (3, 8), (8, 1), (9, 0), (6, 8), (8, 7))
        return self.state(
            frames_won=(4, 2),
            match_winner=0,
            frames=tuple(
                FrameResult(number=n, winner=int(a < b), draw=False, score=(a, b), breaker=(n - 1) % 2)
                for n, (a, b) in enumerate(results, 1)
            ),
            frame=frame(number=6, phase="over", score=(8, 7), shelf=(8, 7), at_table=0, on_table=1),
            last_shot=shot(n=77, frame=6),
        )

    def idle(self) -> State:
        return self.state(
            match=None,
            game=None,
            players=(),
            frames_won=(),
            frames=(),
            frame=None,
            last_shot=None,
            idle=True,
        )
