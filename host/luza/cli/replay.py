"""`luza replay FILE`: what a recording comes to."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from luza.errors import BadEntry, Refused
from luza.replay import replay as run
from luza.view import MatchView

BAD_INPUT = 2


def replay(
    file: Annotated[Path, typer.Argument(help="A table log (*.tlog); - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Reads a table log, judges it and prints the result.

    Exit status 2 at the first line that is malformed or cannot apply, with its number and the reason.
    """
    try:
        lines = sys.stdin.buffer.readlines() if str(file) == "-" else file.read_bytes().splitlines()
    except OSError as problem:
        typer.echo(f"{file}: {problem.strerror}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    try:
        view = run(lines).view()
    except (BadEntry, Refused) as problem:
        typer.echo(f"{file}: {problem}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    if as_json:
        sys.stdout.write(msgspec.json.encode(view).decode() + "\n")
    else:
        typer.echo(_table(view))


def _table(view: MatchView) -> str:
    """The result for a person: frames, then shots, a line each."""
    lines = [f"{view.game}: " + " – ".join(view.players) + "  " + ":".join(map(str, view.frames_won))]
    for result in view.frames:
        winner = "draw" if result.winner is None else view.players[result.winner]
        lines.append(f"  frame {result.number}  {':'.join(map(str, result.score))}  {winner}")
    frame = view.frame
    lines.append(f"  now   {frame.number}  {':'.join(map(str, frame.score))}  {frame.phase}")
    for shot in view.shots:
        what = ", ".join(shot.fouls) or ", ".join(shot.articles)
        delta = " ".join(f"{d:+d}" for d in shot.delta)
        lines.append(f"  {shot.n:4d}  {view.players[shot.player]:12s} {shot.verdict:9s} {delta:8s} {what}")
    return "\n".join(lines)
