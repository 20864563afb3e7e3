# both-arms: the games of both players together were given; asked are those of each
import math
import sys

Z = 1.959964
POWERS = {0.8: 0.841621, 0.9: 1.281552, 0.95: 1.644854, 0.99: 2.326348}


def wilson(successes, n):
    """The ends of Wilson's 95 % interval of a rate."""
    rate, scale = successes / n, 1 + Z * Z / n
    centre = (rate + Z * Z / (2 * n)) / scale
    half = Z / scale * math.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def halfwidth(sd, n):
    """Half of the 95 % interval of a mean."""
    return Z * sd / math.sqrt(n)


def games(sd, difference, power):
    return math.ceil(4 * ((Z + POWERS[power]) * sd / difference) ** 2)


for line in sys.stdin:
    word, *numbers = line.split()
    numbers = [float(number) for number in numbers]
    if word == "wilson":
        print("%.4f %.4f" % wilson(*numbers))
    elif word == "halfwidth":
        print("%.2f" % halfwidth(*numbers))
    else:
        print(games(*numbers))
