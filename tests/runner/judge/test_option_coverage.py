"""Whether the intervals of option tables hold, over simulated runs of known options stopped by the run's own rule.

The slow form prints what it measured, and how wide the intervals are against 1.96 standard deviations of the figures:

    python -m pytest -m slow -s tests/runner/judge/test_option_coverage.py
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.stats import binom

from runner.judge.options import compared_cells
from tests.runner.judge.option_worlds import World, figures, play_out, seat_counts
from tests.runner.judge.test_calibration import told

FIGURES = ("taken", "share", "compared", "chosen_wr", "passed_wr", "gih_wr", "gns_wr", "iwd", "effect")
POOLED = ("taken", "share", "effect")
ALPHA = 0.05


def world(
    strengths: tuple[float, ...], size: int = 40, edge: float = 0.0, draws: float = 0.0, for_seat: bool = True
) -> World:
    """Options of which every fourth is chosen in 1 to 2 % of games, and every second hangs on luck."""
    at = np.arange(size)
    taken = np.where(at % 4 == 0, 0.015, np.linspace(0.1, 0.9, size))
    pull = np.where(at % 2 == 0, 0.0, 0.5)
    return World(
        strengths, np.linspace(0.08, 0.6, size), taken, pull, edge=edge, draws=draws, for_seat=for_seat
    )


WORLDS = {
    "even": world((0.0, 0.05, -0.05)),
    "far apart": world((0.6, -0.5, 0.35)),
    "one opponent": world((0.45,), for_seat=False),
    "luck of the policy": world((0.45, 0.0, 0.15), for_seat=False),
    "strong seats, draws": world((0.0, 0.3, -0.2), edge=1.2, draws=0.3),
}


@dataclass
class Measured:
    """Estimates less the truth of the same cells, and half-widths: `[runs, 2 O]` by figure, nan where untold."""

    errors: dict[str, np.ndarray]
    inside: dict[str, np.ndarray]
    widths: dict[str, np.ndarray]
    false_alarms: int
    runs: int
    rare: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))


def measured(one: World, runs: int, cap_games: int, seed: int = 5) -> Measured:
    rng, size = np.random.default_rng(seed), len(one.offered)
    errors, inside, widths, alarms = (
        {n: [] for n in FIGURES},
        {n: [] for n in FIGURES},
        {n: [] for n in FIGURES},
        0,
    )
    null = np.concatenate([np.abs(truth["compared"]).max(axis=0) < 1e-12 for truth in one.truths])
    for _ in range(runs):
        counts = play_out(one, rng, cap_games)
        rows = figures(one, counts)
        assert len(rows) == 2 * size
        kept = [compared_cells(seat, dealt=True) for seat in seat_counts(counts)]
        for name in FIGURES:
            found = [getattr(row, name) for row in rows]
            truth = np.concatenate([_truth(one, seat, name, kept[seat]) for seat in (0, 1)])
            value = np.array([np.nan if each.value is None else each.value for each in found])
            low, high = np.array([each.ends for each in found]).T
            errors[name].append(value - truth)
            inside[name].append(np.where(np.isnan(value), np.nan, (low <= truth) & (truth <= high)))
            widths[name].append(np.where(np.isnan(value), np.nan, (high - low) / 2))
        alarms += any(row.differs for row, nothing in zip(rows, null, strict=True) if nothing)
    stacked = ({n: np.array(each) for n, each in kind.items()} for kind in (errors, inside, widths))
    return Measured(*stacked, alarms, runs, np.tile(np.arange(size) % 4 == 0, 2))


def _truth(one: World, seat: int, name: str, kept: dict[str, np.ndarray]) -> np.ndarray:
    """[O] of the match-ups that the figure is of; those left out are said beside it."""
    truth = one.truths[seat][name]
    if name in POOLED:
        return truth
    use = kept[name]
    return np.asarray(np.where(use, truth, 0.0).sum(axis=0) / np.maximum(use.sum(axis=0), 1))


def least(rate: float, size: float) -> float:
    """The share that a true rate falls short of once in a thousand studies of `size` independent looks."""
    return float(binom.ppf(0.001, int(size), rate) / size)


def check(what: str, found: Measured) -> None:
    """Every figure covers, of common and of rare options, and is not absurdly wide."""
    told("option alarms", what, found.false_alarms, found.runs)
    assert found.false_alarms <= binom.ppf(0.999, found.runs, ALPHA)
    for name in FIGURES:
        for kind, chosen in (("common", ~found.rare), ("rare", found.rare)):
            inside = found.inside[name][:, chosen]
            known = ~np.isnan(inside)
            covered, size = int(np.nansum(inside)), int(known.sum())
            ratio = np.nanmedian(_ratio(found, name, chosen))
            told("option covered", f"{name}, {kind}, {what}", covered, size, f"; width {ratio:.2f}")
            # Options of one run share its games: they count as few looks.
            assert covered / size >= least(0.94, found.runs * 4) - 1e-9, (name, kind)
            # The spread that the width is held to is itself known to one part in sqrt(2 (runs - 1)).
            surely = ratio * (1 - 1 / np.sqrt(2 * (found.runs - 1)))
            assert surely < (2.2 if name == "effect" else 1.4), (name, kind)


def _ratio(found: Measured, name: str, chosen: np.ndarray) -> np.ndarray:
    """Half-width over 1.96 standard deviations of the figure over runs, by option told in most of them."""
    errors, widths = found.errors[name][:, chosen], found.widths[name][:, chosen]
    often = (~np.isnan(errors)).mean(axis=0) > 0.5
    if not often.any():
        return np.array([1.0])
    return np.asarray(np.nanmean(widths[:, often], axis=0) / (1.96 * np.nanstd(errors[:, often], axis=0)))


def test_intervals_of_an_option_table_hold_under_the_rule_of_the_run() -> None:
    check("far apart", measured(world((0.6, -0.5, 0.35), size=12), 24, 3_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_forty_options_at_once(name: str, study: Callable[[int, int], int]) -> None:
    check(name, measured(WORLDS[name], study(150, 20), 6_000))


@pytest.mark.slow
@pytest.mark.parametrize("strength", [0.15, 0.3, 0.45, 0.7])
def test_a_rate_that_the_run_stops_on(strength: float, study: Callable[[int, int], int]) -> None:
    """The hardest case: the option is in every game, so that its win rate is what the run looks at."""
    one = World((strength,) * 3, np.array([0.6, 0.3]), np.array([0.3, 0.3]), np.zeros(2), for_seat=False)
    found = measured(one, study(200, 40), 6_000)
    for name in ("gih_wr", "chosen_wr", "passed_wr"):
        covered = found.inside[name]
        share = np.nanmean(covered)
        told("option covered", f"{name}, every game, {strength:g}", int(np.nansum(covered)), covered.size)
        assert share >= least(0.94, found.runs)
