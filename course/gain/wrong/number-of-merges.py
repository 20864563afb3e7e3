# number-of-merges: the merges were counted; each scores the tile that it makes
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    tiles = [cell for cell in line if cell]
    total, i = 0, 0
    while i + 1 < len(tiles):
        if tiles[i] == tiles[i + 1]:
            total += 1
            i += 2
        else:
            i += 1
    return total


for case in sys.stdin:
    print(gain(parse(case.strip())))
