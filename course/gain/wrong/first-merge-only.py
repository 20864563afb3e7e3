# first-merge-only: only the first merge was counted
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    tiles = [cell for cell in line if cell]
    for one, other in zip(tiles, tiles[1:]):
        if one == other:
            return one + other
    return 0


for case in sys.stdin:
    print(gain(parse(case.strip())))
