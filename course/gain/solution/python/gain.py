"""gain: what the slide of a line scores"""

import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    """The sum of the tiles that merges make."""
    tiles = [cell for cell in line if cell]
    total, i = 0, 0
    while i + 1 < len(tiles):
        if tiles[i] == tiles[i + 1]:
            total += 2 * tiles[i]
            i += 2
        else:
            i += 1
    return total


for case in sys.stdin:
    print(gain(parse(case.strip())))
