# won-is-over: a board with 2048 on it is won, but play goes on
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    if any(cell >= 2048 for row in board for cell in row):
        return True
    rows, columns = len(board), len(board[0])
    for r in range(rows):
        for c in range(columns):
            if board[r][c] == 0:
                return False
            if c + 1 < columns and board[r][c] == board[r][c + 1]:
                return False
            if r + 1 < rows and board[r][c] == board[r + 1][c]:
                return False
    return True


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
