"""Games in which a player chooses options by a law whose shares are known, counted as a run counts them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from runner.judge.observations import Measures
from runner.judge.targets import Target
from runner.summary import OPTION_COLUMNS, Summary

OPTION = "card"
MEASURES = Measures(options=(OPTION,), endings=("running", "turn cap", "won"), events=("crit",))

Draw = Callable[[np.random.Generator, int], tuple[np.ndarray, np.ndarray]]


def summary_of(offered: np.ndarray, chosen: np.ndarray, choices: np.ndarray) -> Summary:
    """Of player 0 and one option, from what it did in each game.

    Args:
        offered: `[pairs, k]` times offered, by the seat in which the player sat.
        chosen: `[pairs, k]` times chosen.
        choices: `[pairs, k]` choices of any option.
    """
    pairs, k = chosen.shape
    empty = Summary.empty(seats=k, terminations=3, metrics=2, options=1, events=1)
    columns = dict.fromkeys(OPTION_COLUMNS, np.zeros(k, np.int64)) | {
        "offered": offered.sum(0),
        "chosen": chosen.sum(0),
        "games_seen": (offered > 0).sum(0),
        "games_chosen": (chosen > 0).sum(0),
        "offered_sq": (offered**2).sum(0),
        "offered_chosen": (offered * chosen).sum(0),
        "chosen_sq": (chosen**2).sum(0),
        "chosen_all": (chosen * choices).sum(0),
    }
    arrays = {
        name: getattr(empty, name).copy()
        for name in ("options", "choices", "pair_options", "pair_choices", "used_hist")
    }
    arrays["options"][0, :, 0] = np.stack([columns[name] for name in OPTION_COLUMNS], axis=-1)
    arrays["choices"][0] = np.stack([choices.sum(0), (choices**2).sum(0)], axis=-1)
    o, c, n = offered.sum(1), chosen.sum(1), choices.sum(1)
    arrays["pair_options"][0, 0] = [(o * o).sum(), (o * c).sum(), (c * c).sum(), (c * n).sum()]
    arrays["pair_choices"][0] = (n * n).sum()
    arrays["used_hist"][0, 0] = np.bincount((chosen > 0).sum(1), minlength=k + 1)
    return dataclasses.replace(empty, pairs=pairs, games=k * pairs, **arrays)


def target(metric: str, low: float, high: float, seat: int | None = None, matchup: str = "m") -> Target:
    """A band on one metric of the option."""
    return Target(f"{metric} {matchup}", metric, matchup, 0, low, high, item=OPTION, seat=seat)


@dataclass(frozen=True)
class Law:
    """How often a pair's choices fall on the option: sum c / sum N is `share` over many pairs."""

    name: str
    share: float
    draw: Draw
    """(rng, pairs) -> chosen and all choices, `[pairs]` each."""

    def __str__(self) -> str:
        return f"{self.name}, share {self.share:g}"


def laws(share: float) -> list[Law]:
    """Laws of one share that differ in how the choices of a pair hang together, and in how many there are."""

    def alone(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        return rng.binomial(20, share, pairs), np.full(pairs, 20)

    def clustered(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        return rng.binomial(20, rng.beta(share / 2, (1 - share) / 2, pairs)), np.full(pairs, 20)

    def whole(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        choices = rng.geometric(1 / 20, pairs)
        return np.where(rng.random(pairs) < share, choices, 0), choices

    def hidden(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        rare = 0.3 * share
        base = (share - rare) / (1 - rare)
        return rng.binomial(20, np.where(rng.random(pairs) < rare, 1.0, base)), np.full(pairs, 20)

    def heavy(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        choices = np.maximum(1, (3 * (rng.pareto(2.5, pairs) + 1)).astype(int))
        return np.where(rng.random(pairs) < share, choices, 0), choices

    def seldom(rng: np.random.Generator, pairs: int) -> tuple[np.ndarray, np.ndarray]:
        offers = (rng.random(pairs) < 0.02) * rng.integers(1, 4, pairs)
        return rng.binomial(offers, rng.beta(2 * share, 2 * (1 - share), pairs)), offers

    drawn = {
        "choices alone": alone,
        "choices that cluster": clustered,
        "all of a pair or none": whole,
        "a few, and rarely all": hidden,
        "pairs of heavy-tailed length": heavy,
        "offered in one pair of 50": seldom,
    }
    return [Law(name, share, draw) for name, draw in drawn.items()]
