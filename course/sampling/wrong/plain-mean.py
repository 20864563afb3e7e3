# plain-mean: the plain mean of all values was taken, in which 2s and 4s weigh alike
import random
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def draw(count, board):
    lists = {2: empty_cells(board), 4: empty_cells(board)}
    spawns = []
    while len(spawns) < count and (lists[2] or lists[4]):
        twos, fours = 0.9 * len(lists[2]), 0.1 * len(lists[4])
        tile = 4 if random.random() < fours / (twos + fours) else 2
        cells = lists[tile]
        i = random.randrange(len(cells))
        cells[i], cells[-1] = cells[-1], cells[i]
        spawns.append((*cells.pop(), tile))
    return spawns


def mean(pairs):
    return sum(value for _, value in pairs) / len(pairs)


for case in sys.stdin:
    word, *rest = case.split()
    if word == "draw":
        print(*(f"{r},{c},{tile}" for r, c, tile in draw(int(rest[0]), parse(rest[1]))))
    else:
        print(mean([tuple(map(float, pair.split(":"))) for pair in rest]))
