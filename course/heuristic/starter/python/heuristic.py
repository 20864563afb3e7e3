"""heuristic: how good is a board?"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def heuristic(board):
    """Your part: the value of the board."""
    return 0


for case in sys.stdin:
    print(heuristic(parse(case.strip())))
