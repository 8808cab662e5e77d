"""The leagues of a run: what `runner.judge.league` says of the entrants of each scenario that met two by two."""

from collections.abc import Iterable, Mapping

from runner.judge.league import League, league
from runner.judge.payoffs import Meeting
from runner.plan import Matchup
from runner.summary import Summary

__all__ = ["leagues"]


def leagues(
    matchups: Iterable[Matchup], summaries: Mapping[str, Summary], labels: tuple[str, ...], certainty: float
) -> dict[str, League]:
    """A league for each scenario in which different entrants met; none in games for other than two seats.

    A scenario is a game of its own: pooling two would answer for neither, the less so as each was played as
    long as its own targets asked.
    """
    met: dict[str, list[Meeting]] = {}
    for matchup in matchups:
        if len(set(matchup.players)) == len(matchup.players) == 2 and matchup.key in summaries:
            hist = summaries[matchup.key].score_hist[0]
            met.setdefault(matchup.scenario, []).append(Meeting(*matchup.players, hist))
    return {scenario: league(labels, meetings, certainty) for scenario, meetings in met.items()}
