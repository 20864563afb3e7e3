# whole-run: a whole run of equal tiles became one; only two merge
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def merge(line):
    out, last = [], None
    for tile in line:
        if tile and tile == last:
            out[-1] += tile
        elif tile:
            out.append(tile)
            last = tile
    return out + [0] * (len(line) - len(out))


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
