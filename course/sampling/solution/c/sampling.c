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

/* Prints different spawns row,column,tile in the order drawn. */
static void draw(int count, const Board *board) {
    Cell cells[2][64];
    int left[2] = {empty_cells(board, cells[0]), empty_cells(board, cells[1])};
    for (int i = 0; i < count && left[0] + left[1]; i++) {
        double twos = 0.9 * left[0], fours = 0.1 * left[1];
        int four = rand() / (RAND_MAX + 1.0) < fours / (twos + fours);
        int place = rand() % left[four];
        Cell cell = cells[four][place];
        cells[four][place] = cells[four][--left[four]];
        printf("%s%d,%d,%d", i ? " " : "", cell.row, cell.column, four ? 4 : 2);
    }
    putchar('\n');
}

/* The mean by strata of pairs tile:value. */
static double mean(const char *text) {
    double sum[2] = {0, 0}, value;
    int count[2] = {0, 0}, tile, length;
    while (sscanf(text, " %d:%lf%n", &tile, &value, &length) == 2) {
        sum[tile == 4] += value;
        count[tile == 4]++;
        text += length;
    }
    if (!count[0] || !count[1]) return (sum[0] + sum[1]) / (count[0] + count[1]);
    return 0.9 * sum[0] / count[0] + 0.1 * sum[1] / count[1];
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
