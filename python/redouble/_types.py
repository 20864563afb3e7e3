"""Types of arguments, for type checkers: nothing imports this module when a program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Union

from numpy.typing import NDArray

from redouble._core import Board, Player

BoardLike = Union[str, int, Board, Sequence[Sequence[int]], NDArray[Any]]
Progress = Callable[[str, "tuple[str, int] | None", int, str, "float | None"], object]


class HasChoose(Protocol):
    """An object that plays. It may have `begin(seed)` and `end(score)` as well."""

    def choose(self, board: Board, /) -> int | str: ...


PlayerLike = Union[str, Player, HasChoose, Callable[[Board], "int | str"]]
