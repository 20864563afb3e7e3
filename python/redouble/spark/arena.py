"""Tournaments on Apache Spark: `python -m redouble.spark arena SPEC... --games N --seed S --out DIR`.

Game i depends on the seed and i alone, so a task is a block of games, played by the extension on one thread, and may be played
again by another worker. What is kept is what `redouble arena --out` keeps, byte for byte but for the file of times; the ordinary
command goes on with it, verifies it and draws it. Spark brings the workers: there is no cluster code here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from redouble import _commands, _core
from redouble.spark.session import path_of, session

# Jobs after which the games are kept: what a driver that is killed loses is a part of this many.
_ROUNDS = 16


class Tournament(NamedTuple):
    """Everything that the games depend on."""

    players: tuple[str, ...]
    seed: int
    board: str = "4x4"
    p4: float = 0.1


class Block(NamedTuple):
    """A task: some games in a row."""

    tournament: Tournament
    first: int
    games: int

    def play(self) -> list[Any]:
        """The games of the block, as rows."""
        return _core.play_games(*self.tournament, self.first, self.games)


def blocks(tournament: Tournament, games: int, done: set[int], size: int) -> Iterator[Block]:
    """The games that are not there yet, in blocks of at most this size."""
    first = None
    for game in range(games + 1):
        open_here = game < games and game not in done
        if first is not None and (not open_here or game - first == size):
            yield Block(tournament, first, game - first)
            first = None
        if open_here and first is None:
            first = game


def arena(
    *players: str,
    games: int,
    seed: int = 1,
    out: str | os.PathLike[str],
    board: str = "4x4",
    p4: float = 0.1,
    master: str = "local[2,4]",
    block: int = 100,
) -> _commands.Arena:
    """Plays a tournament on Spark. Games that are in `out` already are not played again."""
    if block < 1 or games < 1:
        raise ValueError("games and block are at least 1")
    tournament, directory = Tournament(players, seed, board, p4), path_of(out)
    # Before Spark is started: a wrong player or the directory of another experiment is said at once.
    done = set(_core.games_done(directory, *tournament))
    todo = list(blocks(tournament, games, done, block))
    if todo:
        with session(master, "redouble arena") as spark:
            share = -(-len(todo) // _ROUNDS)
            for start in range(0, len(todo), share):
                part = todo[start : start + share]
                played = spark.sparkContext.parallelize(part, len(part)).flatMap(Block.play).collect()
                _core.keep_games(directory, *tournament, played)
    # All games are there: this writes summary, tables and plots.
    return _commands.arena(*players, games=games, seed=seed, board=board, p4=p4, out=directory, progress=False)
