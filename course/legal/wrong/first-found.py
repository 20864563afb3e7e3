# first-found: the search stopped at the first legal direction
import sys

DIRECTIONS = ["up", "right", "down", "left"]


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def lines(board, direction):
    """The rows or columns, each read from the wall towards which it slides."""
    if direction in ("up", "down"):
        board = zip(*board)
    return [list(line)[::-1] if direction in ("right", "down") else list(line) for line in board]


def can_move(board, direction):
    """True if the slide changes the board."""
    for line in lines(board, direction):
        for front, back in zip(line, line[1:]):
            if back and (front == 0 or front == back):
                return True
    return False


def legal(board):
    for direction in DIRECTIONS:
        if can_move(board, direction):
            return [direction]
    return []


for case in sys.stdin:
    print(" ".join(legal(parse(case.strip()))) or "none")
