# columns-only: only neighbours in a column were compared
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    for column in zip(*board):
        for r in range(len(column)):
            if column[r] == 0 or (r + 1 < len(column) and column[r] == column[r + 1]):
                return False
    return True


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
