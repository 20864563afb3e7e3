# sum-of-line: all tiles were added; only those that a merge makes score
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    return sum(line)


for case in sys.stdin:
    print(gain(parse(case.strip())))
