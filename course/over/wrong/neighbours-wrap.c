/* neighbours-wrap: the end of a row was taken for a neighbour of the beginning of the next */
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

static bool is_over(const Board *board) {
    long flat[65] = {0};
    int cells = board->rows * board->columns;
    for (int i = 0; i < cells; i++) {
        flat[i] = board->cell[i / board->columns][i % board->columns];
        if (flat[i] == 0) return false;
    }
    for (int i = 0; i < cells; i++) {
        if (i + 1 < cells && flat[i] == flat[i + 1]) return false;
        if (i + board->columns < cells && flat[i] == flat[i + board->columns]) return false;
    }
    return true;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        puts(is_over(&board) ? "yes" : "no");
    }
    free(line);
    return 0;
}
