/* x-time: what sampling saves */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMES 20
#define MOVES 50 /* of each game; more if your program is fast */
#define DRAWS 10

typedef struct {
    long cell[4][4];
} Board;

enum { UP, RIGHT, DOWN, LEFT };

/* Slides a line to its front and returns the gain. */
static long slide_line(long *line) {
    int out = 0;
    bool merged = true;
    long gain = 0;
    for (int i = 0; i < 4; i++) {
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

static long *cell_of(Board *board, int direction, int line, int place) {
    switch (direction) {
    case UP: return &board->cell[place][line];
    case DOWN: return &board->cell[3 - place][line];
    case LEFT: return &board->cell[line][place];
    default: return &board->cell[line][3 - place];
    }
}

/* Slides a board and returns the gain. */
static long slide(Board *board, int direction) {
    long gain = 0;
    for (int i = 0; i < 4; i++) {
        long line[4];
        for (int k = 0; k < 4; k++) line[k] = *cell_of(board, direction, i, k);
        gain += slide_line(line);
        for (int k = 0; k < 4; k++) *cell_of(board, direction, i, k) = line[k];
    }
    return gain;
}

typedef struct {
    int direction;
    Board after;
    long gain;
} Move;

/* All legal moves. */
static int moves(const Board *board, Move *move) {
    int count = 0;
    for (int d = UP; d <= LEFT; d++) {
        move[count] = (Move){d, *board, 0};
        move[count].gain = slide(&move[count].after, d);
        if (memcmp(&move[count].after, board, sizeof *board) != 0) count++;
    }
    return count;
}

static int empty_cells(Board *board, long **empty) {
    int count = 0;
    for (int i = 0; i < 16; i++)
        if (!board->cell[i / 4][i % 4]) empty[count++] = &board->cell[i / 4][i % 4];
    return count;
}

/* xorshift64*: small random numbers from a seed. */
static unsigned long long state = 1;
static double uniform(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}
static int below(int n) { return (int)(uniform() * n); }

static void spawn(Board *board) {
    long *empty[16];
    int count = empty_cells(board, empty);
    long *cell = empty[below(count)];
    *cell = uniform() < 0.1 ? 4 : 2;
}

/* 1 if an end of the line holds its largest tile, plus the empty cells. */
static int line_value(const long *line) {
    int empty = 0;
    long largest = 0;
    for (int k = 0; k < 4; k++) {
        if (!line[k]) empty++;
        if (line[k] > largest) largest = line[k];
    }
    return empty + (largest && (line[0] == largest || line[3] == largest));
}

static int heuristic(const Board *board) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        long column[4];
        for (int k = 0; k < 4; k++) column[k] = board->cell[k][i];
        value += line_value(board->cell[i]) + line_value(column);
    }
    return value;
}

static long boards; /* evaluated so far */

/* The value of the best slide, or of the board itself if there is none. */
static double look(const Board *board) {
    Move move[4];
    int count = moves(board, move), best = count ? 0 : heuristic(board);
    boards += count ? count : 1;
    for (int i = 0; i < count; i++) {
        int value = heuristic(&move[i].after);
        if (value > best) best = value;
    }
    return best;
}

static double look_with(Board *board, long *cell, long tile) {
    *cell = tile;
    double value = look(board);
    *cell = 0;
    return value;
}

/* The mean over all new tiles. */
static double exact(Board *board) {
    long *empty[16];
    int count = empty_cells(board, empty);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += 0.9 * look_with(board, empty[i], 2) + 0.1 * look_with(board, empty[i], 4);
    return sum / count;
}

/* Your part: the mean over DRAWS different new tiles, by strata, as in the exercise sampling. */
static double sampled(Board *board) { return exact(board); }

/* The first moves of a game. */
static int play(double (*value)(Board *)) {
    Board board = {0};
    Move move[4];
    int played = 0;
    spawn(&board);
    spawn(&board);
    for (int count = moves(&board, move); count && played < MOVES; count = moves(&board, move)) {
        int best = 0;
        double most = -1;
        for (int i = 0; i < count; i++) {
            double found = value(&move[i].after);
            if (found > most) {
                most = found;
                best = i;
            }
        }
        board = move[best].after;
        spawn(&board);
        played++;
    }
    return played;
}

static long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

int main(void) {
    double (*const values[])(Board *) = {exact, sampled};
    const char *const names[] = {"exact", "sampled"};
    puts("player,game,moves,nanoseconds,boards");
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < GAMES; i++) {
            boards = 0;
            long start = nanoseconds();
            int played = play(values[p]);
            printf("%s,%d,%d,%ld,%ld\n", names[p], i, played, nanoseconds() - start, boards);
        }
    return 0;
}
