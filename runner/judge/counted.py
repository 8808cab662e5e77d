"""A match-up's counts as intervals: what the gates of a game read its figures from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from games.gates import Interval
from runner.judge import asymptotic
from runner.judge.asymptotic import Moments
from runner.judge.intervals import confidence_sequence
from runner.judge.observations import Measures

if TYPE_CHECKING:
    from runner.plan import Matchup
    from runner.summary import Summary

__all__ = ["MatchupCounts"]

_BITS = np.array([0.0, 1.0])
_WHOLE = Interval(0.5, 0.0, 1.0)


class MatchupCounts:
    """The `games.gates.Counted` of a summary: every interval is valid at every look, at `certainty` each."""

    def __init__(
        self, matchup: Matchup, summary: Summary, measures: Measures, cap_games: int, certainty: float
    ) -> None:
        self.players, self.scenario = matchup.players, matchup.scenario
        self._summary, self._measures = summary, measures
        self._cap, self._certainty = cap_games, certainty
        self.asked = 0
        """How many intervals were asked for: the shares of the error that they need."""

    def games(self, player: int, seat: int) -> Interval:
        """Games of that player in that seat; they may still become what the cap allows. Nothing is uncertain."""
        played = float(self._summary.seat_results[player, seat].sum())
        return Interval(played, played, max(played, float(self._cap // len(self.players))))

    def won(self, player: int, seat: int) -> Interval:
        """Share of those games that the player won."""
        return self._share(*self._results(player, seat, 0))

    def drawn(self, player: int, seat: int) -> Interval:
        """Share of those games without a winner."""
        return self._share(*self._results(player, seat, 1))

    def share(self, metric: str, player: int) -> Interval:
        """Mean of a metric that is 0 or 1; from games where a pair holds one, else as if games came in whole pairs."""
        row = self._row(metric)
        number, total = (
            float(axis[row, player]) for axis in (self._summary.metric_n, self._summary.metric_sum)
        )
        games = self._games_a_pair(row, player)
        return self._share(total / games, number / games)

    def happened(self, event: int, player: int) -> Interval:
        """Share of games in which an event happened, once a game at most; as if games came in whole pairs."""
        seats = len(self.players)
        return self._share(float(self._summary.events[event, player]) / seats, self._summary.games / seats)

    def mean(self, metric: str, player: int) -> Interval:
        """Mean a game of any metric, in whole stored units, by the asymptotic sequence."""
        self.asked += 1
        moments = self._moments(self._row(metric), player)
        limits = self._measures.limits_of(metric)
        ends = asymptotic.sequence(moments, self._certainty, limits) or asymptotic.NO_LIMITS
        return Interval(moments.mean, *ends)

    def _results(self, player: int, seat: int, outcome: int) -> tuple[float, float]:
        counts = self._summary.seat_results[player, seat]
        return float(counts[outcome]), float(counts.sum())

    def _share(self, hits: float, number: float) -> Interval:
        self.asked += 1
        if not number:
            return _WHOLE
        low, high = confidence_sequence(_BITS, np.array([number - hits, hits]), self._certainty)
        return Interval(hits / number, float(low), float(high))

    def _row(self, metric: str) -> int:
        return self._measures.names.index(metric)

    def _games_a_pair(self, row: int, player: int) -> int:
        """Games of a pair to which the metric applies: those of all seats, or of one."""
        return len(self.players) if self._summary.pair_n[row, player] else 1

    def _moments(self, row: int, player: int) -> Moments:
        """Of pair means, or of games where a pair has one game to which the metric applies."""
        seen = self._summary
        whole = self._games_a_pair(row, player) > 1 or len(self.players) == 1
        axes = (
            (seen.pair_n, seen.pair_sum, seen.pair_sumsq)
            if whole
            else (seen.metric_n, seen.metric_sum, seen.metric_sumsq)
        )
        number, total, squares = (int(axis[row, player]) for axis in axes)
        return Moments.of_sums(number, total, squares, len(self.players) if whole else 1)
