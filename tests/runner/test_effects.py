"""The sums behind same-luck effects, as the loop takes them, against a slow reading of the same pairs."""

import numpy as np
import pytest

from games.contract import FIRST_ENDING, NOBODY
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job, _tally
from runner.summary import Summary
from runner.tally import Bench, Rows, tally_pair
from tests.runner.judge.test_choice import effects_of

PAIRS, OPTIONS = 60, 3


@pytest.mark.parametrize("k", [2, 3])
def test_the_loop_counts_what_a_slow_reading_counts(k: int) -> None:
    rng = np.random.default_rng(k)
    tally = _tally(Summary.empty(k, 9, 2, OPTIONS), 5)
    blank = np.zeros(k * k * OPTIONS, np.int64)
    bench = Bench(**dict.fromkeys(Bench._fields, blank))._replace(
        leads=np.zeros(OPTIONS, np.int64), touched=blank.copy()
    )
    seat_of = (np.arange(k)[None, :] + np.arange(k)[:, None]) % k  # by (rotation, player)
    winners, seen, taken = [], [], []
    for _ in range(PAIRS):
        offered = rng.choice([-1, 0, 1, 2, 3, 4], size=(k, k, OPTIONS), p=[0.1, 0.04, 0.2, 0.3, 0.2, 0.16])
        chosen = np.where(rng.random(offered.shape) < 0.4, np.minimum(np.maximum(offered, 0), 2), 0)
        winner = rng.integers(-1, k, size=k)
        rows = Rows(
            winner,
            np.full(k, FIRST_ENDING),
            np.full(k, 3),
            np.zeros(k, np.uint64),
            np.zeros((k, 2, k), np.int64),
        )
        counted = {
            "offered": offered.ravel(),
            "chosen": chosen.ravel(),
            "happened": np.zeros(k * k, np.int64),
        }
        tally_pair(rows, 0, k, NOBODY, bench._replace(**counted), tally)
        assert not bench.leads.any()
        winners.append([NOBODY if w == NOBODY else (w - r) % k for r, w in enumerate(winner)])
        seen.append(np.take_along_axis(offered != 0, seat_of[..., None], axis=1))
        taken.append(np.take_along_axis(chosen > 0, seat_of[..., None], axis=1))
    assert tally.effects.any(axis=(1, 2)).all()
    for option in range(OPTIONS):
        expected = effects_of(np.array(winners), np.array(seen)[..., option], np.array(taken)[..., option])
        assert (tally.effects[option] == expected[0]).all()


def test_a_policy_never_differs_from_itself_and_two_do() -> None:
    specs = tuple(EntrantSpec(f"hold_at({n})", "hold_at", {"n": n}, {}) for n in (5, 60))
    arena = Arena(Job("pig", {"goal": 30}, specs, 1, "per-game"))
    itself = arena.simulate(Unit(Matchup("race", (specs[0].label,) * 2), 0, 200)).summary
    assert not itself.effects.any()
    halves = [
        arena.simulate(Unit(Matchup("race", tuple(s.label for s in specs)), lo, lo + 100)).summary
        for lo in (0, 100)
    ]
    whole = halves[0] + halves[1]
    assert whole.effects[..., 0].sum() > 0
    assert (whole.effects[..., 0].sum(axis=1) <= whole.pairs).all()
