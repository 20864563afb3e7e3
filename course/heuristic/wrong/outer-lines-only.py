# outer-lines-only: only the outermost rows and columns were given a point; every line has ends
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def heuristic(board):
    value = 0
    for lines in (board, [list(column) for column in zip(*board)]):
        value += sum(line.count(0) for line in lines)
        for line in (lines[0], lines[-1]):
            if any(line) and max(line) in (line[0], line[-1]):
                value += 1
    return value


for case in sys.stdin:
    print(heuristic(parse(case.strip())))
