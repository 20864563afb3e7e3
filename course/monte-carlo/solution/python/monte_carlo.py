"""monte-carlo: moves tried out by playing on at random"""

import random
import sys
from functools import lru_cache

DIRECTIONS = ["up", "right", "down", "left"]


def parse(text):
    return [tuple(0 if cell == "." else int(cell) for cell in row.split(",")) for row in text.split("/")]


@lru_cache(maxsize=None)
def slide_line(line):
    tiles = [tile for tile in line if tile]
    out, i = [], 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(2 * tiles[i])
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return tuple(out + [0] * (len(line) - len(out)))


@lru_cache(maxsize=None)
def line_value(line):
    return line.count(0) + (max(line) > 0 and max(line) in (line[0], line[-1]))


def slide(board, direction):
    """The board, a list of tuples, after the slide."""
    if direction in ("up", "down"):
        board = list(zip(*board))
    if direction in ("right", "down"):
        board = [slide_line(row[::-1])[::-1] for row in board]
    else:
        board = [slide_line(row) for row in board]
    return list(zip(*board)) if direction in ("up", "down") else board


def legal(board):
    return [direction for direction in DIRECTIONS if slide(board, direction) != board]


def heuristic(board):
    return sum(map(line_value, board)) + sum(map(line_value, zip(*board)))


def spawn(board):
    """The board with a new tile."""
    r, c = random.choice([(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell])
    tile = 4 if random.random() < 0.1 else 2
    return [row[:c] + (tile,) + row[c + 1:] if i == r else row for i, row in enumerate(board)]


def run(board, direction, depth):
    """The value of the board after a deliberate move and random ones."""
    board = spawn(slide(board, direction))
    for _ in range(depth - 1):
        moves = legal(board)
        if not moves:
            break
        board = spawn(slide(board, random.choice(moves)))
    return heuristic(board)


for case in sys.stdin:
    depth, runs, text = case.split()
    board = parse(text)
    means = {}
    for direction in legal(board):
        means[direction] = sum(run(board, direction, int(depth)) for _ in range(int(runs))) / int(runs)
    best = max(means, key=means.get)
    print(best, *(f"{direction}:{mean:.4f}" for direction, mean in means.items()))
