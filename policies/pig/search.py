"""Expectimax: max at own choices, mean at the dice. On points, on chances to win, and with the classic mistake."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from games.pig.chance import LOST, roll_ways
from games.pig.data import PigData
from games.pig.rules import ROLL
from policies.contract import Entrant, policy
from policies.pig import exact, solver
from policies.pig.checks import whole_numbers
from policies.pig.simple import hold_at
from policies.pig.tables import follow_table, pack

__all__ = ["expectimax", "hold_number", "mean", "pessimist", "win_probability", "worst"]

# From this turn total on no roll gains points, (5 T + 20) / 6 <= T, nor does any roll after it: the search may stop.
ENOUGH = 20

Node = Callable[[list[tuple[float, int]]], float]


def mean(leaves: list[tuple[float, int]]) -> float:
    """What a dice node is worth: its (value, ways) leaves on average."""
    return sum(value * ways for value, ways in leaves) / sum(ways for _, ways in leaves)


def worst(leaves: list[tuple[float, int]]) -> float:
    """The classic mistake: the dice taken for an adversary that always rolls the worst."""
    return min(value for value, _ in leaves)


def hold_number(score: int, dice: int, depth: int, node: Node) -> int:
    """The smallest turn total at which a search on points, `depth` rolls deep, holds at `score`; a tie holds."""

    @cache
    def choice(total: int, left: int) -> float:
        return max(total, roll(total, left)) if left and total < ENOUGH else total

    def roll(total: int, left: int) -> float:
        gone = {outcome: 0 if outcome == LOST else -score for outcome, _ in roll_ways(dice) if outcome <= 0}
        return node(
            [(gone[o] if o in gone else choice(total + o, left - 1), ways) for o, ways in roll_ways(dice)]
        )

    return next(total for total in count() if roll(total, depth) <= total)


def _hold_numbers(node: Node) -> Callable[[PigData, Mapping[str, float], Any], np.ndarray]:
    """A `prepare`: hold numbers by own score, float64 [goal]."""

    def prepare(document: PigData, weights: Mapping[str, float], refs: Any) -> np.ndarray:
        (depth,) = whole_numbers(weights)
        depth = min(depth, ENOUGH)  # a roll adds two or more, so deeper searches see the same
        if document.dice == 1:
            return np.full(document.goal, hold_number(0, 1, depth, node), np.float64)
        return np.array([hold_number(score, 2, depth, node) for score in range(document.goal)], np.float64)

    return prepare


@policy("pig", weights={"depth": 1}, prepare=_hold_numbers(mean))
def expectimax(view, legal, params, weights, rng):
    """Search on points: max at own choices, mean at the dice, so many rolls deep. Never beats hold_at(20)."""
    score = view.score[view.seat]
    if view.total < weights[score] and score + view.total < params.goal:
        return ROLL
    return legal[legal.size - 1]


@policy("pig", weights={"depth": 1}, prepare=_hold_numbers(worst))
def pessimist(view, legal, params, weights, rng):
    """The same search with the dice taken at their worst: never rolls unless it must."""
    score = view.score[view.seat]
    if view.total < weights[score] and score + view.total < params.goal:
        return ROLL
    return legal[legal.size - 1]


def _look_ahead(document: PigData, weights: Mapping[str, float], refs: Any) -> np.ndarray:
    depth, leaf = whole_numbers(weights)
    race = exact.race(document)
    player = Entrant("leaf", hold_at, {"n": leaf})
    match = exact.chances(document, player, player)
    rolls = solver.look_ahead(race, match.moving.copy(), match.waiting.copy(), min(depth, document.goal))
    return pack(rolls[None])


@policy("pig", weights={"depth": 1, "leaf": 20}, prepare=_look_ahead)
def win_probability(view, legal, params, weights, rng):
    """Search on the chance to win, so many rolls deep; the end is judged as if both then played hold_at(leaf)."""
    return follow_table(view, legal, params, weights)
