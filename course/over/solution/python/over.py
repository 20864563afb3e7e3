"""over: is the game over?"""

import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    """True if no move is left."""
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
