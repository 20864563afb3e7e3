# merges-again: a tile that has just merged merged again
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def slide_line(line):
    stack, gain = [], 0
    for tile in line:
        if tile:
            stack.append(tile)
        while len(stack) > 1 and stack[-1] == stack[-2]:
            stack.append(stack.pop() + stack.pop())
            gain += stack[-1]
    return stack + [0] * (len(line) - len(stack)), gain


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
    if direction in ("right", "down"):
        board = reverse(board)
    if direction in ("up", "down"):
        board = transpose(board)
    return board, gain


for case in sys.stdin:
    board, direction = case.split()
    board, gain = slide(parse(board), direction)
    print(show(board), gain)
