# merges-again: a tile that has just merged merged again with the one before it
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    out, gain = [], 0
    for tile in line:
        if tile:
            out.append(tile)
        while len(out) > 1 and out[-1] == out[-2]:
            out.append(out.pop() + out.pop())
            gain += out[-1]
    return out + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
