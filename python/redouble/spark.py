"""Tournaments on Apache Spark: `python -m redouble.spark arena SPEC... --games N --seed S --out DIR`.

Game i depends on the seed and i alone, so a task is a block of games, played by the extension on one thread, and may be played
again by another worker. What is kept is what `redouble arena --out` keeps, byte for byte but for the file of times; the ordinary
command goes on with it, verifies it and draws it. Spark brings the workers: there is no cluster code here.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from redouble import _commands, _core

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


def session(master: str, name: str) -> Any:
    """A Spark session whose workers run this Python; where it is local, its ports are on the loopback."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        raise RuntimeError("Spark needs Java: install a JDK (17 or later) or set JAVA_HOME")
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise RuntimeError("pyspark is not installed: pip install pyspark") from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName(name).master(master)
    if master.startswith("local") or "127.0.0.1" in master:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    return builder.config("spark.ui.enabled", "false").getOrCreate()


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
    tournament = Tournament(players, seed, board, p4)
    # Before Spark is started: a wrong player or the directory of another experiment is said at once.
    done = set(_core.games_done(os.fspath(out), *tournament))
    todo = list(blocks(tournament, games, done, block))
    if todo:
        spark = session(master, "redouble arena")
        try:
            share = -(-len(todo) // _ROUNDS)
            for start in range(0, len(todo), share):
                part = todo[start : start + share]
                played = spark.sparkContext.parallelize(part, len(part)).flatMap(Block.play).collect()
                _core.keep_games(os.fspath(out), *tournament, played)
        finally:
            spark.stop()
    # All games are there: this writes summary, tables and plots.
    return _commands.arena(*players, games=games, seed=seed, board=board, p4=p4, out=out, progress=False)


def main(arguments: list[str] | None = None) -> int:
    """The command line; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m redouble.spark", description="Tournaments on Apache Spark.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("arena", help="play many games of one or more players", description=arena.__doc__)
    command.add_argument("players", nargs="+", metavar="SPEC", help="see `redouble players`")
    command.add_argument("--games", type=int, required=True, help="games of each player")
    command.add_argument("--seed", type=int, default=1, help="the seed of the experiment")
    command.add_argument("--out", required=True, metavar="DIR", help="where results are kept, and gone on with")
    command.add_argument("--board", default="4x4", help="the shape of the board")
    command.add_argument("--p4", type=float, default=0.1, help="the probability of a 4")
    command.add_argument(
        "--master", default="local[2,4]", help="the cluster; local[N] without a number of attempts retries nothing"
    )
    command.add_argument("--block", type=int, default=100, help="games of a task: about 10 s of play")
    options = vars(parser.parse_args(arguments))
    options.pop("command")
    try:
        found = arena(*options.pop("players"), **options)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    for player in found.players:
        print(f"{player.spec:<32} {player.games:>9} games  mean {player.mean:.1f} ({player.ci95[0]:.1f} to {player.ci95[1]:.1f})")
    return 0


if __name__ == "__main__":
    # By its own name, so that workers find what tasks are made of.
    from redouble import spark

    sys.exit(spark.main())
