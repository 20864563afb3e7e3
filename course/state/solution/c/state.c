/* state: a game as an object */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int rows, columns;
    long cell[8][8];
} Board;

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

/* Slides a line to its front and returns the gain. */
static long slide_line(long *line, int length) {
    int out = 0;
    bool merged = true;
    long gain = 0;
    for (int i = 0; i < length; i++) {
        long tile = line[i];
        if (!tile) continue;
        line[i] = 0;
        if (!merged && line[out - 1] == tile) {
            gain += line[out - 1] *= 2;
            merged = true;
        } else {
            line[out++] = tile;
            merged = false;
        }
    }
    return gain;
}

enum { UP, RIGHT, DOWN, LEFT };
static const char *const NAMES[] = {"up", "right", "down", "left"};

static int direction_of(const char *name) {
    for (int d = 0; d < 4; d++)
        if (strncmp(name, NAMES[d], strlen(NAMES[d])) == 0) return d;
    return UP;
}

static long *cell_of(Board *board, int direction, int line, int place) {
    switch (direction) {
    case UP: return &board->cell[place][line];
    case DOWN: return &board->cell[board->rows - 1 - place][line];
    case LEFT: return &board->cell[line][place];
    default: return &board->cell[line][board->columns - 1 - place];
    }
}

/* Slides a board and returns the gain. */
static long slide(Board *board, int direction) {
    bool vertical = direction == UP || direction == DOWN;
    int count = vertical ? board->columns : board->rows, length = vertical ? board->rows : board->columns;
    long gain = 0;
    for (int i = 0; i < count; i++) {
        long line[8];
        for (int k = 0; k < length; k++) line[k] = *cell_of(board, direction, i, k);
        gain += slide_line(line, length);
        for (int k = 0; k < length; k++) *cell_of(board, direction, i, k) = line[k];
    }
    return gain;
}

static bool same(const Board *one, const Board *other) { return memcmp(one, other, sizeof *one) == 0; }

enum { LONGEST = 1000, NAMED = 16 };

/* A moment is a board and a score; a game is all its moments, the last one now. A struct assigned is a copy. */
typedef struct {
    Board board;
    long score;
} Moment;

typedef struct {
    int length;
    Moment moment[LONGEST];
} Game;

static Game game, copies[NAMED];
static char names[NAMED][32];
static int named;

static Moment *now(void) { return &game.moment[game.length - 1]; }

static void become(Board board, long gain) {
    game.moment[game.length] = (Moment){board, now()->score + gain};
    game.length++;
}

static void begin(int rows, int columns) {
    Board board = {.rows = rows, .columns = columns};
    game.length = 1;
    game.moment[0] = (Moment){board, 0};
    named = 0;
}

static bool tile(int row, int column, long value) {
    Board board = now()->board;
    if (row >= board.rows || column >= board.columns || board.cell[row][column]) return false;
    board.cell[row][column] = value;
    become(board, 0);
    return true;
}

static void move(int direction) {
    Board board = now()->board;
    long gain = slide(&board, direction);
    if (same(&board, &now()->board)) {
        puts("illegal");
        return;
    }
    become(board, gain);
    printf("ok %ld\n", gain);
}

static Game *find(const char *name) {
    for (int i = 0; i < named; i++)
        if (strcmp(names[i], name) == 0) return &copies[i];
    return NULL;
}

static void copy(const char *name) {
    Game *place = find(name);
    if (!place) {
        strcpy(names[named], name);
        place = &copies[named++];
    }
    *place = game;
}

static int legal(bool print) {
    int count = 0;
    for (int d = UP; d <= LEFT; d++) {
        Board after = now()->board;
        slide(&after, d);
        if (same(&after, &now()->board)) continue;
        if (print) printf("%s%s", count ? " " : "", NAMES[d]);
        count++;
    }
    return count;
}

static void answer(const char *line) {
    char word[32] = "", name[32] = "";
    int row = 0, column = 0;
    long value = 0;
    sscanf(line, "%31s %31s", word, name);
    if (sscanf(line, "new %dx%d", &row, &column) == 2) {
        begin(row, column);
        puts("ok");
    } else if (sscanf(line, "tile %d %d %ld", &row, &column, &value) == 3) {
        puts(tile(row, column, value) ? "ok" : "no");
    } else if (strcmp(word, "move") == 0) {
        move(direction_of(name));
    } else if (strcmp(word, "score") == 0) {
        printf("%ld\n", now()->score);
    } else if (strcmp(word, "grid") == 0) {
        show(&now()->board);
        putchar('\n');
    } else if (strcmp(word, "legal") == 0) {
        puts(legal(true) ? "" : "none");
    } else if (strcmp(word, "over") == 0) {
        puts(legal(false) ? "no" : "yes");
    } else if (strcmp(word, "undo") == 0) {
        puts(game.length > 1 ? (game.length--, "ok") : "no");
    } else if (strcmp(word, "copy") == 0) {
        copy(name);
        puts("ok");
    } else if (find(name)) {
        game = *find(name);
        puts("ok");
    } else {
        puts("no");
    }
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) answer(line);
    free(line);
    return 0;
}
