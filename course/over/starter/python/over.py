"""over: is the game over?"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    """Your part: True if no move is left."""
    return False


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
