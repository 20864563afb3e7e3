# one-pass-swap: empty cells were exchanged with their neighbour once; one pass is not enough
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    for i in range(len(line) - 1):
        if line[i] == 0:
            line[i], line[i + 1] = line[i + 1], line[i]
    return line


for case in sys.stdin:
    print(show(compact(parse(case.strip()))))
