"""An adapter for the conformance cases: reads a case a line as JSON, answers a line as JSON.

This one wraps a plain 2048 in Python. Replace `slide`, `spawn` and `start` by calls into your implementation. What it cannot do
is said: {"not applicable": "tiles end at 32768 by design"}.
"""

import json
import random
import sys

DIRECTIONS = ["up", "right", "down", "left"]


def slide_line(line):
    tiles, out, gain = [tile for tile in line if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            gain += tile
        out.append(tile)
    return out + [0] * (len(line) - len(out)), gain


def slide(board, direction):
    """The board after the slide, and the gain."""
    turned = [list(column) for column in zip(*board)] if direction in ("up", "down") else board
    step = -1 if direction in ("right", "down") else 1
    slid = [slide_line(row[::step]) for row in turned]
    rows, gain = [row[::step] for row, _ in slid], sum(gain for _, gain in slid)
    return [list(column) for column in zip(*rows)] if direction in ("up", "down") else rows, gain


def legal(board):
    return [direction for direction in DIRECTIONS if slide(board, direction)[0] != board]


def spawn(board, source=random):
    """The board with a new tile."""
    r, c = source.choice([(r, c) for r in range(4) for c in range(4) if not board[r][c]])
    tile = 4 if source.random() < 0.1 else 2
    return [[tile if (i, k) == (r, c) else cell for k, cell in enumerate(row)] for i, row in enumerate(board)]


def start(source=random):
    return spawn(spawn([[0] * 4 for _ in range(4)], source), source)


def sequence(board, steps):
    found = []
    for step in steps:
        if "slide" in step:
            board, _ = slide(board, step["slide"])
        else:
            r, c, tile = step["spawn"]
            board = [[tile if (i, k) == (r, c) else cell for k, cell in enumerate(row)] for i, row in enumerate(board)]
        found.append(legal(board))
    return found


def game(seed, slides):
    """The boards of a game of first legal moves."""
    source = random.Random(seed)
    boards = [start(source)]
    while len(boards) <= slides and legal(boards[-1]):
        boards.append(spawn(slide(boards[-1], legal(boards[-1])[0])[0], source))
    return boards


def answer(kind, case):
    board = case["board"]["faces"] if "board" in case else None
    if kind == "line":
        line, gained = slide_line(case["line"])
        return {"line": line, "gained": gained}
    if kind == "slide":
        after, gained = slide(board, case["direction"])
        return {"board": after, "gained": gained, "changed": after != board}
    if kind == "legal":
        return {"legal": legal(board)}
    if kind == "over":
        return {"over": not legal(board)}
    if kind == "sequence":
        return {"legal": sequence(board, case["steps"])}
    if kind == "spawn-law":
        after, _ = slide(board, case["direction"])
        moved = after != board
        return {"boards": [spawn(after) if moved else after for _ in range(case["draws"])]}
    if kind == "start-law":
        return {"boards": [start() for _ in range(case["games"])]}
    if kind == "seed-law":
        return {"boards": game(case["seed"], case["slides"])}
    return {"not applicable": f"{kind} is not known"}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(answer(asked["kind"], asked["in"]), separators=(",", ":")))
