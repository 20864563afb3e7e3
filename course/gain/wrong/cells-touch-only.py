# cells-touch-only: tiles with a gap between them were not seen to meet
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    total, i = 0, 0
    while i + 1 < len(line):
        if line[i] and line[i] == line[i + 1]:
            total += 2 * line[i]
            i += 2
        else:
            i += 1
    return total


for case in sys.stdin:
    print(gain(parse(case.strip())))
