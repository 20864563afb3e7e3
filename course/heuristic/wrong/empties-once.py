# empties-once: every empty cell was counted once; it lies in a row and in a column
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def heuristic(board):
    value = sum(row.count(0) for row in board)
    for line in board + [list(column) for column in zip(*board)]:
        if any(line) and max(line) in (line[0], line[-1]):
            value += 1
    return value


for case in sys.stdin:
    print(heuristic(parse(case.strip())))
