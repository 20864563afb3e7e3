"""x-time: what sampling saves"""

import random
import time
from functools import lru_cache

GAMES = 20
MOVES = 50  # of each game; more if your program is fast
DRAWS = 10

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


boards = 0  # evaluated so far


def look(board):
    """The value of the best slide, or of the board itself if there is none."""
    global boards
    options = moves(board)
    boards += max(1, len(options))
    return max((heuristic(after) for _, after, _ in options), default=heuristic(board))


def exact(board):
    """The mean over all new tiles."""
    cells = empty_cells(board)
    return sum(0.9 * look(put(board, cell, 2)) + 0.1 * look(put(board, cell, 4)) for cell in cells) / len(cells)


def sampled(board):
    """The mean over DRAWS different new tiles, by strata."""
    twos, fours, seen = empty_cells(board), empty_cells(board), {2: [], 4: []}
    random.shuffle(twos)
    random.shuffle(fours)
    for _ in range(min(DRAWS, 2 * len(twos))):
        four = random.random() < 0.1 * len(fours) / (0.9 * len(twos) + 0.1 * len(fours))
        tile, cells = (4, fours) if four else (2, twos)
        seen[tile].append(look(put(board, cells.pop(), tile)))
    means = {tile: sum(values) / len(values) for tile, values in seen.items() if values}
    return 0.9 * means[2] + 0.1 * means[4] if len(means) == 2 else sum(means.values())


def play(value):
    """The first moves of a game."""
    board, count = spawn(spawn(((0,) * 4,) * 4)), 0
    while count < MOVES and (options := moves(board)):
        _, after, _ = max(options, key=lambda move: value(move[1]))
        board, count = spawn(after), count + 1
    return count


random.seed(1)
print("player,game,moves,nanoseconds,boards")
for name, value in ("exact", exact), ("sampled", sampled):
    for number in range(GAMES):
        boards, start = 0, time.perf_counter_ns()
        count = play(value)
        print(name, number, count, time.perf_counter_ns() - start, boards, sep=",")
