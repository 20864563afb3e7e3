/* one-in-nine: a 4 comes once in nine: below(9) has nine values, not ten */
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

static void spawn(Board *board) {
    long *empty[64];
    int count = 0;
    for (int r = 0; r < board->rows; r++)
        for (int c = 0; c < board->columns; c++)
            if (!board->cell[r][c]) empty[count++] = &board->cell[r][c];
    long *cell = empty[rand() % count];
    *cell = rand() % 9 == 0 ? 4 : 2;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        spawn(&board);
        show(&board);
        putchar('\n');
    }
    free(line);
    return 0;
}
