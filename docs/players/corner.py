"""A player for `redouble arena "external:command=python3 docs/players/corner.py"`: left and down, else up, else right.

Speaks version 1 of the line protocol of docs/protocol.md.
"""

import sys


def slides(row):
    """Whether a row changes when it slides to the left."""
    seen_empty = False
    for left, right in zip(row, row[1:]):
        seen_empty = seen_empty or left == "."
        if right != "." and (seen_empty or left == right):
            return True
    return False


def legal(board):
    """The legal directions of a board text."""
    rows = [row.split(",") for row in board.split("/")]
    columns = [list(column) for column in zip(*rows)]
    lines = {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "up": columns,
        "down": [column[::-1] for column in columns],
    }
    return {direction for direction in lines if any(map(slides, lines[direction]))}


def main():
    for line in sys.stdin:
        words = line.split()
        if words[0] == "redouble-player":
            print("ready corner", flush=True)
        elif words[0] == "move":
            directions = legal(words[1])
            print(next(d for d in ("left", "down", "up", "right") if d in directions), flush=True)
        elif words[0] == "quit":
            return


main()
