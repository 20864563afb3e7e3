# one-merge-only: only the first pair merged
import sys
from collections import deque


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    queue = deque(tile for tile in line if tile)
    out, gain = [], 0
    while queue:
        tile = queue.popleft()
        if gain == 0 and queue and queue[0] == tile:
            tile += queue.popleft()
            gain += tile
        out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
