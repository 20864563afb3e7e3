/* merge: a line slides to its front */
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

static void compact(long *line, int length) {
    int free = 0;
    for (int i = 0; i < length; i++) {
        long cell = line[i];
        line[i] = 0;
        if (cell) line[free++] = cell;
    }
}

/* Slides the line to its front: close the gaps, merge, close them again. */
static void merge(long *line, int length) {
    compact(line, length);
    for (int i = 0; i + 1 < length; i++) {
        if (line[i] && line[i] == line[i + 1]) {
            line[i] *= 2;
            line[i + 1] = 0;
        }
    }
    compact(line, length);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        long cells[LONGEST];
        int length = parse(line, cells);
        merge(cells, length);
        show(cells, length);
    }
    free(line);
    return 0;
}
