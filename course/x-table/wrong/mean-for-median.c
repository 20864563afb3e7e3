/* mean-for-median: the median is the mean; half of the games are below the median */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES 1000

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

/* The number of the chosen move. */
typedef int Player(Move *move, int count);

static int at_random(Move *move, int count) {
    (void)move;
    return below(count);
}

/* The first of the moves after which the board looks best. */
static int greedy(Move *move, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (heuristic(&move[i].after) > heuristic(&move[best].after)) best = i;
    return best;
}

typedef struct {
    long score, tile, moves;
} Game;

/* A whole game. */
static Game play(Player *choose) {
    Board board = {0};
    Game game = {0};
    Move move[4];
    spawn(&board);
    spawn(&board);
    for (int count = moves(&board, move); count; count = moves(&board, move)) {
        const Move *chosen = &move[choose(move, count)];
        game.score += chosen->gain;
        game.moves++;
        board = chosen->after;
        spawn(&board);
    }
    for (int i = 0; i < 16; i++)
        if (board.cell[i / 4][i % 4] > game.tile) game.tile = board.cell[i / 4][i % 4];
    return game;
}

static int by_size(const void *one, const void *other) {
    long a = *(const long *)one, b = *(const long *)other;
    return (a > b) - (a < b);
}

/* Mean, ends of its 95 % interval, median, standard deviation, largest tile, median of the largest tiles. */
static void summary(const char *name, const Game *games) {
    static long scores[GAMES], tiles[GAMES];
    double mean = 0, squares = 0;
    for (int i = 0; i < GAMES; i++) {
        scores[i] = games[i].score;
        tiles[i] = games[i].tile;
        mean += (double)scores[i] / GAMES;
    }
    for (int i = 0; i < GAMES; i++) squares += (scores[i] - mean) * (scores[i] - mean);
    double sd = sqrt(squares / (GAMES - 1)), half = 1.96 * sd / sqrt(GAMES);
    qsort(scores, GAMES, sizeof *scores, by_size);
    qsort(tiles, GAMES, sizeof *tiles, by_size);
    printf("%s,%.1f,%.1f,%.1f,%.1f,%.1f,%ld,%ld\n", name, mean, mean - half, mean + half, mean, sd,
           tiles[GAMES - 1], tiles[(GAMES - 1) / 2]);
}

int main(void) {
    static Game games[2][GAMES];
    const char *const names[] = {"random", "greedy"};
    Player *const players[] = {at_random, greedy};
    puts("player,game,score,max_tile,moves");
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < GAMES; i++) {
            Game game = games[p][i] = play(players[p]);
            printf("%s,%d,%ld,%ld,%ld\n", names[p], i, game.score, game.tile, game.moves);
        }
    puts("player,mean,low,high,median,sd,max_tile,median_tile");
    for (int p = 0; p < 2; p++) summary(names[p], games[p]);
    return 0;
}
