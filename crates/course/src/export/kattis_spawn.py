def new_tile(before, after):
    """Place among the empty cells and value of the new tile; refuses what cannot be."""
    if [len(row) for row in before] != [len(row) for row in after]:
        refuse("the board has another size")
    changed = [(r, c) for r, row in enumerate(after) for c, cell in enumerate(row) if cell != before[r][c]]
    if len(changed) != 1:
        refuse(f"{len(changed)} cells changed; it must be one")
    r, c = changed[0]
    if before[r][c] or after[r][c] not in (2, 4):
        refuse("the new tile must be a 2 or a 4 in an empty cell")
    return empty_cells(before).index((r, c)), after[r][c]


def judge(cases, known, answers):
    draws, tests = {}, []
    for case, answer in zip(cases, answers):
        draws.setdefault(case, []).append(new_tile(parse(case), parse(answer)))
    if len(cases) < 1000:
        return [("the sample is lawful", 1.0)]
    for case, drawn in draws.items():
        e, n = len(empty_cells(parse(case))), len(drawn)
        for cell in range(e):
            if e > 1:
                count = sum(place == cell for place, _ in drawn)
                tests.append((f"{e} empty: cell {cell + 1}", binomial(n, count, 1 / e)))
            tests.append((f"{e} empty: 4s in cell {cell + 1}", binomial(n, drawn.count((cell, 4)), 0.1 / e)))
        twice = sum(a == b for a, b in zip(drawn[::2], drawn[1::2]))
        tests.append((f"{e} empty: the same twice", binomial(n // 2, twice, 0.82 / e)))
    fours = sum(tile == 4 for drawn in draws.values() for _, tile in drawn)
    tests.append(("all 4s", binomial(len(cases), fours, 0.1)))
    return tests


