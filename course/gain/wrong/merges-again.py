# merges-again: a tile that has just merged merged again
import sys


def parse(text):
    return [0 if cell == "." else int(cell) for cell in text.split(",")]


def gain(line):
    stack, total = [], 0
    for tile in line:
        if tile:
            stack.append(tile)
        while len(stack) > 1 and stack[-1] == stack[-2]:
            stack.append(stack.pop() + stack.pop())
            total += stack[-1]
    return total


for case in sys.stdin:
    print(gain(parse(case.strip())))
