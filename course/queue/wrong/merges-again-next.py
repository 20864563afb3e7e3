# merges-again-next: a tile that has just merged merged with the next one as well
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    out, gain = [], 0
    for tile in line:
        if tile and out and out[-1] == tile:
            out[-1] *= 2
            gain += out[-1]
        elif tile:
            out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
