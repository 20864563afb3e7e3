# removes-while-iterating: cells were removed from a list while it was walked through, so that every other one was skipped
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    length = len(line)
    for cell in line:
        if cell == 0:
            line.remove(cell)
    return line + [0] * (length - len(line))


for case in sys.stdin:
    print(show(compact(parse(case.strip()))))
