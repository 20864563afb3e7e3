# one-number: one random number chose both the cell and the tile, so that 4s come in some cells only
import random
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def spawn(board):
    number = random.random()
    empty = empty_cells(board)
    r, c = empty[int(number * len(empty))]
    board[r][c] = 4 if number < 0.1 else 2


for case in sys.stdin:
    board = parse(case.strip())
    spawn(board)
    print(show(board))
