# copy-without-score: the copy has the board but not the score
import sys

DIRECTIONS = ["up", "right", "down", "left"]


def show(board):
    return "/".join(",".join(str(cell or ".") for cell in row) for row in board)


def slide_line(line):
    tiles = [tile for tile in line if tile]
    out, gain, i = [], 0, 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(2 * tiles[i])
            gain += 2 * tiles[i]
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return out + [0] * (len(line) - len(out)), gain


def reverse(board):
    return [row[::-1] for row in board]


def transpose(board):
    return [list(column) for column in zip(*board)]


def slide(board, direction):
    """The board after the slide, and the gain; the same board if nothing moves."""
    if direction in ("up", "down"):
        board = transpose(board)
    if direction in ("right", "down"):
        board = reverse(board)
    slid = [slide_line(row) for row in board]
    board, gain = [row for row, _ in slid], sum(gain for _, gain in slid)
    if direction in ("right", "down"):
        board = reverse(board)
    if direction in ("up", "down"):
        board = transpose(board)
    return board, gain


def legal(board):
    return [direction for direction in DIRECTIONS if slide(board, direction)[0] != board]


class State:
    def __init__(self):
        self.board, self.score, self.history, self.copies = [], 0, [], {}

    def new(self, shape):
        rows, columns = map(int, shape.split("x"))
        self.board, self.score, self.history, self.copies = [[0] * columns for _ in range(rows)], 0, [], {}
        return "ok"

    def remember(self):
        self.history.append((self.board, self.score))

    def tile(self, row, column, value):
        row, column = int(row), int(column)
        if row >= len(self.board) or column >= len(self.board[0]) or self.board[row][column]:
            return "no"
        self.remember()
        self.board = [line[:] for line in self.board]
        self.board[row][column] = int(value)
        return "ok"

    def move(self, direction):
        board, gain = slide(self.board, direction)
        if board == self.board:
            return "illegal"
        self.remember()
        self.board, self.score = board, self.score + gain
        return f"ok {gain}"

    def undo(self):
        if not self.history:
            return "no"
        self.board, self.score = self.history.pop()
        return "ok"

    def copy(self, name):
        self.copies[name] = self.board, self.history[:]
        return "ok"

    def use(self, name):
        if name not in self.copies:
            return "no"
        self.board, history = self.copies[name]
        self.score, self.history = 0, history[:]
        return "ok"

    def answer(self, command, *arguments):
        if command == "score":
            return self.score
        if command == "grid":
            return show(self.board)
        if command == "legal":
            return " ".join(legal(self.board)) or "none"
        if command == "over":
            return "no" if legal(self.board) else "yes"
        return getattr(self, command)(*arguments)


state = State()
for line in sys.stdin:
    print(state.answer(*line.split()))
