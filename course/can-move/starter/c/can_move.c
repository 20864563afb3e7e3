/* can-move: is the move legal? */
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

enum { UP, RIGHT, DOWN, LEFT };

static int direction_of(const char *line) {
    const char *name = strchr(line, ' ') + 1;
    return *name == 'u' ? UP : *name == 'r' ? RIGHT : *name == 'd' ? DOWN : LEFT;
}

/* Your part: true if the slide changes the board. */
static bool can_move(const Board *board, int direction) {
    (void)board, (void)direction;
    return true;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        puts(can_move(&board, direction_of(line)) ? "yes" : "no");
    }
    free(line);
    return 0;
}
