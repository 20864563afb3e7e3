/* terms: six numbers that describe a board */
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

/* Your part: corner, snake, monotone, edge, pairs, empty. */
static void terms(const Board *board, int *term) {
    (void)board;
    memset(term, 0, 6 * sizeof *term);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        int term[6];
        terms(&board, term);
        printf("%d %d %d %d %d %d\n", term[0], term[1], term[2], term[3], term[4], term[5]);
    }
    free(line);
    return 0;
}
