"""What a verdict costs: mean games until a single game-by-game sequence is decided, against a 45-55 % band.

The slow form prints the table of the README (`pytest -m slow -s`).
"""

from collections.abc import Callable

import numpy as np
import pytest

from runner.judge import eprocess, sprt
from tests.runner.judge.simulated import Truth, play_out, win_rate_targets

# Measured independently, alpha .05: the e-process mixture, and a pair of SPRTs with a margin of one point.
PUBLISHED = {
    0.50: (1298, 956),
    0.52: (2325, 1269),
    0.54: (19576, 3327),
    0.56: (24046, 3364),
    0.60: (1005, 747),
    0.70: (125, 250),
}
BAR = np.log(20)
LONGEST = 150_000


EVERY_FIVE = np.arange(5, 3000, 5)
# Every 5 games to 3,000, then every half per cent.
LOOKS = np.unique(np.concatenate([EVERY_FIVE, np.geomspace(3000, LONGEST, 780)]).astype(int))
FEW_LOOKS = np.unique(np.geomspace(20, 20_000, 150).astype(int))


def games_to_verdict(
    chance: float, method: str, runs: int, at: np.ndarray = LOOKS, seed: int = 1
) -> tuple[float, float, float]:
    """Mean games until decided, looking after `at` games, its standard error, and the share of wrong verdicts."""
    rng = np.random.default_rng(seed)
    games, wrong = [], 0
    values, inside = np.array([0.0, 1.0]), 0.45 < chance < 0.55
    for _ in range(runs):
        wins = rng.binomial(np.diff(at, prepend=0), chance).cumsum()
        counts = np.stack([at - wins, wins], axis=-1).astype(float)
        low, high = np.full(len(at), 0.45), np.full(len(at), 0.55)
        wagers = (
            eprocess.band_wagers(values, counts, low, high)
            if method == "e-process"
            else sprt.band_wagers(values, counts, low, high, np.full(len(at), 0.01))
        )
        met, missed = wagers.evidence()
        first = int(np.argmax(np.maximum(met, missed) >= BAR))
        assert max(met[first], missed[first]) >= BAR, "undecided at the longest look"
        games.append(int(at[first]))
        wrong += (met[first] > missed[first]) != inside
    return float(np.mean(games)), float(np.std(games, ddof=1) / runs**0.5), wrong / runs


@pytest.mark.parametrize("chance", [0.50, 0.60, 0.70])
def test_easy_verdicts_cost_what_was_published(chance: float) -> None:
    for method, published in zip(("e-process", "sprt"), PUBLISHED[chance], strict=True):
        mean, _, wrong = games_to_verdict(chance, method, runs=40, at=FEW_LOOKS)
        assert 0.7 * published < mean < 1.3 * published
        assert wrong <= 0.1


@pytest.mark.slow
@pytest.mark.parametrize("chance", PUBLISHED)
def test_verdicts_cost_what_was_published(chance: float, study: Callable[[int, int], int]) -> None:
    line = [f"p {chance:.2f}"]
    runs = study(1000, 60)
    for method, published in zip(("e-process", "sprt"), PUBLISHED[chance], strict=True):
        mean, error, wrong = games_to_verdict(chance, method, runs)
        line.append(f"{method} {mean:.0f} +- {error:.0f} games (published {published}), wrong {wrong:.1%}")
        assert mean < 1.15 * published + 3 * error
        assert wrong <= 0.08
    print("; ".join(line))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "least"), [("e-process", 18), ("sprt", 30)])
@pytest.mark.parametrize("correlation", [0.0, -0.6])
def test_a_round_robin_costs_a_fraction_of_a_fixed_number(
    method: str, least: float, correlation: float, study: Callable[[int, int], int]
) -> None:
    """Nine pairings near even, as the duel bots are, against 100,000 games each.

    Independent games are the worst case; luck keyed by seat makes the games of a pair cancel it.
    """
    rng = np.random.default_rng(3)
    scores = (0.477, 0.479, 0.481, 0.478, 0.482, 0.480, 0.477, 0.481, 0.479)
    truths = [Truth(score, 0.005, correlation) for score in scores]
    spent = []
    for _ in range(study(200, 20)):
        run = play_out(win_rate_targets(9, method), truths, rng, cap_games=100_000)
        assert {verdict.status for verdict in run.verdicts} == {"met"}
        spent.append(run.games)
    ratio = 9 * 100_000 / np.mean(spent)
    print(
        f"nine pairings, {method}, correlation {correlation}: {np.mean(spent):.0f} games, {ratio:.0f} x fewer"
    )
    assert ratio > (least if correlation == 0.0 else 30)
