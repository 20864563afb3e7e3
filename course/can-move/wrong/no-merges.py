# no-merges: only room was looked for; equal neighbours move too, because they merge
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def lines(board, direction):
    """The rows or columns, each read from the wall towards which it slides."""
    if direction in ("up", "down"):
        board = zip(*board)
    return [list(line)[::-1] if direction in ("right", "down") else list(line) for line in board]


def can_move(board, direction):
    for line in lines(board, direction):
        for front, back in zip(line, line[1:]):
            if front == 0 and back:
                return True
    return False


for case in sys.stdin:
    board, direction = case.split()
    print("yes" if can_move(parse(board), direction) else "no")
