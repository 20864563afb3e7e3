/* unsigned-16-bit: tiles were kept in unsigned 16 bits, which end at 65535 */
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

/* Slides the line to its front; a tile is an unsigned short. */
static void merge(long *line, int length) {
    unsigned short tiles[LONGEST];
    int count = 0, out = 0;
    for (int i = 0; i < length; i++) {
        unsigned short tile = (unsigned short)line[i];
        if (tile) tiles[count++] = tile;
    }
    for (int i = 0; i < count; i++) {
        unsigned short tile = tiles[i];
        if (i + 1 < count && tiles[i + 1] == tile) {
            tile = (unsigned short)(tile + tile);
            i++;
        }
        line[out++] = tile;
    }
    while (out < length) line[out++] = 0;
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
