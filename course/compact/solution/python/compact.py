"""compact: a line slid to its front, nothing merged"""

import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    """The tiles at the front, in their order."""
    tiles = [cell for cell in line if cell]
    return tiles + [0] * (len(line) - len(tiles))


for case in sys.stdin:
    print(show(compact(parse(case.strip()))))
