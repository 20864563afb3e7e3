/* evaluator: the terms weighed */
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

/* The cells of a line: rows first, then columns. */
static int line_of(const Board *board, int number, long *line) {
    bool row = number < board->rows;
    int length = row ? board->columns : board->rows;
    for (int k = 0; k < length; k++)
        line[k] = row ? board->cell[number][k] : board->cell[k][number - board->rows];
    return length;
}

/* The length of one of the eight paths: bits of way are transpose, mirror rows, mirror columns. */
static int snake(const Board *board, int way) {
    int rows = way & 1 ? board->columns : board->rows, columns = way & 1 ? board->rows : board->columns, length = 0;
    long before = 0;
    for (int r = 0; r < rows; r++) {
        for (int k = 0; k < columns; k++) {
            int c = r % 2 ? columns - 1 - k : k;
            int row = way & 2 ? rows - 1 - r : r, column = way & 4 ? columns - 1 - c : c;
            long cell = way & 1 ? board->cell[column][row] : board->cell[row][column];
            if (!cell || (length && cell > before)) return length;
            before = cell;
            length++;
        }
    }
    return length;
}

/* corner, snake, monotone, edge, pairs, empty */
static void terms(const Board *board, int *term) {
    int last = board->columns - 1, bottom = board->rows - 1;
    long largest = 0, corners[] = {board->cell[0][0], board->cell[0][last], board->cell[bottom][0], board->cell[bottom][last]};
    memset(term, 0, 6 * sizeof *term);
    for (int r = 0; r <= bottom; r++)
        for (int c = 0; c <= last; c++) {
            if (board->cell[r][c] > largest) largest = board->cell[r][c];
            term[5] += !board->cell[r][c];
        }
    for (int k = 0; k < 4; k++) term[0] |= corners[k] == largest;
    for (int way = 0; way < 8; way++)
        if (snake(board, way) > term[1]) term[1] = snake(board, way);
    for (int number = 0; number < board->rows + board->columns; number++) {
        long line[8], most = 0, before = 0;
        int length = line_of(board, number, line);
        bool rises = false, falls = false;
        for (int k = 0; k < length; k++) {
            if (k && line[k] && line[k] == line[k - 1]) term[4]++;
            if (!line[k]) continue;
            rises |= before && line[k] > before;
            falls |= before && line[k] < before;
            before = line[k];
            if (line[k] > most) most = line[k];
        }
        term[2] += !(rises && falls);
        term[3] += most && (line[0] == most || line[length - 1] == most);
    }
}

static const char *const NAMES[] = {"corner", "snake", "monotone", "edge", "pairs", "empty"};

/* Your part: the sum of all terms, each with the weight that the text up to the space gives it. */
static double evaluate(const char *text, const int *term) {
    (void)text, (void)term, (void)NAMES;
    return 0;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        Board board = parse(strchr(line, ' ') + 1);
        int term[6];
        terms(&board, term);
        printf("%.6f\n", evaluate(line, term));
    }
    free(line);
    return 0;
}
