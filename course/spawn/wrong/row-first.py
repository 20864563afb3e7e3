# row-first: a row was chosen first and then a cell in it: cells of rows with few empty ones come more often
import random
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def spawn(board):
    row = random.choice([row for row in board if 0 in row])
    c = random.choice([c for c, cell in enumerate(row) if not cell])
    row[c] = 4 if random.random() < 0.1 else 2


for case in sys.stdin:
    board = parse(case.strip())
    spawn(board)
    print(show(board))
