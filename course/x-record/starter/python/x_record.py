"""x-record: how sure are we?"""

import math
import sys

Z = 1.959964
POWERS = {0.8: 0.841621, 0.9: 1.281552, 0.95: 1.644854, 0.99: 2.326348}


def wilson(successes, n):
    """Your part: the ends of Wilson's 95 % interval of a rate."""
    return 0.0, 1.0


def halfwidth(sd, n):
    """Your part: half of the 95 % interval of a mean."""
    return sd


def games(sd, difference, power):
    """Your part: how many games each of two players must play, rounded up."""
    return 1


for line in sys.stdin:
    word, *numbers = line.split()
    numbers = [float(number) for number in numbers]
    if word == "wilson":
        print("%.4f %.4f" % wilson(*numbers))
    elif word == "halfwidth":
        print("%.2f" % halfwidth(*numbers))
    else:
        print(games(*numbers))
