"""The model of the targets: it finds where a figure crosses its band, and says nothing while it knows too little."""

import numpy as np
import pytest
from scipy.special import expit

from sweeps.definition import load
from sweeps.model import hints
from sweeps.objective import Reading, band_scale, weighed
from tests.sweeps.written import SLIME, deckfight


@pytest.fixture
def definition(tmp_path):
    return load(deckfight(tmp_path, "[sweep]\nconstraints = ['Slime.maxHp <= 140']\n" + SLIME))


def truth(point):
    """A win rate that falls with both numbers; one half along a curve."""
    return float(expit(6 - 0.05 * point[0] - 0.12 * point[1]))


def seen(definition, point, games, rng):
    """What so many games of the point come to."""
    rate = rng.binomial(games, truth(point)) / games
    reading = Reading(
        "win", "target", 0.45, 0.55, band_scale(0.45, 0.55), rate, 0.0, 1.0, "undecided", "win_rate"
    )
    return point, weighed(definition, [reading], definition.space.change(point), 0, games, False, False)


def played(definition, count, games=64):
    rng = np.random.default_rng(3)
    points = [(int(rng.integers(30, 141)), int(rng.integers(5, 31))) for _ in range(count)]
    return [seen(definition, point, games, rng) for point in points]


def test_nothing_is_proposed_while_too_little_is_known(definition):
    assert hints(definition, [], 4, (1, 2)) == []
    assert hints(definition, played(definition, 3), 4, (1, 2)) == []


def test_proposals_lie_where_the_figure_is_in_its_band(definition):
    found = [p for n in range(20) for p in hints(definition, played(definition, 30), 4, (1, n))]
    rates = np.array([truth(point) for point in found])
    assert len(found) == 80
    assert np.mean(np.abs(rates - 0.5) < 0.1) > 0.7
    anywhere = np.array([truth(point) for point, _ in played(definition, 200)])
    assert np.mean(np.abs(anywhere - 0.5) < 0.1) < 0.3


def test_proposals_are_allowed_and_follow_from_the_seed(definition):
    known = played(definition, 20)
    first = hints(definition, known, 6, (5, 1))
    assert first == hints(definition, known, 6, (5, 1))
    assert first != hints(definition, known, 6, (5, 2))
    assert len(set(first)) == 6
    for point in first:
        assert not any(definition.space.violations(point))
        assert all(p.holds(value) for p, value in zip(definition.space.parameters, point, strict=True))
