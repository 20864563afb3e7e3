"""sampling: different spawns drawn with the right probabilities"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def draw(count, board):
    """Your part: different spawns (row, column, tile) in the order drawn."""
    spawns = [(r, c, tile) for tile in (2, 4) for r, c in empty_cells(board)]
    return spawns[:count]


def mean(pairs):
    """Your part: the mean by strata of pairs (tile, value)."""
    return 0


for case in sys.stdin:
    word, *rest = case.split()
    if word == "draw":
        print(*(f"{r},{c},{tile}" for r, c, tile in draw(int(rest[0]), parse(rest[1]))))
    else:
        print(mean([tuple(map(float, pair.split(":"))) for pair in rest]))
