"""Counting and tournaments on Apache Spark: `python -m redouble.spark count | arena`.

Spark brings the workers, the extension does the work: there is no cluster code here. A task is a function of bytes or of seeds,
may be done by anybody and twice, and what is kept is what the ordinary commands keep, byte for byte.
"""

from redouble.spark.arena import Block, Tournament, arena, blocks
from redouble.spark.count import count

__all__ = ["Block", "Tournament", "arena", "blocks", "count"]
