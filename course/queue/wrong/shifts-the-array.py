# shifts-the-array: taking out the first element shifts all the others: that is quadratic; a queue takes one step
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    queue = [tile for tile in line if tile]
    out, gain = [], 0
    while queue:
        tile = queue.pop(0)
        if queue and queue[0] == tile:
            tile += queue.pop(0)
            gain += tile
        out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
