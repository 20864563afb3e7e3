# does-not-flush: the answer stays in a buffer: flush after every line
import sys

out = open(1, "w", closefd=False)
for line in sys.stdin:
    word = line.split()[0]
    if word == "redouble-player":
        out.write("ready\n")
    elif word == "move":
        out.write("left\n")
    elif word == "quit":
        break
