/* legal: which moves are legal? */
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
static const char *const NAMES[] = {"up", "right", "down", "left"};

/* True if the slide changes the board: step leads from a cell to the one nearer to the wall. */
static bool can_move(const Board *board, int direction) {
    int row_step = direction == UP ? -1 : direction == DOWN ? 1 : 0;
    int column_step = direction == LEFT ? -1 : direction == RIGHT ? 1 : 0;
    for (int r = 0; r < board->rows; r++) {
        for (int c = 0; c < board->columns; c++) {
            int fr = r + row_step, fc = c + column_step;
            if (fr < 0 || fr >= board->rows || fc < 0 || fc >= board->columns) continue;
            long front = board->cell[fr][fc], back = board->cell[r][c];
            if (back && (front == 0 || front == back)) return true;
        }
    }
    return false;
}

/* Your part: prints the legal directions, or none. */
static void print_legal(const Board *board) {
    for (int d = UP; d <= LEFT; d++) printf("%s ", NAMES[d]);
    (void)board, (void)can_move;
    puts("");
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(line);
        print_legal(&board);
    }
    free(line);
    return 0;
}
