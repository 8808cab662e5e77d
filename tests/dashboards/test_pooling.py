"""Figures over several match-ups do not hang on where games were spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dashboards import queries
from dashboards.estimates import ending_share, length, mean, pooled, pooled_advantages
from dashboards.run import Run
from runner.judge.estimates import Estimate

Opened = Callable[[str], Run]


def figures(run: Run) -> dict[Any, Estimate]:
    """Every pooled figure of a run, by what it is of."""
    draw, k = run.draw_value, run.seats
    found: dict[Any, Estimate] = {}
    for name, rows in (("standing", queries.standings(run)), ("pair", queries.pairs(run, run.labels))):
        for row, one in zip(rows, pooled(rows, draw, 0.95), strict=True):
            found[name, getattr(row, "policy", None) or (row.row, row.column)] = one
    leads = pooled_advantages(queries.seats(run, 1 / k), k, 0.95)
    found.update({("lead", seat): one for seat, one in enumerate(leads)})
    found.update({("metric", row.policy, row.metric): mean(row, 0.95)[0] for row in queries.metrics(run, 99)})
    summary = queries.length_summary(run)
    assert summary is not None
    found["length"] = length(summary, 0.95)
    found.update({("ending", row.code): ending_share(row, 0.95) for row in queries.endings(run)})
    return found


def repeated(run: Run, times: int) -> str:
    """The run as if its first match-up had been played so many times as often, with the same results: its key."""
    key = min(row.matchup for row in queries.matchups(run, 999))
    run.connection.execute(f"""
        CREATE TEMP VIEW units AS
        SELECT units.* FROM memory.main.units JOIN range({times}) AS copy(i) ON i = 0 OR matchup = '{key}'""")
    return key


@pytest.mark.parametrize("name", ["pig", "three seats"])
def test_a_hundred_times_the_games_of_one_match_up_moves_no_figure(opened: Opened, name: str) -> None:
    before, run = figures(opened(name)), opened(name)
    assert repeated(run, 100)
    assert run.connection.execute("SELECT sum(games) FROM units").fetchone() != (
        run.connection.execute("SELECT sum(games) FROM memory.main.units").fetchone()
    )
    after = figures(run)
    assert set(after) == set(before)
    for what, one in before.items():
        assert after[what].value == pytest.approx(one.value, abs=1e-9), what


def test_more_games_narrow_the_pooled_intervals_that_they_are_part_of(opened: Opened) -> None:
    """The others may grow by a little: a sequence is tightest at one number of pairs, and has passed it."""
    before, run = figures(opened("pig")), opened("pig")
    repeated(run, 100)
    after = figures(run)
    ratios = [(after[what].radius or 0) / one.radius for what, one in before.items() if one.radius]
    assert min(ratios) < 0.95
    assert max(ratios) < 1.15
