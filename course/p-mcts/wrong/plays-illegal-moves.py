# plays-illegal-moves: a move was chosen that changes nothing; only legal moves may be compared
import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "redouble-player":
        print("ready", flush=True)
    elif word == "move":
        print("left", flush=True)
    elif word == "quit":
        break
