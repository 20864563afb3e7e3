/* queue: a line of any length slides through a queue */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long parse(const char *text, long *line) {
    long length = 0;
    for (;; text++) {
        line[length++] = *text == '.' ? (text++, 0) : strtol(text, (char **)&text, 10);
        if (*text != ',') return length;
    }
}

static void show(const long *line, long length) {
    for (long i = 0; i < length; i++) {
        if (i) putchar(',');
        if (line[i]) printf("%ld", line[i]);
        else putchar('.');
    }
}

/* Slides the line to its front and returns the gain. The queue is an array whose front moves on. */
static long slide(long *line, long length) {
    long *queue = malloc((length + 1) * sizeof *queue), front = 0, back = 0, out = 0, gain = 0;
    for (long i = 0; i < length; i++)
        if (line[i]) queue[back++] = line[i];
    while (front < back) {
        long tile = queue[front++];
        if (front < back && queue[front] == tile) {
            tile += queue[front++];
            gain += tile;
        }
        line[out++] = tile;
    }
    while (out < length) line[out++] = 0;
    free(queue);
    return gain;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        long *cells = malloc((strlen(line) + 1) * sizeof *cells);
        long length = parse(line, cells), gain = slide(cells, length);
        show(cells, length);
        printf(" %ld\n", gain);
        free(cells);
    }
    free(line);
    return 0;
}
