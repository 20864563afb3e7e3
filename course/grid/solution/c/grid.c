/* grid: the whole board slides */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void show(const Board *board) {
    for (int r = 0; r < board->rows; r++) {
        for (int c = 0; c < board->columns; c++) {
            if (c) putchar(',');
            else if (r) putchar('/');
            if (board->cell[r][c]) printf("%ld", board->cell[r][c]);
            else putchar('.');
        }
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

static int direction_of(const char *name) {
    for (int d = 0; d < 4; d++)
        if (strncmp(name, NAMES[d], strlen(NAMES[d])) == 0) return d;
    return UP;
}

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

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        long gain = slide(&board, direction_of(strchr(line, ' ') + 1));
        show(&board);
        printf(" %ld\n", gain);
    }
    free(line);
    return 0;
}
