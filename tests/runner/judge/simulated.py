"""Simulated runs with a known truth, played round by round by the judge's own rule of effort."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runner.judge.effort import next_round
from runner.judge.verdicts import Measures, Target, Verdict, judge
from runner.summary import Summary
from tests.runner.judge.tables import two_seat_summary

CELLS = [(wins, draws) for wins in range(3) for draws in range(3 - wins)]


@dataclass(frozen=True)
class Truth:
    """A two-seat match-up: mean score, share of drawn games, and correlation of the two games of a pair.

    With probability |correlation| the second game repeats the luck of the first (positive), or has it turned
    round (negative, as when luck favours a seat); the law of a single game stays the same.
    """

    score: float
    draws: float = 0.0
    correlation: float = 0.0

    def law(self) -> np.ndarray:
        """[6] probability of each of `CELLS`."""
        loss = 1.0 - self.score - self.draws / 2.0
        ends = np.array([loss, loss + self.draws, 1.0])
        single = np.diff(ends, prepend=0.0)
        alone = np.outer(single, single)
        if self.correlation > 0:
            tied = np.diag(single)
        else:
            # u and 1 - u: overlap of each outcome's interval with the mirror image of each other's.
            starts, mirror_starts, mirror_ends = ends - single, 1.0 - ends, 1.0 - ends + single
            tied = np.minimum(ends[:, None], mirror_ends) - np.maximum(starts[:, None], mirror_starts)
            tied = np.maximum(tied, 0.0)
        joint = (1.0 - abs(self.correlation)) * alone + abs(self.correlation) * tied
        chance = dict.fromkeys(CELLS, 0.0)
        for first in range(3):
            for second in range(3):
                outcomes = (first, second)
                chance[outcomes.count(2), outcomes.count(1)] += joint[first, second]
        return np.array([chance[cell] for cell in CELLS])


@dataclass(frozen=True)
class Run:
    """How a simulated run ended."""

    verdicts: tuple[Verdict, ...]
    always_covered: tuple[bool, ...]
    """By target: whether the interval shown held the truth at every look."""
    rounds: int

    @property
    def games(self) -> int:
        """Games of all match-ups."""
        return sum(verdict.games for verdict in self.verdicts)


def play_out(
    targets: Sequence[Target],
    truths: Sequence[Truth],
    rng: np.random.Generator,
    cap_games: int = 20_000,
    certainty: float = 0.95,
    first: int = 128,
) -> Run:
    """Play one match-up a target until every target is decided or at its cap."""
    laws = {target.matchup: truth.law() for target, truth in zip(targets, truths, strict=True)}
    cells = {matchup: np.zeros(len(CELLS), np.int64) for matchup in laws}
    seats = dict.fromkeys(laws, 2)
    covered = np.ones(len(targets), bool)
    for rounds in range(1000):
        summaries = {matchup: _summary(counts) for matchup, counts in cells.items()}
        verdicts = judge(targets, summaries, certainty, Measures())
        covered &= [v.low <= t.score <= v.high for v, t in zip(verdicts, truths, strict=True)]
        added = next_round(targets, verdicts, summaries, seats, cap_games, first)
        if not added:
            return Run(verdicts, tuple(covered.tolist()), rounds)
        for matchup, pairs in added.items():
            cells[matchup] += rng.multinomial(pairs, laws[matchup])
    raise AssertionError("the run does not end")


def _summary(counts: np.ndarray) -> Summary:
    return two_seat_summary(dict(zip(CELLS, counts.tolist(), strict=True)))


def win_rate_targets(number: int, method: str = "e-process", margin: float = 0.01) -> list[Target]:
    """That many match-ups of their own, each to lie in 45-55 %."""
    return [
        Target(f"t{i}", "win_rate", f"m{i}", 0, 0.45, 0.55, method=method, margin=margin)
        for i in range(number)
    ]
