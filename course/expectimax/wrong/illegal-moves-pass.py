# illegal-moves-pass: moves that change nothing were considered too
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


def heuristic(board):
    return sum(map(line_value, board)) + sum(map(line_value, zip(*board)))


def put(board, r, c, tile):
    return [row[:c] + (tile,) + row[c + 1:] if i == r else row for i, row in enumerate(board)]


def chance(board, depth):
    """The turn of chance: the mean over all new tiles."""
    if depth == 0:
        return heuristic(board)
    if not any(0 in row for row in board):
        return heuristic(board)
    empty = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]
    total = sum(0.9 * choice(put(board, r, c, 2), depth) + 0.1 * choice(put(board, r, c, 4), depth) for r, c in empty)
    return total / len(empty)


def choice(board, depth):
    """Our turn: the largest value of all legal moves."""
    return max(chance(slide(board, direction), depth - 1) for direction in DIRECTIONS)


def best(board, depth):
    """The best direction and its value."""
    values = {direction: chance(slide(board, direction), depth - 1) for direction in DIRECTIONS}
    direction = max(values, key=values.get)
    return direction, values[direction]


for case in sys.stdin:
    depth, text = case.split()
    direction, value = best(parse(text), int(depth))
    print(direction, round(value, 6))
