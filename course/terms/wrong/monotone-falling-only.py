# monotone-falling-only: monotone: only lines that never rise were counted; those that never fall count too
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def snake(board):
    """How far the path from the top left, by rows, goes without an empty cell and without rising."""
    path = [cell for r, row in enumerate(board) for cell in (row[::-1] if r % 2 else row)]
    length = 0
    while length < len(path) and path[length] and (length == 0 or path[length] <= path[length - 1]):
        length += 1
    return length


def images(board):
    """The board in all eight positions."""
    for image in (board, [list(column) for column in zip(*board)]):
        for rows in (image, [row[::-1] for row in image]):
            yield rows
            yield rows[::-1]


def is_monotone(line):
    tiles = [cell for cell in line if cell]
    return tiles == sorted(tiles, reverse=True)


def terms(board):
    lines = board + [list(column) for column in zip(*board)]
    largest = max(max(row) for row in board)
    corners = [board[0][0], board[0][-1], board[-1][0], board[-1][-1]]
    return [
        int(largest in corners),
        max(snake(image) for image in images(board)),
        sum(is_monotone(line) for line in lines),
        sum(any(line) and max(line) in (line[0], line[-1]) for line in lines),
        sum(a == b != 0 for line in lines for a, b in zip(line, line[1:])),
        sum(row.count(0) for row in board),
    ]


for case in sys.stdin:
    print(*terms(parse(case.strip())))
