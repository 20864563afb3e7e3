/* monte-carlo: moves tried out by playing on at random */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int rows, columns;
    long cell[8][8];
} Board;

/* Reads a board up to the first character that does not belong to it. */
static Board parse(const char *text) {
    Board board = {0};
    int column = 0;
    for (;;) {
        long value = 0;
        if (*text == '.') text++;
        else value = strtol(text, (char **)&text, 10);
        board.cell[board.rows][column++] = value;
        if (*text == ',') { text++; continue; }
        board.columns = column;
        board.rows++;
        column = 0;
        if (*text != '/') return board;
        text++;
    }
}

/* Slides a line to its front and returns the gain. */
static long slide_line(long *line, int length) {
    int out = 0;
    bool merged = true;
    long gain = 0;
    for (int i = 0; i < length; i++) {
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

enum { UP, RIGHT, DOWN, LEFT };
static const char *const NAMES[] = {"up", "right", "down", "left"};

static long *cell_of(Board *board, int direction, int line, int place) {
    switch (direction) {
    case UP: return &board->cell[place][line];
    case DOWN: return &board->cell[board->rows - 1 - place][line];
    case LEFT: return &board->cell[line][place];
    default: return &board->cell[line][board->columns - 1 - place];
    }
}

/* Slides a board and returns the gain. */
static long slide(Board *board, int direction) {
    bool vertical = direction == UP || direction == DOWN;
    int count = vertical ? board->columns : board->rows, length = vertical ? board->rows : board->columns;
    long gain = 0;
    for (int i = 0; i < count; i++) {
        long line[8];
        for (int k = 0; k < length; k++) line[k] = *cell_of(board, direction, i, k);
        gain += slide_line(line, length);
        for (int k = 0; k < length; k++) *cell_of(board, direction, i, k) = line[k];
    }
    return gain;
}

static bool same(const Board *one, const Board *other) { return memcmp(one, other, sizeof *one) == 0; }

/* 1 if an end of the line holds its largest tile, plus the empty cells. */
static int line_value(const Board *board, bool row, int line) {
    int length = row ? board->columns : board->rows, empty = 0;
    long largest = 0, first = 0, last = 0;
    for (int k = 0; k < length; k++) {
        long cell = row ? board->cell[line][k] : board->cell[k][line];
        if (!cell) empty++;
        if (cell > largest) largest = cell;
        if (k == 0) first = cell;
        last = cell;
    }
    return empty + (largest && (first == largest || last == largest));
}

static int heuristic(const Board *board) {
    int value = 0;
    for (int r = 0; r < board->rows; r++) value += line_value(board, true, r);
    for (int c = 0; c < board->columns; c++) value += line_value(board, false, c);
    return value;
}

static void spawn(Board *board) {
    long *empty[64];
    int count = 0;
    for (int r = 0; r < board->rows; r++)
        for (int c = 0; c < board->columns; c++)
            if (!board->cell[r][c]) empty[count++] = &board->cell[r][c];
    long *cell = empty[rand() % count];
    *cell = rand() % 10 == 0 ? 4 : 2;
}

/* The boards after all legal moves, and their directions. */
static int legal(const Board *board, Board *after, int *direction) {
    int count = 0;
    for (int d = UP; d <= LEFT; d++) {
        after[count] = *board;
        slide(&after[count], d);
        direction[count] = d;
        if (!same(&after[count], board)) count++;
    }
    return count;
}

/* The value at the end of a run that begins after the deliberate slide. */
static int run(Board board, int depth) {
    Board after[4];
    int direction[4];
    spawn(&board);
    for (int i = 1; i < depth; i++) {
        int count = legal(&board, after, direction);
        if (!count) break;
        board = after[rand() % count];
        spawn(&board);
    }
    return heuristic(&board);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        int depth, runs, start, direction[4], best = 0;
        sscanf(line, "%d %d %n", &depth, &runs, &start);
        Board board = parse(line + start), after[4];
        double mean[4];
        int count = legal(&board, after, direction);
        for (int i = 0; i < count; i++) {
            long sum = 0;
            for (int k = 0; k < runs; k++) sum += run(after[i], depth);
            mean[i] = (double)sum / runs;
            if (mean[i] > mean[best]) best = i;
        }
        printf("%s", NAMES[direction[best]]);
        for (int i = 0; i < count; i++) printf(" %s:%.4f", NAMES[direction[i]], mean[i]);
        putchar('\n');
    }
    free(line);
    return 0;
}
