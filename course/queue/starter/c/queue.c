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

/* Your part: slides the line to its front and returns the gain. */
static long slide(long *line, long length) {
    (void)line, (void)length;
    return 0;
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
