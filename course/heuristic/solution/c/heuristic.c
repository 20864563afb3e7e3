/* heuristic: how good is a board? */
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

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        printf("%d\n", heuristic(&board));
    }
    free(line);
    return 0;
}
