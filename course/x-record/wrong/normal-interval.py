# normal-interval: p ± 1.96·√(p(1 − p)/n) was taken: at 0 of 50 it says that nothing ever happens
import math
import sys

Z = 1.959964
POWERS = {0.8: 0.841621, 0.9: 1.281552, 0.95: 1.644854, 0.99: 2.326348}


def wilson(successes, n):
    rate = successes / n
    half = Z * math.sqrt(rate * (1 - rate) / n)
    return max(0.0, rate - half), min(1.0, rate + half)


def halfwidth(sd, n):
    """Half of the 95 % interval of a mean."""
    return Z * sd / math.sqrt(n)


def games(sd, difference, power):
    """How many games each of two players must play."""
    return math.ceil(2 * ((Z + POWERS[power]) * sd / difference) ** 2)


for line in sys.stdin:
    word, *numbers = line.split()
    numbers = [float(number) for number in numbers]
    if word == "wilson":
        print("%.4f %.4f" % wilson(*numbers))
    elif word == "halfwidth":
        print("%.2f" % halfwidth(*numbers))
    else:
        print(games(*numbers))
