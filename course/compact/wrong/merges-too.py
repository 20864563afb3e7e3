# merges-too: equal tiles were merged; that is the next exercise
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    tiles = [cell for cell in line if cell]
    out = []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
        out.append(tile)
    return out + [0] * (len(line) - len(out))


for case in sys.stdin:
    print(show(compact(parse(case.strip()))))
