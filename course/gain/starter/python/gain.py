"""gain: what the slide of a line scores"""

import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    """Your part: the sum of the tiles that merges make."""
    return 0


for case in sys.stdin:
    print(gain(parse(case.strip())))
