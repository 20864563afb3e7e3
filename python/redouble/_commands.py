"""The commands of the program as functions."""

from __future__ import annotations

import os

from redouble import _core
from redouble._core import Board, Game, Player
from redouble._report import Report

# Type checkers know this name whoever defines it; `typing`, `json` and tqdm are only loaded by those who need them.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from redouble._types import BoardLike, PlayerLike, Progress


def _loads(text: str) -> Any:
    import json

    return json.loads(text)


class _Bar:
    """Progress by tqdm, where that is installed: without being asked only on a terminal or in a notebook."""

    def __init__(self, wanted: bool | Progress | None) -> None:
        self._wanted = wanted
        self._bar: Any = None
        self._phase = ""
        self.callback: Progress | None = wanted if callable(wanted) else None if wanted is False else self._show

    def _show(self, phase: str, step: tuple[str, int] | None, done: int, unit: str, share: float | None) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        if self._bar is None or phase != self._phase:
            self.close()
            disable = None if self._wanted is None else False
            self._bar = tqdm(total=1.0, desc=phase, disable=disable, leave=False, bar_format="{l_bar}{bar}|{postfix}")
            self._phase = phase
        where = f"{step[0]} {step[1]}, " if step else ""
        self._bar.set_postfix_str(f"{where}{done} {unit}", refresh=False)
        self._bar.n = share if share is not None else 0
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _flags(options: dict[str, Any]) -> list[str]:
    """The options as arguments: what is None or False is left to the program; `lambda_` is how Python can write `lambda`."""
    flags: list[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        flag = "--" + name.rstrip("_").replace("_", "-")
        flags += [flag] if value is True else [f"{flag}={_text(value)}"]
    return flags


def _shape(board: str | tuple[int, int]) -> str:
    return board if isinstance(board, str) else "x".join(str(side) for side in board)


def _board(board: BoardLike) -> str:
    return str(Board(board))


def _ask(*words: str, progress: bool | Progress | None = False, **options: Any) -> Any:
    """What the program says to these arguments."""
    bar = _Bar(progress)
    try:
        said = _loads(_core.request([*words[:-1], *_flags(options), *words[-1:]], None, bar.callback))
    finally:
        bar.close()
    return Report(said) if isinstance(said, dict) else said


def _spec(player: PlayerLike) -> str:
    """How a player is written on the command line; one of Python's own has no spec, and another stands there for it."""
    return player if isinstance(player, str) else player.spec if type(player) is Player else "random"


class Arena(Report):
    """What an arena found. `games_played` has an array for each of entrant, game, score, moves, max_tile and digest."""

    __slots__ = ("games_played",)
    games_played: dict[str, NDArray[np.int64]]

    def __init__(self, data: dict[str, Any], games: dict[str, Any]) -> None:
        super().__init__(data)
        object.__setattr__(self, "games_played", games)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self.games_played)


def arena(
    *players: PlayerLike,
    games: int = 100,
    seed: int = 1,
    threads: int | None = None,
    board: str | tuple[int, int] = "4x4",
    p4: float = 0.1,
    out: str | os.PathLike[str] | None = None,
    keep_games: bool = False,
    progress: bool | Progress | None = None,
) -> Arena:
    """Plays many games of one or more players: specs, `Player`s, functions of a board, or objects with `choose(board)`.

    Game i depends on the seed and i alone, and is game i of `redouble arena --seed`. A player written in Python that raises an
    exception or makes an illegal move gives the game up. With `out` results are kept there, and gone on with.

    >>> from redouble import arena
    >>> found = arena("random", lambda board: board.legal[0], games=20, seed=7)
    >>> [player.games for player in found.players]
    [20, 20]
    """
    if not players:
        raise ValueError("arena: at least one player is needed")
    options = dict(games=games, seed=seed, threads=threads, board=_shape(board), p4=p4, out=out, keep_games=keep_games)
    bar = _Bar(progress)
    try:
        said, played = _core.arena(["arena", *_flags(options), "--", *map(_spec, players)], list(players), bar.callback)
    finally:
        bar.close()
    return Arena(_loads(said), played)


def compare(
    first: PlayerLike,
    second: PlayerLike,
    *,
    tile: int | None = None,
    delta: float | None = None,
    error: float = 0.05,
    games: int = 10_000,
    seed: int = 1,
    board: str | tuple[int, int] = "4x4",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> Report:
    """Plays two players against the same games until it is known which one is stronger.

    >>> from redouble import compare
    >>> compare("random", "greedy", seed=1).verdict
    'second is stronger'
    """
    options = dict(tile=tile, delta=delta, error=error, games=games, seed=seed, board=_shape(board), threads=threads)
    both = [first, second]
    bar = _Bar(progress)
    try:
        said = _core.request(["compare", *_flags(options), "--", *map(_spec, both)], both, bar.callback)
    finally:
        bar.close()
    return Report(_loads(said))


def hint(board: BoardLike, *, player: str | None = None, p4: float = 0.1) -> Report:
    """What every direction is worth, which is best, and why.

    >>> from redouble import hint
    >>> hint("2,2/.,.", player="expectimax:depth=2").best
    'right'
    """
    found: Report = _ask("hint", _board(board), player=player, p4=p4)
    return found


def review(
    game: Game | str | os.PathLike[str], *, player: str | None = None, worst: int = 5, progress: bool | Progress | None = None
) -> Report:
    """What each move of a game gave away: a `Game`, the text of a record, or the name of a file with one."""
    text = game.record() if isinstance(game, Game) else game if isinstance(game, str) and game.startswith("redouble-game ") else None
    if text is None:
        found: Report = _ask("review", _text(game), player=player, worst=worst, progress=progress)
        return found
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "game.record")
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        found = _ask("review", name, player=player, worst=worst, progress=progress)
        return found


def players() -> Report:
    """All players with their parameters, and the evaluations.

    >>> from redouble import players
    >>> "expectimax" in [player.name for player in players().players]
    True
    """
    found: Report = _ask("players")
    return found


def perft(board: str | tuple[int, int] = "4x4", *, plies: int = 6) -> Report:
    """Counts paths and distinct boards per half-ply from the empty board."""
    found: Report = _ask("perft", f"--board={_shape(board)}", plies=plies)
    return found


def move(board: BoardLike, direction: int | str) -> Report:
    """Slides a board in one direction, without a spawn.

    >>> from redouble import move
    >>> move("2,2/.,.", "left").board
    '4,./.,.'
    """
    found: Report = Report(_loads(_core.request(["move", "--json", "--", _board(board), str(direction)], None, None)))
    return found


def train(
    net: str = "4x6",
    *,
    out: str | os.PathLike[str] | None = None,
    games: int | None = None,
    minutes: float | None = None,
    progress: bool | Progress | None = None,
    **options: Any,
) -> Report:
    """Trains an n-tuple network; all other options are those of `redouble train`, for example `board="3x3"`, `restart=True`,
    `lambda_=0.5`.

    The network is then a player: `Player("ntuple:net=FILE")`. Ctrl-C writes a checkpoint first; the same call with `resume=True`
    goes on from it. `progress` is called with phase, step, games, unit and share, and may raise to stop.
    """
    if not isinstance(options.get("board", ""), str):
        options["board"] = _shape(options["board"])
    found: Report = _ask("train", f"--net={net}", out=out, games=games, minutes=minutes, progress=progress, **options)
    return found


class Solution(Report):
    """What perfect play comes to, and what it plays."""

    __slots__ = ("_asked",)
    _asked: dict[str, Any]

    def __init__(self, data: dict[str, Any], asked: dict[str, Any]) -> None:
        super().__init__(data)
        object.__setattr__(self, "_asked", asked)

    def query(self, board: BoardLike) -> Report:
        """What every move of a board is worth under perfect play. Without a store boards of up to 9 cells are solved again."""
        asked = self._asked
        words = ["store"] if asked["store"] is not None else ["goal", "goals", "maximize"]
        found: Report = _ask("solve", "query", _board(board), **{name: asked[name] for name in words})
        return found

    def policy(self, path: str | os.PathLike[str]) -> Report:
        """Writes the moves of perfect play into a small file, as `redouble solve policy` does."""
        found: Report = _ask("solve", "policy", f"--out={_text(path)}", board=self.board, **self._asked)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self._asked)


def solve(
    board: str | tuple[int, int] = "3x3",
    *,
    maximize: str | Sequence[str] = "score",
    goal: int | None = None,
    goals: str | Sequence[int] | None = None,
    store: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    exact: bool = False,
    progress: bool | Progress | None = None,
) -> Solution:
    """Computes the best value of every position, for one or several objectives: score, win, moves, guarantee.

    >>> from redouble import solve
    >>> solution = solve("2x2")
    >>> round(solution.value, 3), solution.query("2,2/.,.").best
    (66.964, 'right')
    """
    asked: dict[str, Any] = dict(maximize=maximize, goal=goal, goals=goals, store=store)
    found = _ask("solve", f"--board={_shape(board)}", threads=threads, exact=exact, progress=progress, **asked)
    return Solution(found.to_dict(), asked)
