/* p-mcts: a player that grows a tree of games */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long cell[4][4];
} Board;

enum { UP, RIGHT, DOWN, LEFT };
static const char *const NAMES[] = {"up", "right", "down", "left"};

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

static Board parse(const char *text) {
    Board board = {0};
    for (int i = 0; i < 16; i++) {
        if (*text == '.') text++;
        else board.cell[i / 4][i % 4] = strtol(text, (char **)&text, 10);
        text++;
    }
    return board;
}

enum { ITERATIONS = 40, ROLLOUT = 4 };
#define EXPLORATION 4.0

/* A board whose turn it is to slide, and what is known about each of its moves. */
typedef struct Node {
    Board board;
    Move move[4];
    int count, visits[4];
    double totals[4];
    struct Node *child[4]; /* the first after each move */
    struct Node *sibling;
} Node;

static Node nodes[ITERATIONS + 1];
static int used;

static Node *new_node(const Board *board) {
    Node *node = &nodes[used++];
    *node = (Node){.board = *board};
    node->count = moves(board, node->move);
    return node;
}

/* The move to try next: each once, then the best upper bound (UCT). */
static int promising(const Node *node) {
    int sum = 0, best = 0;
    double most = -1;
    for (int i = 0; i < node->count; i++) {
        if (!node->visits[i]) return i;
        sum += node->visits[i];
    }
    for (int i = 0; i < node->count; i++) {
        double bound = node->totals[i] / node->visits[i] + EXPLORATION * sqrt(log(sum) / node->visits[i]);
        if (bound > most) {
            most = bound;
            best = i;
        }
    }
    return best;
}

/* The value after some random moves; 0 if the game ends before. */
static double rollout(Board board) {
    Move move[4];
    for (int i = 0; i < ROLLOUT; i++) {
        int count = moves(&board, move);
        if (!count) return 0;
        board = move[below(count)].after;
        spawn(&board);
    }
    return heuristic(&board);
}

/* The child for this board after a move; a new one if it is not there. */
static Node *child(Node *node, int i, const Board *board) {
    for (Node *known = node->child[i]; known; known = known->sibling)
        if (memcmp(&known->board, board, sizeof *board) == 0) return known;
    Node *fresh = new_node(board);
    fresh->sibling = node->child[i];
    return node->child[i] = fresh;
}

/* One game through the tree and beyond it; its value is carried back. */
static double iterate(Node *node) {
    if (!node->count) return 0;
    int i = promising(node);
    Board board = node->move[i].after;
    spawn(&board);
    double value = node->visits[i] ? iterate(child(node, i, &board)) : rollout(board);
    node->visits[i]++;
    node->totals[i] += value;
    return value;
}

static int choose(Board *board) {
    used = 0;
    Node *root = new_node(board);
    int best = 0;
    for (int i = 0; i < ITERATIONS; i++) iterate(root);
    for (int i = 1; i < root->count; i++)
        if (root->totals[i] / root->visits[i] > root->totals[best] / root->visits[best]) best = i;
    return root->move[best].direction;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strncmp(line, "redouble-player", 15) == 0) {
            puts("ready");
        } else if (strncmp(line, "game", 4) == 0) {
            state = strtoull(strrchr(line, ' '), NULL, 10) | 1;
        } else if (strncmp(line, "move ", 5) == 0) {
            Board board = parse(line + 5);
            puts(NAMES[choose(&board)]);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
