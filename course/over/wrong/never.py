# never: the program never says yes
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    for row in board:
        for cell in row:
            if cell == 0:
                return False
            for other in row:
                if cell == other:
                    return False
    return True


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
