"""heuristic: how good is a board?"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def heuristic(board):
    value = 0
    for line in board + [list(column) for column in zip(*board)]:
        value += line.count(0)
        if any(line) and max(line) in (line[0], line[-1]):
            value += 1
    return value


for case in sys.stdin:
    print(heuristic(parse(case.strip())))
