"""merge: a line slides to its front"""

import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def merge(line):
    """Your part: the line after the slide."""
    return line


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
