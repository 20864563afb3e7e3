"""The 2048 laboratory: rules, fast games, players, experiments, exact solutions.

The same boards, seeds and games as the program `redouble`; `python -m redouble` is that program. Module-level functions have the
names, options and defaults of its commands and return what they say with `--json`.

>>> import redouble
>>> redouble.Game(seed=1).board == redouble.Batch(1, seed=1).board(0)
True
>>> redouble.move("2,2/.,.", "left").gained
4
"""

from __future__ import annotations

import sys

from redouble._commands import arena, compare, hint, move, perft, players, review, solve, train
from redouble._core import Batch, Board, Finished, Game, Player, State
from redouble._report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from redouble import duel as duel
    from redouble import envs as envs
    from redouble import sb3 as sb3
    from redouble import states, tilt
    from redouble import text as text
    from redouble._direction import Direction

ACTIONS = ("up", "right", "down", "left")

# Not the modules that need more than numpy, so that `from redouble import *` does not need it either.
__all__ = [
    "ACTIONS",
    "Batch",
    "Board",
    "Direction",
    "Finished",
    "Game",
    "Player",
    "Report",
    "State",
    "arena",
    "compare",
    "hint",
    "move",
    "perft",
    "players",
    "review",
    "solve",
    "states",
    "tilt",
    "train",
]

_SUBMODULES = ("duel", "envs", "sb3", "states", "text", "tilt")


def __getattr__(name: str) -> Any:
    """What is loaded when it is first asked for: environments import numpy and Gymnasium, which take longer than all the rest."""
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module(f"redouble.{name}")
    if name == "Direction":
        from redouble._direction import Direction

        return Direction
    raise AttributeError(f"module 'redouble' has no attribute {name!r}")


# Gymnasium finds environments that were registered before. Whoever has imported it gets ours at once; with
# `import redouble.envs` or `gymnasium.make("redouble:redouble/Game2048-v0")` the order does not matter.
if sys.modules.get("gymnasium"):
    import redouble.envs as _envs  # noqa: F401
