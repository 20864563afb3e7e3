"""terms: six numbers that describe a board"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def terms(board):
    """Your part: corner, snake, monotone, edge, pairs, empty."""
    return [0, 0, 0, 0, 0, 0]


for case in sys.stdin:
    print(*terms(parse(case.strip())))
