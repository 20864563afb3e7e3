/* gain: what the slide of a line scores */
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

/* The sum of the tiles that merges make: waiting is the tile that may still merge, 0 if there is none. */
static long gain(const long *line, int length) {
    long total = 0, waiting = 0;
    for (int i = 0; i < length; i++) {
        if (!line[i]) continue;
        if (line[i] == waiting) {
            total += 2 * waiting;
            waiting = 0;
        } else {
            waiting = line[i];
        }
    }
    return total;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        long cells[LONGEST];
        int length = parse(line, cells);
        printf("%ld\n", gain(cells, length));
    }
    free(line);
    return 0;
}
