# with-replacement: a spawn was drawn twice; what is drawn leaves its list
import random
import sys


def parse(text):
    return [[0 if cell == "." else int(cell) for cell in row.split(",")] for row in text.split("/")]


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


def draw(count, board):
    lists = {2: empty_cells(board), 4: empty_cells(board)}
    spawns = []
    while len(spawns) < min(count, 2 * len(lists[2])):
        twos, fours = 0.9 * len(lists[2]), 0.1 * len(lists[4])
        tile = 4 if random.random() < fours / (twos + fours) else 2
        cells = lists[tile]
        spawns.append((*random.choice(cells), tile))
    return spawns


def mean(pairs):
    twos = [value for tile, value in pairs if tile == 2]
    fours = [value for tile, value in pairs if tile == 4]
    if not twos or not fours:
        return sum(twos + fours) / len(pairs)
    return 0.9 * sum(twos) / len(twos) + 0.1 * sum(fours) / len(fours)


for case in sys.stdin:
    word, *rest = case.split()
    if word == "draw":
        print(*(f"{r},{c},{tile}" for r, c, tile in draw(int(rest[0]), parse(rest[1]))))
    else:
        print(mean([tuple(map(float, pair.split(":"))) for pair in rest]))
