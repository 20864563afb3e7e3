"""The command line of the Spark jobs."""

from __future__ import annotations

import argparse
import sys

from redouble import spark


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m redouble.spark", description="Counting and tournaments on Apache Spark.")
    commands = parser.add_subparsers(dest="command", required=True)
    cluster = argparse.ArgumentParser(add_help=False)
    cluster.add_argument(
        "--master", default="local[2,4]", help="the cluster; local[N] without a number of attempts retries nothing"
    )
    arena = commands.add_parser(
        "arena", parents=[cluster], help="play many games of one or more players", description=spark.arena.__doc__
    )
    arena.add_argument("players", nargs="+", metavar="SPEC", help="see `redouble players`")
    arena.add_argument("--games", type=int, required=True, help="games of each player")
    arena.add_argument("--seed", type=int, default=1, help="the seed of the experiment")
    arena.add_argument("--out", required=True, metavar="URI", help="where results are kept, and gone on with")
    arena.add_argument("--board", default="4x4", help="the shape of the board")
    arena.add_argument("--p4", type=float, default=0.1, help="the probability of a 4")
    arena.add_argument("--block", type=int, default=100, help="games of a task: about 10 s of play")
    count = commands.add_parser(
        "count", parents=[cluster], help="count all positions of 4x4", description=spark.count.__doc__
    )
    count.add_argument("--goal", type=int, required=True, help="the tile that ends the game, up to 256")
    count.add_argument("--store", required=True, metavar="URI", help="where layers are kept, and gone on with")
    count.add_argument("--resume", action="store_true", help="only go on with a store that is there")
    count.add_argument(
        "--from-states", type=int, default=1_000_000_000, metavar="N",
        help="layers behind one with so many states are computed on Spark, the others here",
    )  # fmt: skip
    count.add_argument("--parts", type=int, help="tasks of a layer; four for every core if not given")
    count.add_argument("--task-memory", type=int, metavar="BYTES", help="what a task may take; its share if not given")
    count.add_argument("--keep", choices=["all", "last"], help="which layers to keep")
    return parser


def _arena(players: list[str], **options: object) -> None:
    for player in spark.arena(*players, **options).players:  # type: ignore[arg-type]
        low, high = player.ci95
        print(f"{player.spec:<32} {player.games:>9} games  mean {player.mean:.1f} ({low:.1f} to {high:.1f})")


def _count(goal: int, store: str, **options: object) -> None:
    found = spark.count(goal, store, say=lambda text: print(text, file=sys.stderr, flush=True), **options)  # type: ignore[arg-type]
    print(f"4x4 to {goal}: {found.states} states, {found.losing} losing boards, {found.afterstates} afterstates")


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; its exit code."""
    options = vars(_arguments().parse_args(arguments))
    try:
        if options.pop("command") == "arena":
            _arena(**options)
        else:
            _count(**options)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
