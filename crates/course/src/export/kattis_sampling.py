def spawns(case, answer):
    """The drawn spawns; refuses what cannot be."""
    _, count, text = case.split()
    empty = empty_cells(parse(text))
    try:
        drawn = [tuple(int(part) for part in word.split(",")) for word in answer.split()]
    except ValueError:
        refuse(f"{answer[:80]} is no list of spawns")
    if any(len(spawn) != 3 or spawn[:2] not in empty or spawn[2] not in (2, 4) for spawn in drawn):
        refuse(f"{answer[:80]} has a spawn that is not a 2 or 4 in an empty cell")
    if len(set(drawn)) != len(drawn):
        refuse(f"{answer[:80]} has a spawn twice")
    if len(drawn) != min(int(count), 2 * len(empty)):
        refuse(f"{len(drawn)} spawns were drawn; it must be {min(int(count), 2 * len(empty))}")
    return drawn


def probabilities(draws, e):
    """The probability that the i-th draw is a 4, and the expected number of 4s."""
    fours, ith = {0: 1.0}, []
    for drawn in range(draws):
        following, is_four = {}, 0.0
        for four, p in fours.items():
            n2, n4 = 0.9 * (e - drawn + four), 0.1 * (e - four)
            share = n4 / (n2 + n4)
            is_four += p * share
            for count, chance in ((four + 1, share), (four, 1 - share)):
                if chance > 0:
                    following[count] = following.get(count, 0.0) + p * chance
        ith.append(is_four)
        fours = following
    return ith, sum(four * p for four, p in fours.items())


def judge(cases, known, answers):
    draws, tests = {}, [("means", 1.0)]
    for case, right, answer in zip(cases, known, answers):
        if case.startswith("draw"):
            draws.setdefault(case, []).append(spawns(case, answer))
            continue
        try:
            value = float(answer)
        except ValueError:
            refuse(f"{answer[:80]} is not a number")
        if not abs(value - float(right)) <= 1e-4 * max(1, abs(float(right))):
            refuse(f"{case}: {answer[:80]} for {right}")
    if len(cases) < 1000:
        return tests
    for case, drawn in draws.items():
        empty, n, length = empty_cells(parse(case.split()[2])), len(drawn), len(drawn[0])
        ith, fours = probabilities(length, len(empty))
        for place, p in enumerate(ith):
            count = sum(draw[place][2] == 4 for draw in drawn)
            tests.append((f"{len(empty)} empty: draw {place + 1} is a 4", binomial(n, count, p)))
        if length < 2 * len(empty):
            for cell in empty:
                for tile, expected in ((2, length - fours), (4, fours)):
                    count = sum((*cell, tile) in draw for draw in drawn)
                    tests.append((f"{len(empty)} empty: a {tile} at {cell}", binomial(n, count, expected / len(empty))))
    return tests


