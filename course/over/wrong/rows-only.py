# rows-only: only neighbours in a row were compared
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    for row in board:
        for c in range(len(row)):
            if row[c] == 0 or (c + 1 < len(row) and row[c] == row[c + 1]):
                return False
    return True


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
