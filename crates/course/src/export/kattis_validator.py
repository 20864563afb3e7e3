#!/usr/bin/env python3
"""Judges answers that depend on chance: a right program is refused with probability at most 10^-6.

Called as `validate input answer feedback_dir < output`; ends with 42 to accept and 43 to refuse.
"""

import math
import sys
from pathlib import Path

ERROR = 1e-6


def refuse(message):
    Path(sys.argv[3], "judgemessage.txt").write_text(message + "\n")
    sys.exit(43)


def binomial(n, k, p):
    """Twice the smaller tail at k of n, at most 1."""
    if p <= 0 or p >= 1:
        return float(k == (0 if p <= 0 else n))
    log = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)
    term, total, odds, up = math.exp(log), 0.0, p / (1 - p), k >= n * p
    while True:
        total += term
        if up and k < n:
            term *= (n - k) / (k + 1) * odds
        elif not up and k > 0:
            term *= k / (n - k + 1) / odds
        else:
            break
        if term < total * 1e-17:
            break
        k += 1 if up else -1
    return min(1.0, 2 * total)


def parse(text):
    try:
        return [[0 if cell in (".", "0", "") else int(cell) for cell in row.split(",")] for row in text.split("/")]
    except ValueError:
        refuse(f"{text[:80]} is no board")


def empty_cells(board):
    return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if not cell]


# The tests of the exercise stand here.
cases = Path(sys.argv[1]).read_text().splitlines()
known = Path(sys.argv[2]).read_text().splitlines()
answers = [line.strip() for line in sys.stdin.read().splitlines()]
while answers and not answers[-1]:
    answers.pop()
if len(answers) != len(cases):
    refuse(f"{len(cases)} lines were asked for, {len(answers)} were printed")
tests = judge(cases, known, answers)
for name, p in tests:
    if p < ERROR / len(tests):
        refuse(f"{name}: chance does that with probability {p:.1e}")
sys.exit(42)
