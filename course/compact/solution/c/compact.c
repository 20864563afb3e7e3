/* compact: a line slid to its front, nothing merged */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 64 };

static int parse(const char *text, long *line) {
    int length = 0;
    for (;; text++) {
        line[length++] = *text == '.' ? (text++, 0) : strtol(text, (char **)&text, 10);
        if (*text != ',') return length;
    }
}

static void show(const long *line, int length) {
    for (int i = 0; i < length; i++) {
        if (i) putchar(',');
        if (line[i]) printf("%ld", line[i]);
        else putchar('.');
    }
    putchar('\n');
}

/* Moves the tiles to the front, in their order. */
static void compact(long *line, int length) {
    int free = 0;
    for (int i = 0; i < length; i++) {
        long cell = line[i];
        line[i] = 0;
        if (cell) line[free++] = cell;
    }
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        long cells[LONGEST];
        int length = parse(line, cells);
        compact(cells, length);
        show(cells, length);
    }
    free(line);
    return 0;
}
