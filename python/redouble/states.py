"""`redouble states`: counting every state of a game, and what is in a store of them."""

from __future__ import annotations

import os

from redouble._commands import _ask, _board, _shape, _text
from redouble._report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from redouble._types import BoardLike, Progress


def count(
    board: str | tuple[int, int] = "4x4",
    *,
    goal: int | None = None,
    store: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    threads: int | None = None,
    memory: str | None = None,
    unfolded: bool = False,
    keep: str | None = None,
    progress: bool | Progress | None = None,
) -> Report:
    """Counts states, losing boards and afterstates, per tile sum and largest tile.

    >>> from redouble import states
    >>> states.count("2x2").states
    74
    """
    options: dict[str, Any] = dict(
        goal=goal, store=store, engine=engine, threads=threads, memory=memory, unfolded=unfolded, keep=keep
    )
    found: Report = _ask("states", "count", f"--board={_shape(board)}", progress=progress, **options)
    return found


def find(board: BoardLike | None = None, *, store: str | os.PathLike[str], rank: int | None = None) -> Report:
    """Whether a board can occur, its number, and a shortest game that leads to it; or which board has a number."""
    words = [] if board is None else [_board(board)]
    found: Report = _ask("states", "find", *(words or [f"--rank={rank}"]), store=store)
    return found


def sample(*, store: str | os.PathLike[str], count: int = 10, seed: int = 1) -> list[Report]:
    """States of a store, each equally likely."""
    drawn: list[dict[str, Any]] = _ask("states", "sample", f"--store={_text(store)}", count=count, seed=seed)
    return [Report(state) for state in drawn]


def bound(board: str | tuple[int, int] = "4x4", *, goal: int = 2048) -> Report:
    """Bounds of the number of states by combinatorics alone."""
    found: Report = _ask("states", "bound", f"--board={_shape(board)}", goal=goal)
    return found


def moves(*, goal: int = 2048, p4: float = 0.1) -> Report:
    """The expected moves to a tile if tiles always found each other."""
    found: Report = _ask("states", "moves", f"--goal={goal}", p4=p4)
    return found


def graph(
    board: str | tuple[int, int], out: str | os.PathLike[str], *, goal: int | None = None, grouped: bool = False, p4: float = 0.1
) -> None:
    """Draws all states of a small game, as .svg or .dot."""
    _ask("states", "graph", f"--out={_text(out)}", board=_shape(board), goal=goal, grouped=grouped, p4=p4)


def verify(
    store: str | os.PathLike[str], *, sample: int = 4, threads: int | None = None, progress: bool | Progress | None = None, **options: Any
) -> Report:
    """Reads a whole store again: checksums, counts, and a sample of states against the rules. All other options are those of
    `redouble states verify`, for example `deep=True`."""
    found: Report = _ask("states", "verify", _text(store), sample=sample, threads=threads, progress=progress, **options)
    return found


def export(store: str | os.PathLike[str], out: str | os.PathLike[str], **options: Any) -> None:
    """Writes the states of a store into a file; the options are those of `redouble states export`."""
    _ask("states", "export", f"--out={_text(out)}", store=store, **options)
