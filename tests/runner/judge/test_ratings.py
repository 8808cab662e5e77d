import dataclasses

import numpy as np
import pytest
from scipy.optimize import minimize

from runner.judge.davidson import Sampling
from runner.judge.ratings import ELO, bradley_terry, dispersion

NAMES = ("a", "b", "c")
WINS = np.array([[0.0, 7, 8], [3, 0, 6], [2, 4, 0]])


def elos(ratings) -> list[float]:
    return [entrant.elo for entrant in ratings.entrants]


def test_bradley_terry() -> None:
    found = bradley_terry(NAMES, WINS)
    assert [round(e.elo / ELO, 6) for e in found.entrants] == [0.740570, -0.149102, -0.591468]
    assert [round(elo, 3) for elo in elos(found)] == [128.65, -25.902, -102.748]
    assert found.nu == 0.0
    assert not any(e.regularised or e.winless or e.unbeaten for e in found.entrants)


def test_davidson() -> None:
    found = bradley_terry(("a", "b"), np.array([[0.0, 50], [30, 0]]), np.array([[0.0, 20], [20, 0]]))
    first, second = elos(found)
    assert round(first - second, 4) == 88.7395
    assert round(found.nu, 6) == 0.516398


def test_against_a_general_optimiser() -> None:
    rng = np.random.default_rng(4)
    wins = rng.integers(1, 30, size=(5, 5)).astype(float)
    draws = rng.integers(0, 9, size=(5, 5)).astype(float)
    draws += draws.T
    np.fill_diagonal(wins, 0)
    np.fill_diagonal(draws, 0)

    def loss(x: np.ndarray) -> float:
        t, log_nu = x[:5], x[5]
        own, other = t[:, None] + 0 * t, t[None] + 0 * t[:, None]
        middle = log_nu + (own + other) / 2
        total = np.logaddexp(np.logaddexp(own, other), middle)
        games = wins + wins.T + draws + np.eye(5)  # every match-up weighs the same
        return -(wins / games * (own - total)).sum() - (np.triu(draws / games, 1) * (middle - total)).sum()

    best = minimize(loss, np.zeros(6), method="BFGS", options={"gtol": 1e-8}).x
    found = bradley_terry(tuple("abcde"), wins, draws)
    assert np.array(elos(found)) / ELO == pytest.approx(best[:5] - best[:5].mean(), abs=1e-5)
    assert np.log(found.nu) == pytest.approx(best[5], abs=1e-5)


def test_interval_of_two_entrants_is_that_of_the_log_odds() -> None:
    found = bradley_terry(("a", "b"), np.array([[0.0, 60], [40, 0]]))
    first = found.entrants[0]
    half = 1.959964 * np.sqrt(1 / 60 + 1 / 40) / 2 * ELO
    assert (first.low, first.high) == pytest.approx((first.elo - half, first.elo + half), abs=1e-4)


def test_intervals_follow_the_spread_of_pairs() -> None:
    independent = bradley_terry(NAMES, WINS)
    games = WINS + WINS.T + np.eye(3)
    known = Sampling.of_games(WINS / games, np.zeros((3, 3)), 4 * (games - np.eye(3)))
    quarter = bradley_terry(NAMES, WINS, sampling=known)
    assert elos(quarter) == pytest.approx(elos(independent))
    for one, other in zip(independent.entrants, quarter.entrants, strict=True):
        assert other.high - other.low == pytest.approx((one.high - one.low) / 2)


def test_dispersion_of_pairs() -> None:
    even = np.zeros((3, 3), np.int64)
    even[2, 0], even[1, 0], even[0, 0] = 250, 500, 250
    assert dispersion(even) == pytest.approx(1.0, rel=2e-3)
    twins = np.zeros((3, 3), np.int64)
    twins[2, 0] = twins[0, 0] = 500
    assert dispersion(twins) == pytest.approx(2.0, rel=2e-3)
    assert dispersion(np.zeros((3, 3), np.int64)) == 1.0


def test_entrants_that_never_met_are_not_ranked_together() -> None:
    wins = np.zeros((5, 5))
    wins[:2, :2] = [[0, 9], [3, 0]]
    wins[2:4, 2:4] = [[0, 1], [8, 0]]
    found = bradley_terry(tuple("abcde"), wins)
    parts = [entrant.component for entrant in found.entrants]
    assert parts[0] == parts[1] != parts[2] == parts[3]
    assert len(set(parts)) == 3
    assert found.entrants[0].elo == pytest.approx(-found.entrants[1].elo)
    assert found.entrants[0].elo - found.entrants[1].elo == pytest.approx(ELO * np.log(3))
    assert found.entrants[4].elo == pytest.approx(0)
    assert found.entrants[4].games == 0


def test_a_winless_entrant_is_finite_and_flagged() -> None:
    wins = np.array([[0.0, 7, 20], [3, 0, 20], [0, 0, 0]])
    *others, last = bradley_terry(NAMES, wins).entrants
    assert last.winless
    assert last.regularised
    assert not others[0].winless
    assert all(np.isfinite((e.elo, e.low, e.high)).all() for e in (*others, last))
    assert last.elo < min(e.elo for e in others)
    more = bradley_terry(NAMES, wins * 10).entrants[2]
    assert more.elo < last.elo


@pytest.mark.parametrize("number", [1, 2, 4])
def test_tables_without_games_or_with_draws_only(number: int) -> None:
    names = tuple("abcd"[:number])
    empty = np.zeros((number, number))
    drawn = np.full((number, number), 5.0)
    for found in (bradley_terry(names, empty), bradley_terry(names, empty, drawn)):
        for entrant in found.entrants:
            assert entrant.elo == pytest.approx(0, abs=1e-9)
            assert np.isfinite(dataclasses.astuple(entrant)[1:4]).all()
        assert np.isfinite(found.nu)
        assert all(e.low < e.high for e in found.entrants if number > 1 and e.games)


def test_a_cycle_rates_everyone_alike() -> None:
    cycle = np.array([[0.0, 70, 30], [30, 0, 70], [70, 30, 0]])
    assert elos(bradley_terry(NAMES, cycle)) == pytest.approx([0, 0, 0], abs=1e-9)


def test_three_hundred_entrants() -> None:
    rng = np.random.default_rng(6)
    strengths = rng.normal(scale=0.5, size=300)
    chance = 1 / (1 + np.exp(strengths[None] - strengths[:, None]))
    wins = np.triu(rng.binomial(50, chance), 1).astype(float)
    wins += np.triu(50 - wins, 1).T
    found = bradley_terry(tuple(f"p{i}" for i in range(300)), wins)
    assert np.corrcoef(elos(found), strengths)[0, 1] > 0.99


def test_misshapen_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="must be"):
        bradley_terry(NAMES, np.zeros((2, 2)))
