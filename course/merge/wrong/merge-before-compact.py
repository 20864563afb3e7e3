# merge-before-compact: pairs were made before the gaps were closed, so that tiles with a gap between them never met
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    tiles = [cell for cell in line if cell]
    return tiles + [0] * (len(line) - len(tiles))


def merge(line):
    for i in range(len(line) - 1):
        if line[i] and line[i] == line[i + 1]:
            line[i], line[i + 1] = 2 * line[i], 0
    return compact(line)


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
