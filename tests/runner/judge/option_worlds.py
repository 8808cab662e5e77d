"""Simulated runs whose options have known figures, stopped by the run's own rule.

A world is a policy that meets M opponents, both seats in a pair. One luck u ~ N(0, 1) is shared by the two games of a
pair, and favours a seat or the policy; how often an option is offered and chosen hangs on the same luck. Given u,
games, options and the five offers of an option in a game are independent, so that every true figure is an integral
over u.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.special import expit

from runner.judge.effort import next_round
from runner.judge.forced import FORCED_VALUES
from runner.judge.options import OptionFigures, SeatCounts, option_figures
from runner.judge.verdicts import Measures, judge
from tests.runner.judge.simulated import win_rate_targets
from tests.runner.judge.tables import two_seat_summary

OFFERS = 5
TAKEN = 0.7
"""Chance that an offer is taken in a game in which the policy has a mind to take the option."""
POINTS, WEIGHTS = np.polynomial.hermite_e.hermegauss(60)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@dataclass(frozen=True)
class World:
    """What is true of it; O options."""

    strengths: tuple[float, ...]
    """By opponent, in logits."""
    offered: np.ndarray
    """[O] chance of each of the five offers of a game, at mean luck."""
    taken: np.ndarray
    """[O] chance that the policy has a mind to take it in a game, at mean luck."""
    pull: np.ndarray
    """[O] how much luck adds to both, in logits."""
    luck: float = 1.0
    for_seat: bool = True
    """Whether luck favours the first seat, or else the policy."""
    edge: float = 0.0
    """What the first seat adds, in logits."""
    draws: float = 0.0
    forced: np.ndarray = field(default_factory=lambda: np.array([0.1, 0.05, 0.65, 0.05, 0.15]))
    """[5] how often a forced choice moves the points by -2 .. 2."""

    def chances(self, seat: int, u: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """[M, ...] of winning unless drawn, [O, ...] of an offer, [O, ...] of a mind to take, in that seat."""
        side = 1.0 if seat == 0 else -1.0
        mine = u * (side if self.for_seat else 1.0)
        win = expit(np.array(self.strengths)[:, None] + side * self.edge + self.luck * mine)
        offer, mind = (
            expit(np.log(p / (1 - p))[:, None] + self.pull[:, None] * mine)
            for p in (self.offered, self.taken)
        )
        return win, offer, mind

    @cached_property
    def truths(self) -> list[dict[str, np.ndarray]]:
        """By seat: every figure, [M, O] of win rates by opponent, else [O]."""
        return [self._truth(seat) for seat in (0, 1)]

    def _truth(self, seat: int) -> dict[str, np.ndarray]:
        win, offer, mind = self.chances(seat, POINTS)
        score = (1 - self.draws) * win + self.draws / 2
        seen = 1 - (1 - offer) ** OFFERS
        chosen = mind * (1 - (1 - TAKEN * offer) ** OFFERS)

        def rate(games: np.ndarray) -> np.ndarray:
            return np.asarray((score @ (WEIGHTS * games).T) / (games @ WEIGHTS))

        times = (mind * offer) @ WEIGHTS * OFFERS * TAKEN
        gih, gns, played, passed = rate(seen), rate(1 - seen), rate(chosen), rate(seen - chosen)
        return {
            "taken": times / (offer @ WEIGHTS * OFFERS),
            "share": times / times.sum(),
            "gih_wr": gih,
            "gns_wr": gns,
            "iwd": gih - gns,
            "chosen_wr": played,
            "passed_wr": passed,
            "compared": played - passed,
            "effect": np.full(len(times), self.forced @ FORCED_VALUES),
        }

    def pairs(self, opponent: int, number: int, rng: np.random.Generator) -> "Counts":
        """The counts of that many pairs against one opponent."""
        u, size = rng.normal(size=number), len(self.offered)
        counts = Counts.empty(size)
        points = np.zeros(number, np.int64)
        drawn = np.zeros(number, np.int64)
        for seat in (0, 1):
            win, offer, mind = self.chances(seat, u)
            draw = rng.random(number) < self.draws
            won = ~draw & (rng.random(number) < win[opponent])
            o = rng.binomial(OFFERS, offer)
            c = rng.binomial(o, TAKEN) * (rng.random(o.shape) < mind)
            counts.add(seat, o, c, won, draw)
            forced = rng.multinomial(int(0.2 * number), self.forced, size=size)
            counts.forced[seat, :, :5] += forced
            points += won
            drawn += draw
        for cell in zip(points.tolist(), drawn.tolist(), strict=True):
            counts.cells[cell] = counts.cells.get(cell, 0) + 1
        return counts


@dataclass
class Counts:
    """Of the policy against one opponent, by seat, and pairs by (wins, draws)."""

    options: np.ndarray
    results: np.ndarray
    choices: np.ndarray
    forced: np.ndarray
    cells: dict[tuple[int, int], int]

    @classmethod
    def empty(cls, size: int) -> "Counts":
        shapes = (2, size, 12), (2, 3), (2, 2), (2, size, 6)
        return cls(*(np.zeros(shape, np.int64) for shape in shapes), cells={})

    def add(self, seat: int, o: np.ndarray, c: np.ndarray, won: np.ndarray, draw: np.ndarray) -> None:
        """Games of that seat: times offered and chosen `[O, n]`, won and drawn `[n]`."""
        seen, chosen, every = o > 0, c > 0, c.sum(axis=0)
        columns = (
            o, c, seen, chosen, seen & won, chosen & won, seen & draw, chosen & draw, o * o, o * c, c * c, c * every,
        )  # fmt: skip
        self.options[seat] += np.stack([column.sum(axis=1) for column in columns], axis=-1)
        self.results[seat] += [won.sum(), draw.sum(), (~won & ~draw).sum()]
        self.choices[seat] += [every.sum(), (every**2).sum()]

    def __iadd__(self, other: "Counts") -> "Counts":
        for name in ("options", "results", "choices", "forced"):
            getattr(self, name)[:] += getattr(other, name)
        for cell, number in other.cells.items():
            self.cells[cell] = self.cells.get(cell, 0) + number
        return self


def play_out(world: World, rng: np.random.Generator, cap_games: int, first: int = 128) -> list[Counts]:
    """Rounds until every win rate is called inside or outside 45-55 %, or at its cap."""
    size = len(world.offered)
    targets = win_rate_targets(len(world.strengths))
    counts = {target.matchup: Counts.empty(size) for target in targets}
    order = {target.matchup: at for at, target in enumerate(targets)}
    while True:
        summaries = {key: two_seat_summary(one.cells) for key, one in counts.items()}
        verdicts = judge(targets, summaries, 0.95, Measures())
        added = next_round(targets, verdicts, summaries, dict.fromkeys(counts, 2), cap_games, first)
        if not added:
            return list(counts.values())
        for matchup, pairs in added.items():
            counts[matchup] += world.pairs(order[matchup], pairs, rng)


SUMS = ("options", "results", "choices", "forced")


def seat_counts(counts: list[Counts]) -> list[SeatCounts]:
    """What the judge takes: the policy in both seats."""
    return [
        SeatCounts("s", "p", seat, *(np.stack([getattr(one, name)[seat] for one in counts]) for name in SUMS))
        for seat in (0, 1)
    ]


def figures(world: World, counts: list[Counts], certainty: float = 0.95) -> tuple[OptionFigures, ...]:
    """The option table of the policy, both seats."""
    names = [f"o{at:02d}" for at in range(len(world.offered))]
    return option_figures(names, seat_counts(counts), 0.5, certainty, dealt=True)
