"""p-mcts: a player that grows a tree of games"""

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


def choose(board):
    """Your part: the direction to slide."""
    return moves(board)[0][0]


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
