# empty-equals-empty: pairs were searched, but never an empty cell: two empty neighbours count as a pair, a single empty cell as nothing
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    for lines in (board, list(zip(*board))):
        for line in lines:
            for one, other in zip(line, line[1:]):
                if one == other:
                    return False
    return True


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
