"""state: a game as an object"""

import sys

DIRECTIONS = ["up", "right", "down", "left"]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


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


def legal(board):
    return [direction for direction in DIRECTIONS if slide(board, direction)[0] != board]


class State:
    """Your part: all answers."""

    def answer(self, command, *arguments):
        return "ok"


state = State()
for line in sys.stdin:
    print(state.answer(*line.split()))
