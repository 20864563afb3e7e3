"""`Direction`, apart from the rest: whoever does not use it does not load `enum`."""

from enum import IntEnum


class Direction(IntEnum):
    """The four moves. Wherever a direction is wanted its number and its name do as well."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3
