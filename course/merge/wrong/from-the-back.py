# from-the-back: pairs were made from the back; the pair nearest the front goes first
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    tiles = [cell for cell in line if cell]
    return tiles + [0] * (len(line) - len(tiles))


def merge(line):
    tiles = [tile for tile in line if tile]
    i = len(tiles) - 1
    while i > 0:
        if tiles[i] == tiles[i - 1]:
            tiles[i - 1] *= 2
            del tiles[i]
            i -= 1
        i -= 1
    return compact(tiles + [0] * (len(line) - len(tiles)))


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
