# reverses-once: the lines were reversed before the slide, but not back after it
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


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
    if direction in ("up", "down"):
        board = transpose(board)
    if direction in ("right", "down"):
        board = reverse(board)
    slid = [slide_line(row) for row in board]
    board, gain = [row for row, _ in slid], sum(gain for _, gain in slid)
    if direction in ("up", "down"):
        board = transpose(board)
    return board, gain


for case in sys.stdin:
    board, direction = case.split()
    board, gain = slide(parse(board), direction)
    print(show(board), gain)
