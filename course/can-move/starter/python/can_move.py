"""can-move: is the move legal?"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def can_move(board, direction):
    """Your part: True if the slide changes the board."""
    return True


for case in sys.stdin:
    board, direction = case.split()
    print("yes" if can_move(parse(board), direction) else "no")
