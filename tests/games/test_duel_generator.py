"""Drawn maps: the same from the same seed, and within every limit."""

from __future__ import annotations

import numpy as np
import pytest

from games.duel.gates import no_dominance, reachable, usage
from games.duel.generator import BLUE_POOL, RED_POOL, Limits, _only_full_mix, draw_maps, with_map
from games.matrix import dominated_columns, dominated_rows, equilibrium, saddle_points
from tests.games.duel_documents import shipped


def test_a_drawn_map_keeps_to_the_limits() -> None:
    phases = next(draw_maps(shipped(), seed=5, phases=3))
    document = with_map(shipped(), "drawn", phases)
    for phase in phases:
        assert set(phase.red) <= set(RED_POOL)
        assert set(phase.blue) <= set(BLUE_POOL)
        factors = phase.factor_sums
        assert 5 <= np.count_nonzero(factors) <= 8
        assert np.abs(factors).max() == 1
        cells = document.cells(phase)
        found = equilibrium(cells)
        assert document.met(phase).std() >= 0.9
        assert saddle_points(cells) == dominated_rows(cells) == dominated_columns(cells) == ()
        assert abs(found.value - 5) <= 0.06
        assert min(found.row.min(), found.column.min()) >= 0.10
    rows = (*no_dominance(document, "drawn"), *usage(document, "drawn"), *reachable(document, "drawn"))
    assert all(row.passed for row in rows)


def test_the_seed_decides_the_map() -> None:
    wide = Limits(value=0.5, usage=0.05)
    one, again, other = (next(draw_maps(shipped(), seed, phases=2, limits=wide)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_wider_limits_are_kept_to() -> None:
    limits = Limits(fewest_factors=1, most_factors=2, spread=0.5, value=0.5, usage=0.02)
    (phase,) = next(draw_maps(shipped(), seed=3, phases=1, limits=limits))
    assert 1 <= np.count_nonzero(phase.factor_sums) <= 2


@pytest.mark.parametrize("phases", [0, 13])
def test_a_length_that_no_map_may_have(phases) -> None:
    with pytest.raises(ValueError, match="1 to 12 phases"):
        next(draw_maps(shipped(), seed=1, phases=phases))


def test_sparing_the_linear_programme_changes_no_verdict() -> None:
    luck, full, other = np.random.default_rng(1), 0, 0
    tables = [shipped().cells(phase) for phases in shipped().maps.values() for phase in phases]
    for number in range(60):
        cells = tables[number % len(tables)] + luck.integers(-1, 2, (4, 4))
        quick = _only_full_mix(cells)
        if quick is None:
            continue
        exact = equilibrium(cells)
        if min(quick.row.min(), quick.column.min()) >= 1e-6:
            full += 1
            np.testing.assert_allclose(quick.row, exact.row, atol=1e-7)
            np.testing.assert_allclose(quick.column, exact.column, atol=1e-7)
            assert quick.value == pytest.approx(exact.value)
        else:
            other += 1
            assert min(exact.row.min(), exact.column.min()) < 1e-6
    assert full > 5
    assert other > 5
