/* x-record: how sure are we? */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Z 1.959964

/* The point of the normal distribution below which a power lies. */
static double point(double power) {
    return power < 0.85 ? 0.841621 : power < 0.925 ? 1.281552 : power < 0.97 ? 1.644854 : 2.326348;
}

/* The ends of Wilson's 95 % interval of a rate. */
static void wilson(double successes, double n, double *low, double *high) {
    double rate = successes / n, scale = 1 + Z * Z / n;
    double centre = (rate + Z * Z / (2 * n)) / scale;
    double half = Z / scale * sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n));
    *low = fmax(0, centre - half);
    *high = fmin(1, centre + half);
}

/* Half of the 95 % interval of a mean. */
static double halfwidth(double sd, double n) { return Z * sd / sqrt(n); }

/* How many games each of two players must play. */
static double games(double sd, double difference, double power) {
    return ceil(2 * pow((Z + point(power)) * sd / difference, 2));
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char word[16];
        double a = 0, b = 0, c = 0, low, high;
        sscanf(line, "%15s %lf %lf %lf", word, &a, &b, &c);
        if (strcmp(word, "wilson") == 0) {
            wilson(a, b, &low, &high);
            printf("%.4f %.4f\n", low, high);
        } else if (strcmp(word, "halfwidth") == 0) {
            printf("%.2f\n", halfwidth(a, b));
        } else {
            printf("%.0f\n", games(a, b, c));
        }
    }
    free(line);
    return 0;
}
