def bernstein(runs, variance, spread, off):
    """A bound on the probability that a mean is off by so much."""
    a, b, c = 2 / 3 * spread, math.sqrt(2 * runs * variance), runs * off
    if c <= 0:
        return 1.0
    if a <= 0:
        return 0.0 if b <= 0 else min(1.0, 2 * math.exp(-((c / b) ** 2)))
    return min(1.0, 2 * math.exp(-(((math.sqrt(b * b + 4 * a * c) - b) / (2 * a)) ** 2)))


def judge(cases, known, answers):
    tests = []
    for case, right, answer in zip(cases, known, answers):
        runs = int(case.split()[1])
        exact = {word.split(":")[0]: [float(part) for part in word.split(":")[1:]] for word in right.split()}
        words = answer.split()
        try:
            means = {word.split(":")[0]: float(word.split(":")[1]) for word in words[1:]}
        except (ValueError, IndexError):
            refuse(f"{answer[:80]} is not DIRECTION d:mean d:mean ...")
        if sorted(means) != sorted(exact):
            refuse(f"the legal directions are {' '.join(exact)}, each with its mean")
        if means.get(words[0]) != max(means.values()):
            refuse(f"{words[0]} was chosen, but another mean is larger")
        for direction, (mean, variance, spread) in exact.items():
            off = max(0.0, abs(means[direction] - mean) - 0.005)
            tests.append((f"{case}: {direction} {means[direction]} for {mean:.4f}", bernstein(runs, variance, spread, off)))
    return tests


