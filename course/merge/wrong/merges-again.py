# merges-again: a tile that has just merged merged again with the one before it
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def show(line):
    return ",".join(str(cell or ".") for cell in line)


def merge(line):
    stack = []
    for tile in line:
        if tile:
            stack.append(tile)
        while len(stack) > 1 and stack[-1] == stack[-2]:
            stack.append(stack.pop() + stack.pop())
    return stack + [0] * (len(line) - len(stack))


for case in sys.stdin:
    print(show(merge(parse(case.strip()))))
