/* over: is the game over? */
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

/* True if no move is left. */
static bool is_over(const Board *board) {
    for (int r = 0; r < board->rows; r++) {
        for (int c = 0; c < board->columns; c++) {
            long cell = board->cell[r][c];
            if (cell == 0) return false;
            if (c + 1 < board->columns && cell == board->cell[r][c + 1]) return false;
            if (r + 1 < board->rows && cell == board->cell[r + 1][c]) return false;
        }
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
