import numpy as np
import pytest

from runner.judge.equilibrium import fair_shares
from runner.judge.payoffs import PayoffTable
from runner.judge.strategy import Bootstrap, judge_usage, strategy_use

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def sampled_table(chance: np.ndarray, pairs: int, rng: np.random.Generator) -> PayoffTable:
    """A population whose row entrant wins each game of a pair independently with `chance [n, n]`."""
    n = len(chance)
    counts = np.zeros((n, n, 5), np.int64)
    for i, j in zip(*np.triu_indices(n, 1), strict=True):
        p = chance[i, j]
        counts[i, j] = rng.multinomial(pairs, [(1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p])
        counts[j, i] = counts[i, j, ::-1]
    names = tuple("abcdefgh"[:n])
    return PayoffTable(names, names, counts, symmetric=True)


def expected_table(chance: np.ndarray, pairs: int) -> PayoffTable:
    """The same with every count at its expectation."""
    law = np.stack([(1 - chance) ** 2, 0 * chance, 2 * chance * (1 - chance), 0 * chance, chance**2], axis=-1)
    counts = np.round(pairs * law).astype(np.int64)
    names = tuple("abcdefgh"[: len(chance)])
    return PayoffTable(names, names, counts, symmetric=True)


def test_a_healthy_cycle_is_met_and_its_bands_hold_the_shares() -> None:
    verdict = judge_usage(expected_table(0.5 + 0.1 * RPS, 3000))
    assert verdict.status == "met"
    assert verdict.needed == 0
    for row in verdict.use.rows:
        assert row.share == pytest.approx(1 / 3, abs=0.01)
        assert row.low < 1 / 3 < row.high
        assert 0.05 < row.low
        assert row.entropy == pytest.approx(1 / 3, abs=0.01)
    assert verdict.use.value == pytest.approx(0, abs=1e-9)


def test_a_dominated_entrant_is_missed() -> None:
    chance = 0.5 + np.array([[0, 0.1, 0.2], [-0.1, 0, 0.2], [-0.2, -0.2, 0]])
    verdict = judge_usage(expected_table(chance, 300))
    assert verdict.status == "missed"
    assert verdict.use.rows[0].share == 1.0
    assert verdict.use.smallest_high < 0.05


def test_clones_are_undecided_however_many_games() -> None:
    """Either of two equal entrants may be left out, and no number of games tells which."""
    cloned = RPS[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    table = sampled_table(0.5 + 0.1 * cloned, 4000, np.random.default_rng(4))
    verdict = judge_usage(table)
    assert verdict.status == "undecided"
    clones = verdict.use.rows[2:]
    assert all(row.low < 0.02 for row in clones)
    assert all(row.high > 0.3 for row in clones)


def test_few_games_are_undecided_and_say_how_many_more() -> None:
    chance = 0.5 + 0.05 * RPS
    verdict = judge_usage(expected_table(chance, 100))
    assert verdict.status == "undecided"
    assert verdict.use.pairs == 100
    assert verdict.needed >= 100

    more = judge_usage(expected_table(chance, 300))
    assert more.status == "undecided"
    assert 0 < more.needed < 10_000
    assert judge_usage(expected_table(chance, 300 + 2 * more.needed)).status == "met"


def test_later_looks_are_stricter() -> None:
    table = expected_table(0.5 + 0.1 * RPS, 150)
    first, fifth = judge_usage(table, look=1), judge_usage(table, look=5)
    assert fifth.use.smallest_low <= first.use.smallest_low


def test_two_populations_need_both_sides() -> None:
    counts = np.zeros((2, 3, 5), np.int64)
    for i, j, p in ((0, 0, 0.6), (0, 1, 0.4), (0, 2, 0.8), (1, 0, 0.4), (1, 1, 0.6), (1, 2, 0.8)):
        counts[i, j, 4], counts[i, j, 0] = round(4000 * p), round(4000 * (1 - p))
    table = PayoffTable(("attack", "raid"), ("hold", "counter", "flee"), counts, symmetric=False)
    verdict = judge_usage(table)
    assert [row.share for row in verdict.use.rows] == pytest.approx([0.5, 0.5], abs=1e-6)
    assert [column.name for column in verdict.use.columns] == ["hold", "counter", "flee"]
    assert verdict.use.columns[2].share == 0.0
    assert verdict.status == "missed"


@pytest.mark.parametrize("number", [1, 2, 4])
def test_nothing_played_is_undecided_and_finite(number: int) -> None:
    names = tuple("abcd"[:number])
    table = PayoffTable.one_population(names, [])
    verdict = judge_usage(table, draws=100)
    assert verdict.status == ("met" if number == 1 else "undecided"), "a lone entrant is all that is used"
    assert verdict.needed == (0 if number == 1 else None)
    for row in verdict.use.rows:
        assert np.isfinite([row.share, row.low, row.high, row.least, row.most, row.entropy]).all()
        assert row.low <= row.share <= row.high


def test_an_incomplete_table_is_never_met() -> None:
    full = expected_table(0.5 + 0.1 * RPS, 5000)
    counts = full.counts.copy()
    counts[0, 1] = counts[1, 0] = 0
    table = PayoffTable(full.rows, full.columns, counts, symmetric=True)
    assert judge_usage(table).status == "undecided"


@pytest.mark.parametrize(("games", "deviation"), [(1600, 0.071), (6400, 0.033)])
def test_use_of_a_weak_cycle_is_known_only_after_many_games(games: int, deviation: float) -> None:
    """Rock-paper-scissors at 55/45; independent games."""
    rng = np.random.default_rng(7)
    wins = rng.binomial(games, 0.55, size=(400, 3)) / games * 2 - 1
    tables = np.zeros((400, 3, 3))
    for cell, (i, j) in enumerate([(1, 0), (2, 1), (0, 2)]):
        tables[:, i, j], tables[:, j, i] = wins[:, cell], -wins[:, cell]
    assert fair_shares(tables).std(axis=0).mean() == pytest.approx(deviation, rel=0.12)


def test_the_seed_fixes_the_band() -> None:
    table = expected_table(0.5 + 0.1 * RPS, 200)
    assert strategy_use(Bootstrap(table, seed=5)) == strategy_use(Bootstrap(table, seed=5))
    assert strategy_use(Bootstrap(table, seed=5)) != strategy_use(Bootstrap(table, seed=6))
