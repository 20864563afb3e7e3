/* greedy-again: it plays as greedy does: it looks one slide ahead and at nothing behind it */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long cell[4][4];
} Board;

enum { UP, RIGHT, DOWN, LEFT };
static const char *const NAMES[] = {"up", "right", "down", "left"};

/* Slides a line to its front and returns the gain. */
static long slide_line(long *line) {
    int out = 0;
    bool merged = true;
    long gain = 0;
    for (int i = 0; i < 4; i++) {
        long tile = line[i];
        if (!tile) continue;
        line[i] = 0;
        if (!merged && line[out - 1] == tile) {
            gain += line[out - 1] *= 2;
            merged = true;
        } else {
            line[out++] = tile;
            merged = false;
        }
    }
    return gain;
}

static long *cell_of(Board *board, int direction, int line, int place) {
    switch (direction) {
    case UP: return &board->cell[place][line];
    case DOWN: return &board->cell[3 - place][line];
    case LEFT: return &board->cell[line][place];
    default: return &board->cell[line][3 - place];
    }
}

/* Slides a board and returns the gain. */
static long slide(Board *board, int direction) {
    long gain = 0;
    for (int i = 0; i < 4; i++) {
        long line[4];
        for (int k = 0; k < 4; k++) line[k] = *cell_of(board, direction, i, k);
        gain += slide_line(line);
        for (int k = 0; k < 4; k++) *cell_of(board, direction, i, k) = line[k];
    }
    return gain;
}

typedef struct {
    int direction;
    Board after;
    long gain;
} Move;

/* All legal moves. */
static int moves(const Board *board, Move *move) {
    int count = 0;
    for (int d = UP; d <= LEFT; d++) {
        move[count] = (Move){d, *board, 0};
        move[count].gain = slide(&move[count].after, d);
        if (memcmp(&move[count].after, board, sizeof *board) != 0) count++;
    }
    return count;
}

static int empty_cells(Board *board, long **empty) {
    int count = 0;
    for (int i = 0; i < 16; i++)
        if (!board->cell[i / 4][i % 4]) empty[count++] = &board->cell[i / 4][i % 4];
    return count;
}

/* xorshift64*: small random numbers from a seed. */
static unsigned long long state = 1;
static double uniform(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}
static int below(int n) { return (int)(uniform() * n); }

static void spawn(Board *board) {
    long *empty[16];
    int count = empty_cells(board, empty);
    long *cell = empty[below(count)];
    *cell = uniform() < 0.1 ? 4 : 2;
}

/* 1 if an end of the line holds its largest tile, plus the empty cells. */
static int line_value(const long *line) {
    int empty = 0;
    long largest = 0;
    for (int k = 0; k < 4; k++) {
        if (!line[k]) empty++;
        if (line[k] > largest) largest = line[k];
    }
    return empty + (largest && (line[0] == largest || line[3] == largest));
}

static int heuristic(const Board *board) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        long column[4];
        for (int k = 0; k < 4; k++) column[k] = board->cell[k][i];
        value += line_value(board->cell[i]) + line_value(column);
    }
    return value;
}

static Board parse(const char *text) {
    Board board = {0};
    for (int i = 0; i < 16; i++) {
        if (*text == '.') text++;
        else board.cell[i / 4][i % 4] = strtol(text, (char **)&text, 10);
        text++;
    }
    return board;
}

static int choose(Board *board) {
    Move move[4];
    int count = moves(board, move), best = 0;
    (void)spawn;
    for (int i = 1; i < count; i++)
        if (heuristic(&move[i].after) > heuristic(&move[best].after)) best = i;
    return move[best].direction;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strncmp(line, "redouble-player", 15) == 0) {
            puts("ready");
        } else if (strncmp(line, "game", 4) == 0) {
            state = strtoull(strrchr(line, ' '), NULL, 10) | 1;
        } else if (strncmp(line, "move ", 5) == 0) {
            Board board = parse(line + 5);
            puts(NAMES[choose(&board)]);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
