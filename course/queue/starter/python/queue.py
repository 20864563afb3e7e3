"""queue: a line of any length slides through a queue"""

import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def slide(line):
    """Your part: the line after the slide, and the gain."""
    return line, 0


for case in sys.stdin:
    line, gain = slide(parse(case.strip()))
    print(show(line), gain)
