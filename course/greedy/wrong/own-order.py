# own-order: ties were decided in another order than up, right, down, left
import sys

DIRECTIONS = ["left", "right", "up", "down"]


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def slide_line(line):
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
    return out + [0] * (len(line) - len(out)), gain


def reverse(board):
    return [row[::-1] for row in board]


def transpose(board):
    return [list(column) for column in zip(*board)]


def slide(board, direction):
    """The board after the slide, and the gain; the same board if nothing moves."""
    if direction in ("up", "down"):
        board = transpose(board)
    if direction in ("right", "down"):
        board = reverse(board)
    slid = [slide_line(row) for row in board]
    board, gain = [row for row, _ in slid], sum(gain for _, gain in slid)
    if direction in ("right", "down"):
        board = reverse(board)
    if direction in ("up", "down"):
        board = transpose(board)
    return board, gain


def heuristic(board):
    value = 0
    for line in board + [list(column) for column in zip(*board)]:
        value += line.count(0)
        if any(line) and max(line) in (line[0], line[-1]):
            value += 1
    return value


def greedy(board):
    best = None
    for direction in DIRECTIONS:
        after, _ = slide(board, direction)
        if after != board and (best is None or heuristic(after) > best[1]):
            best = direction, heuristic(after)
    return best


for case in sys.stdin:
    print(*greedy(parse(case.strip())))
