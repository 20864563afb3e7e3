# across-a-tile: equal tiles merged although another tile stands between them
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def compact(line):
    tiles = [cell for cell in line if cell]
    return tiles + [0] * (len(line) - len(tiles))


def merge(line):
    line = compact(line)
    for i in range(len(line)):
        for j in range(i + 1, len(line)):
            if line[i] and line[i] == line[j]:
                line[i], line[j] = 2 * line[i], 0
                break
    return compact(line)


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
