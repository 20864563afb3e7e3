# overwrites: a tile was placed on another one
import random
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def spawn(board):
    row = random.choice(board)
    row[random.randrange(len(row))] = 4 if random.random() < 0.1 else 2


for case in sys.stdin:
    board = parse(case.strip())
    spawn(board)
    print(show(board))
