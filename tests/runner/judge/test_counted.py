"""Figures that gates read off counts: shares of games in which an event happened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from runner.judge.counted import MatchupCounts
from runner.judge.intervals import confidence_sequence
from runner.judge.observations import Measures
from runner.plan import Matchup
from runner.summary import Summary


def counts(seats: int, games: int, times: list[int]) -> MatchupCounts:
    """A match-up whose first player met one event that often, the second another."""
    empty = Summary.empty(seats, terminations=9, metrics=2, options=0, events=2)
    events = np.zeros((2, seats), np.int64)
    events[np.arange(seats), np.arange(seats)] = times
    summary = replace(empty, pairs=games // seats, games=games, events=events)
    return MatchupCounts(Matchup("s", tuple("ab"[:seats])), summary, Measures(), games, 0.95)


def test_of_one_seat_every_game_is_an_observation() -> None:
    found = counts(1, 200, [50])
    low, high = (
        float(end) for end in confidence_sequence(np.array([0.0, 1.0]), np.array([150.0, 50.0]), 0.95)
    )
    assert found.happened(0, 0) == pytest.approx((0.25, low, high))
    assert found.happened(1, 0).value == 0.0
    assert found.asked == 2


def test_of_two_seats_every_pair_is_one() -> None:
    found = counts(2, 200, [50, 200])
    low, high = (
        float(end) for end in confidence_sequence(np.array([0.0, 1.0]), np.array([75.0, 25.0]), 0.95)
    )
    assert found.happened(0, 0) == pytest.approx((0.25, low, high))
    assert found.happened(1, 1).value == 1.0
    assert found.happened(1, 0).value == 0.0


def test_without_games_nothing_is_known() -> None:
    assert counts(1, 0, [0]).happened(0, 0) == (0.5, 0.0, 1.0)
