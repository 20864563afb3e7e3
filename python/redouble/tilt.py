"""`redouble tilt`: 2048 without merging.

A board is text: rows separated by `/`, `.` empty, `o` a tile, `x` a marked tile; or a board of 2048.
"""

from __future__ import annotations

import os

from redouble._commands import _ask, _text
from redouble._report import Report


def adjacent(board: str, *, mark: int | None = None) -> Report:
    """The shortest tilts that bring two marked tiles together, or why none do.

    >>> from redouble import tilt
    >>> tilt.run("x../.../..x", "NE").board
    '.xx/.../...'
    """
    found: Report = _ask("tilt", "adjacent", board, mark=mark)
    return found


def cycles(board: str) -> Report:
    """The cycles of four tilts, and the number of reachable configurations."""
    found: Report = _ask("tilt", "cycles", board)
    return found


def run(board: str, tilts: str) -> Report:
    """The board after tilts such as `NESW` or `SW(NESW)^1000000N`."""
    found: Report = _ask("tilt", "run", board, tilts)
    return found


def reach(start: str, end: str) -> Report:
    """The shortest tilts from one board to another."""
    found: Report = _ask("tilt", "reach", start, end)
    return found


def make(construction: str, *, size: int | None = None, width: int | None = None, height: int | None = None) -> Report:
    """One of the paper's constructions: `rings` of a size, or a `single-cycle` of a width and a height."""
    flags = [f"--{name}={value}" for name, value in (("size", size), ("width", width), ("height", height)) if value is not None]
    found: Report = _ask("tilt", "make", construction, *flags)
    return found


def space(board: str, *, count: bool = False) -> Report:
    """The same in three dimensions: layers separated by `//`."""
    found: Report = _ask("tilt", "space", board, count=count)
    return found


def draw(
    board: str,
    out: str | os.PathLike[str],
    *,
    colour: str = "cycles",
    numbers: bool = False,
    no_arrows: bool = False,
    tilts: str | None = None,
) -> None:
    """Draws a board as SVG."""
    _ask("tilt", "draw", board, out=_text(out), colour=colour, numbers=numbers, no_arrows=no_arrows, tilts=tilts)
