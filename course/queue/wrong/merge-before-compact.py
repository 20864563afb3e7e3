# merge-before-compact: empty cells were put into the queue as well
import sys
from collections import deque


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    queue = deque(line)
    out, gain = [], 0
    while queue:
        tile = queue.popleft()
        if tile and queue and queue[0] == tile:
            tile += queue.popleft()
            gain += tile
        if tile:
            out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
