# merged-flags-stay: a tile that merged in one move was kept from merging in the next
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
        self.board, self.score, self.history, self.copies, self.merged = [], 0, [], {}, set()

    def new(self, shape):
        rows, columns = map(int, shape.split("x"))
        self.__init__()
        self.board = [[0] * columns for _ in range(rows)]
        return "ok"

    def cells(self, direction):
        """The places of each line, from the wall."""
        rows, columns = range(len(self.board)), range(len(self.board[0]))
        if direction in ("up", "down"):
            lines = [[(r, c) for r in rows] for c in columns]
        else:
            lines = [[(r, c) for c in columns] for r in rows]
        return [line[::-1] for line in lines] if direction in ("right", "down") else lines

    def tile(self, row, column, value):
        row, column = int(row), int(column)
        if row >= len(self.board) or column >= len(self.board[0]) or self.board[row][column]:
            return "no"
        self.history.append((self.board, self.score))
        self.board = [line[:] for line in self.board]
        self.board[row][column] = int(value)
        return "ok"

    def move(self, direction):
        board = [[0] * len(self.board[0]) for _ in self.board]
        merged, gain = set(), 0
        for line in self.cells(direction):
            out = -1
            locked = True
            for r, c in line:
                tile = self.board[r][c]
                if not tile:
                    continue
                flag = (r, c) in self.merged
                if not locked and not flag and board[line[out][0]][line[out][1]] == tile:
                    board[line[out][0]][line[out][1]] *= 2
                    gain += 2 * tile
                    locked = True
                else:
                    out += 1
                    board[line[out][0]][line[out][1]] = tile
                    locked = flag
        if board == self.board:
            return "illegal"
        for line in self.cells(direction):
            tiles = [self.board[r][c] for r, c in line if self.board[r][c]]
            place, i = 0, 0
            while i < len(tiles):
                if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
                    merged.add(line[place])
                    i += 1
                i, place = i + 1, place + 1
        self.history.append((self.board, self.score))
        self.board, self.score, self.merged = board, self.score + gain, merged
        return f"ok {gain}"

    def undo(self):
        if not self.history:
            return "no"
        (self.board, self.score), self.merged = self.history.pop(), set()
        return "ok"

    def copy(self, name):
        self.copies[name] = self.board, self.score, self.history[:]
        return "ok"

    def use(self, name):
        if name not in self.copies:
            return "no"
        self.board, self.score, history = self.copies[name]
        self.history, self.merged = history[:], set()
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
