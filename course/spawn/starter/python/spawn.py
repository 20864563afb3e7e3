"""spawn: a new tile appears"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def spawn(board):
    """Your part: places a new tile on the board."""
    for row in board:
        if 0 in row:
            row[row.index(0)] = 2
            return


for case in sys.stdin:
    board = parse(case.strip())
    spawn(board)
    print(show(board))
