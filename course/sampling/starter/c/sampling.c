/* sampling: different spawns drawn with the right probabilities */
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

typedef struct {
    int row, column;
} Cell;

static int empty_cells(const Board *board, Cell *cells) {
    int count = 0;
    for (int r = 0; r < board->rows; r++)
        for (int c = 0; c < board->columns; c++)
            if (!board->cell[r][c]) cells[count++] = (Cell){r, c};
    return count;
}

/* Your part: prints different spawns row,column,tile in the order drawn. */
static void draw(int count, const Board *board) {
    Cell cells[64];
    int empty = empty_cells(board, cells);
    for (int i = 0; i < count && i < 2 * empty; i++)
        printf("%s%d,%d,%d", i ? " " : "", cells[i % empty].row, cells[i % empty].column, i < empty ? 2 : 4);
    putchar('\n');
}

/* Your part: the mean by strata of pairs tile:value. */
static double mean(const char *text) {
    (void)text;
    return 0;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        if (line[0] == 'm') {
            printf("%.6f\n", mean(line + 4));
            continue;
        }
        int count, start;
        sscanf(line, "draw %d %n", &count, &start);
        Board board = parse(line + start);
        draw(count, &board);
    }
    free(line);
    return 0;
}
