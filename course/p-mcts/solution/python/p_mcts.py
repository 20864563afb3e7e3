"""p-mcts: a player that grows a tree of games"""

import math
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


ITERATIONS, ROLLOUT, EXPLORATION = 40, 4, 4.0


class Node:
    """A board whose turn it is to slide, and what is known about each of its moves."""

    def __init__(self, board):
        self.options = moves(board)
        self.visits = [0] * len(self.options)
        self.totals = [0.0] * len(self.options)
        self.children = {}  # by move and board

    def promising(self):
        """The move to try next: each once, then the best upper bound (UCT)."""
        if 0 in self.visits:
            return self.visits.index(0)
        root = math.sqrt(math.log(sum(self.visits)))
        bounds = [total / n + EXPLORATION * root / math.sqrt(n) for total, n in zip(self.totals, self.visits)]
        return bounds.index(max(bounds))

    def iterate(self):
        """One game through the tree and beyond it; its value is carried back."""
        if not self.options:
            return 0.0
        move = self.promising()
        board = spawn(self.options[move][1])
        if self.visits[move] == 0:
            value = rollout(board)
        else:
            value = self.children.setdefault((move, board), Node(board)).iterate()
        self.visits[move] += 1
        self.totals[move] += value
        return value


def rollout(board):
    """The value after some random moves; 0 if the game ends before."""
    for _ in range(ROLLOUT):
        options = moves(board)
        if not options:
            return 0.0
        board = spawn(random.choice(options)[1])
    return heuristic(board)


def choose(board):
    root = Node(board)
    for _ in range(ITERATIONS):
        root.iterate()
    best = max(range(len(root.options)), key=lambda move: root.totals[move] / root.visits[move])
    return root.options[best][0]


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
