# from-the-back: pairs were made from the back; the pair nearest the front goes first
import sys
from collections import deque


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    queue = deque(tile for tile in line if tile)
    out, gain = deque(), 0
    while queue:
        tile = queue.pop()
        if queue and queue[-1] == tile:
            tile += queue.pop()
            gain += tile
        out.appendleft(tile)
    return list(out) + [0] * (len(line) - len(out)), gain


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
