# sorts: the tiles were sorted; they keep their order
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    return sorted(line, reverse=True)


for case in sys.stdin:
    print(show(compact(parse(case.strip()))))
