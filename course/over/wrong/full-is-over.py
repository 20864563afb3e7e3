# full-is-over: a full board was taken for a lost one; equal neighbours can still merge
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def is_over(board):
    return all(cell != 0 for row in board for cell in row)


for line in sys.stdin:
    print("yes" if is_over(parse(line.strip())) else "no")
