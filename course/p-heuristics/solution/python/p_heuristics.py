"""p-heuristics: a player with an evaluation of its own"""

import random
import sys
from functools import lru_cache

DIRECTIONS = ["up", "right", "down", "left"]


@lru_cache(maxsize=None)
def slide_line(line):
    """The line slid to its front, and the gain."""
    tiles = [tile for tile in line if tile]
    out, gain, i = [], 0, 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(2 * tiles[i])
            gain += 2 * tiles[i]
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return tuple(out + [0] * (len(line) - len(out))), gain


def slide(board, direction):
    """The board, a tuple of rows, after the slide, and the gain; the same board if nothing moves."""
    if direction in ("up", "down"):
        board = tuple(zip(*board))
    if direction in ("right", "down"):
        slid = [slide_line(row[::-1]) for row in board]
        after = tuple(row[::-1] for row, _ in slid)
    else:
        slid = [slide_line(row) for row in board]
        after = tuple(row for row, _ in slid)
    if direction in ("up", "down"):
        after = tuple(zip(*after))
    return after, sum(gain for _, gain in slid)


def moves(board):
    """All legal moves: direction, board after the slide, gain."""
    slid = ((direction, *slide(board, direction)) for direction in DIRECTIONS)
    return [move for move in slid if move[1] != board]


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def put(board, cell, tile):
    """The board with a tile more."""
    r, c = cell
    return board[:r] + (board[r][:c] + (tile,) + board[r][c + 1:],) + board[r + 1:]


def spawn(board):
    """The board with a new tile."""
    return put(board, random.choice(empty_cells(board)), 4 if random.random() < 0.1 else 2)


@lru_cache(maxsize=None)
def line_value(line):
    return line.count(0) + (max(line) > 0 and max(line) in (line[0], line[-1]))


def heuristic(board):
    return sum(map(line_value, board)) + sum(map(line_value, zip(*board)))


def parse(text):
    return tuple(tuple(0 if cell == "." else int(cell) for cell in row.split(",")) for row in text.split("/"))


@lru_cache(maxsize=None)
def worth(line):
    """Empty cells, tiles that can merge, tiles in order."""
    tiles = [tile for tile in line if tile]
    pairs = sum(a == b for a, b in zip(tiles, tiles[1:]))
    ordered = tiles == sorted(tiles) or tiles == sorted(tiles, reverse=True)
    return 3 * line.count(0) + 2 * pairs + 4 * ordered + 2 * (max(line) in (line[0], line[-1]))


def evaluation(board):
    return sum(map(worth, board)) + sum(map(worth, zip(*board)))


def best_slide(board):
    """The value of the best slide; of a lost board little."""
    return max((evaluation(after) for _, after, _ in moves(board)), default=0)


def expected(board):
    """The mean over all cells in which a 2 can come."""
    cells = empty_cells(board)
    return sum(best_slide(put(board, cell, 2)) for cell in cells) / len(cells)


def choose(board):
    return max(moves(board), key=lambda move: expected(move[1]))[0]


for line in sys.stdin:
    words = line.split()
    if words[0] == "redouble-player":
        print("ready", flush=True)
    elif words[0] == "game":
        random.seed(int(words[3]))
    elif words[0] == "move":
        print(choose(parse(words[1])), flush=True)
    elif words[0] == "quit":
        break
