"""All positions of 4x4 counted on a cluster, layer by layer; see docs/cluster.md.

A layer is one job of three stages, each a function of the extension, bytes in, bytes out:

    frames of the two layers before ── cut ══ by columns ══ compute ══ by rows ══ assemble ── frames of the layer

What a job starts from is the store, and what it leaves is the store of the ordinary command, byte for byte, however the
layer is divided and whoever computes a part twice. A layer counts as done when its file is there: a job that is lost is done again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from redouble import _core, states
from redouble._report import Report
from redouble.spark.session import path_of, session

# A layer and the number of a frame in it.
Frame = tuple[int, int]
Strip = tuple[int, int]
Message = tuple[Frame, bytes]
Say = Callable[[str], object]


class Layer(NamedTuple):
    """A layer, and how it is divided: values of the upper row, from and to."""

    goal: int
    sum: int
    strips: list[Strip]
    frames: int


def cut(layer: Layer, frame: Message) -> list[tuple[int, Message]]:
    """What each strip needs of a frame of the layers before."""
    of, encoded = frame
    messages = _core.part_cut(layer.goal, layer.sum, of, encoded, layer.strips)
    return [(strip, (of, message)) for strip, message in enumerate(messages)]


def compute(layer: Layer, task: tuple[int, Iterable[Message | None]]) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """The rows that a strip has of every frame of the layer; and its counts, as if they were of one frame more."""
    strip, messages = task
    sent = [message for message in messages if message is not None]
    counts, rows = _core.part_compute(layer.goal, layer.sum, layer.strips[strip], sent)
    yield from ((frame, (strip, some)) for frame, some in enumerate(rows))
    yield layer.frames, (strip, counts)


def assemble(layer: Layer, task: tuple[int, Iterable[tuple[int, bytes]]]) -> tuple[int, Any]:
    """A frame from the rows of all strips; of the counts a list."""
    frame, parts = task
    rows = [part for _, part in sorted(parts)]
    return frame, rows if frame == layer.frames else _core.part_assemble(layer.goal, (layer.sum, frame), rows)


def compute_layer(spark: Any, layer: Layer, before: list[Message]) -> tuple[list[bytes], list[tuple[int, bytes]]]:
    """One layer: the counts of its strips, and its frames."""
    context, strips = spark.sparkContext, len(layer.strips)
    # Every strip has a task, also where no message is sent to it.
    tasks = context.parallelize([(strip, None) for strip in range(strips)], strips)
    sent = context.parallelize(before, max(1, min(len(before), 2 * strips))).flatMap(partial(cut, layer))
    rows = tasks.union(sent).groupByKey(strips, int).flatMap(partial(compute, layer))
    frames = rows.groupByKey(min(layer.frames + 1, strips), int).map(partial(assemble, layer))
    found = dict(frames.collect())
    return found[layer.frames], [found[frame] for frame in range(layer.frames)]


def check_memory(goal: int, parts: int, allowed: int) -> int:
    """The memory that a task takes at most; an error if that is more than it may."""
    largest = _core.part_largest(goal)
    needed: int = _core.part_memory(goal, largest, _core.part_strips(goal, largest, parts))
    if needed > allowed:
        raise ValueError(
            f"a task of 4x4 to {goal} in {parts} parts takes up to {needed >> 20} MiB, "
            f"it may take {allowed >> 20} MiB: more --parts, a larger --task-memory, or fewer cores an executor"
        )
    return needed


def _task_memory(spark: Any) -> int:
    """What a task may take: its share of what Python may take on an executor, or of this machine."""
    context = spark.sparkContext
    told = context.getConf().get("spark.executor.pyspark.memory")
    cores = int(context.getConf().get("spark.executor.cores", str(context.defaultParallelism)))
    if told is not None:
        return int(context._jvm.org.apache.spark.util.Utils.byteStringAsBytes(told)) // cores
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // max(1, cores)


def _on_spark(part_count: _core.PartCount, goal: int, states: int, parts: int, spark: Any, say: Say) -> None:
    """Computes layers on Spark, as long as they have so many states."""

    def compute_next() -> None:
        total = part_count.sum
        layer = Layer(goal, total, _core.part_strips(goal, total, parts), _core.part_frames(goal, total))
        part_count.add(*compute_layer(spark, layer, part_count.frames()))
        say(f"layer {total}: {part_count.states} states, on Spark in {len(layer.strips)} parts")

    while part_count.states is None or part_count.states >= max(1, states):
        compute_next()
    if not part_count.is_stored:
        # The afterstates of a layer are counted with the layer behind it.
        compute_next()


def count(
    goal: int,
    store: str | os.PathLike[str],
    *,
    master: str = "local[2,4]",
    resume: bool = False,
    from_states: int = 1_000_000_000,
    parts: int | None = None,
    task_memory: int | None = None,
    keep: str | None = None,
    say: Say = lambda text: None,
) -> Report:
    """Counts 4x4 into a store; layers behind one with `from_states` states are computed on Spark, the others here."""
    directory = path_of(store)
    if resume and not os.path.exists(os.path.join(directory, "manifest")):
        raise ValueError(f"{directory}: there is no store to go on with")
    if parts is not None and parts < 1:
        raise ValueError("parts: at least 1")
    for damage in _core.forget_damaged(directory, goal, keep):
        say(f"{damage}; it and all behind it are made again")
    if from_states > 0:
        _core.count_until(directory, goal, from_states, keep)
    if not _core.PartCount(directory, goal, keep).is_complete:
        with session(master, f"redouble count 4x4 to {goal}") as spark:
            allowed = task_memory or _task_memory(spark)
            wanted = parts or 4 * spark.sparkContext.defaultParallelism
            say(f"a task takes up to {check_memory(goal, wanted, allowed) >> 20} MiB")
            _on_spark(_core.PartCount(directory, goal, keep), goal, from_states, wanted, spark, say)
        # What is left is small, and the end of the game.
        _core.count_until(directory, goal, sys.maxsize, keep)
    return states.count(board="4x4", goal=goal, store=directory, progress=False)
