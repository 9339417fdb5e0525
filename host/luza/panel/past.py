"""The history of a match: its strokes, runs, figures and the score's graph, from a folded table. Pure."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from luza import words
from luza.entries import parse_entry, parse_header
from luza.errors import LuzaError
from luza.history import Shot
from luza.panel.papers import HistoryShot, HistoryView, PlayerFigures, Point, Run
from luza.panel.saying import at
from luza.table import Table


class About(msgspec.Struct, frozen=True):
    """What the journal knows of a match beside its entries."""

    name: str
    started: str | None
    ended: str | None


def folded(header: str, lines: Iterable[str]) -> Table:
    """The table of a match in the journal; entries that this version's rules do not take are passed over."""
    table = Table(parse_header(header))
    for number, line in enumerate(lines, 2):
        try:
            table.enter(parse_entry(line, number))
        except LuzaError:
            continue
    return table


def history(table: Table, about: About) -> HistoryView:
    """The match as it stands."""
    shots = table.shots
    view = table.brief()
    listed = tuple(_shots(table, shots))
    runs = tuple(_runs(shots))
    return HistoryView(
        match=about.name,
        game=view.game,
        game_words=words.names.game(view.game),
        players=view.players,
        race_to=table.header.race_to,
        started=about.started,
        ended=about.ended,
        frames_won=view.frames_won,
        winner=view.match_winner,
        frames=tuple(words.results.frame_ended(view.players, frame) for frame in view.frames),
        shots=listed,
        runs=runs,
        figures=tuple(_figures(player, listed, runs) for player in range(len(view.players))),
        graph=tuple(_graph(shots)),
    )


def counted(shot: Shot) -> bool:
    """Did a ball that fell in the stroke count?"""
    view = shot.view
    return view is not None and view.potted > 0 and view.verdict in ("legal", "unproven")


def _shots(table: Table, shots: Sequence[Shot]) -> Iterator[HistoryShot]:
    rested: float | None = None
    frame = 0
    for shot in shots:
        view, verdict = shot.view, shot.verdict
        assert view is not None and verdict is not None
        same = rested is not None and view.frame == frame
        time_s = round(max(0.0, at(shot) - (rested or 0.0)), 1) if same else None
        yield HistoryShot(
            n=view.n,
            frame=view.frame,
            player=view.player,
            t=round(at(shot), 1),
            verdict=view.verdict,
            potted=view.potted,
            fouls=view.fouls,
            delta=view.delta,
            score=verdict.frame.score,
            time_s=time_s,
            words=words.shot(table.brief(), view),
        )
        rested, frame = shot.closed_at, view.frame


def _runs(shots: Sequence[Shot]) -> Iterator[Run]:
    """Strokes in a row of one player in one frame, each with a ball that counted."""
    run: list[Shot] = []
    for shot in shots:
        if run and not (counted(shot) and _same_visit(run[-1], shot)):
            yield _run(run)
            run = []
        if counted(shot):
            run.append(shot)
    if run:
        yield _run(run)


def _same_visit(one: Shot, other: Shot) -> bool:
    a, b = one.view, other.view
    return a is not None and b is not None and (a.player, a.frame) == (b.player, b.frame)


def _run(shots: list[Shot]) -> Run:
    views = [shot.view for shot in shots if shot.view is not None]
    first, last = views[0], views[-1]
    return Run(
        frame=first.frame,
        player=first.player,
        first=first.n,
        last=last.n,
        balls=sum(view.potted for view in views),
        points=sum(view.delta[first.player] for view in views),
    )


def _figures(player: int, shots: Sequence[HistoryShot], runs: Sequence[Run]) -> PlayerFigures:
    own = [shot for shot in shots if shot.player == player]
    pots = [shot for shot in own if shot.potted and shot.verdict in ("legal", "unproven")]
    times = [shot.time_s for shot in own if shot.time_s is not None]
    return PlayerFigures(
        strokes=len(own),
        pots=len(pots),
        balls=sum(shot.potted for shot in pots),
        points=sum(max(0, shot.delta[player]) for shot in own),
        fouls=sum(len(shot.fouls) for shot in own if shot.verdict == "foul"),
        potting=round(len(pots) / len(own), 3) if own else None,
        best_run=max((run.balls for run in runs if run.player == player), default=0),
        time_s=round(sum(times) / len(times), 1) if times else None,
        longest_s=max(times, default=None),
    )


def _graph(shots: Sequence[Shot]) -> Iterator[Point]:
    frame = 0
    for shot in shots:
        view, verdict = shot.view, shot.verdict
        assert view is not None and verdict is not None
        if view.frame != frame:
            frame = view.frame
            yield Point(frame, 0, round(at(shot), 1), shot.opened.frame.score)
        yield Point(frame, view.n, round(at(shot), 1), verdict.frame.score)
