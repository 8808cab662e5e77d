"""What a roll can come to, and how probable each outcome is: exact, so that a search never samples what it can average.

An outcome is the points it adds to the turn total, or LOST (the turn total is gone), or SCORE_LOST (1-1 with two dice:
the score is gone too). `rules.land` carries one out.
"""

import numpy as np

__all__ = ["LOST", "MOST_OUTCOMES", "ONE_DIE", "SCORE_LOST", "TWO_DICE", "roll_outcomes", "roll_ways"]

LOST, SCORE_LOST = 0, -1
MOST_OUTCOMES = 11

# Ways out of 6, and out of 36: a sum s of two dice without a 1 can fall in 5 - |s - 8| ways.
ONE_DIE = np.array([(LOST, 1), *((face, 1) for face in range(2, 7))])
TWO_DICE = np.array([(LOST, 10), (SCORE_LOST, 1), *((total, 5 - abs(total - 8)) for total in range(4, 13))])


def roll_ways(dice: int) -> list[tuple[int, int]]:
    """(outcome, ways out of 6 ** dice) of a roll of one die or two."""
    return [(int(outcome), int(ways)) for outcome, ways in (ONE_DIE if dice == 1 else TWO_DICE)]


def roll_outcomes(dice: int) -> tuple[np.ndarray, np.ndarray]:
    """Outcomes int64 [n] and their probabilities float64 [n] of a roll of one die or two."""
    outcomes, ways = np.array(roll_ways(dice), np.int64).T.copy()
    return outcomes, ways / 6**dice
