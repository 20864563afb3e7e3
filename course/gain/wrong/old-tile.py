# old-tile: the value of an old tile was added; a merge scores the new one
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    tiles = [cell for cell in line if cell]
    total, i = 0, 0
    while i + 1 < len(tiles):
        if tiles[i] == tiles[i + 1]:
            total += tiles[i]
            i += 2
        else:
            i += 1
    return total


for case in sys.stdin:
    print(gain(parse(case.strip())))
