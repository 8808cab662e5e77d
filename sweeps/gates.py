"""The gates of a point as readings: exact where the data or the game's evaluator answers, of play elsewhere."""

import math
from collections.abc import Mapping, Sequence

from games.gates import GateRow
from runner.experiment import Experiment
from runner.gates import Gates, without_play
from runner.judge.effort import attempted, pairs_to_add
from runner.judge.gates import GateVerdict, JudgedRow
from runner.judge.observations import Measures
from runner.plan import Matchup
from runner.summary import Summary
from sweeps.objective import Reading, band_scale

__all__ = ["PointGates", "gate_matchups", "gate_readings", "shut_rows"]


def gate_matchups(experiment: Experiment, measures: Measures) -> tuple[Matchup, ...]:
    """The match-ups whose games answer gates of play."""
    gates = Gates(experiment, measures)
    return tuple(dict.fromkeys(m for target in gates.played for m in gates.matchups_of(target)))


def gate_readings(verdicts: Sequence[GateVerdict]) -> tuple[Reading, ...]:
    """A reading for every row of every gate; one for a gate that has no rows before the first game."""
    found: list[Reading] = []
    for verdict in verdicts:
        found += [_reading(verdict.gate, row) for row in verdict.rows] or [_unknown(verdict)]
    return tuple(found)


def shut_rows(experiment: Experiment) -> tuple[GateRow, ...]:
    """What the gates that need no play asked where they are shut."""
    verdicts = without_play(experiment)
    return tuple(row.row for verdict in verdicts for row in verdict.rows if row.status == "missed")


class PointGates:
    """The gates of one point; those that need no play are answered once."""

    def __init__(self, experiment: Experiment, measures: Measures) -> None:
        self._experiment = experiment
        self._gates = Gates(experiment, measures)

    @property
    def need_play(self) -> bool:
        """Whether any gate is answered by play."""
        return bool(self._gates.played)

    def verdicts(self, summaries: Mapping[str, Summary], alpha: float) -> tuple[GateVerdict, ...]:
        """Every gate; those of play err anywhere with a chance of at most `alpha`."""
        return self._gates.verdicts(summaries, alpha)

    def wanted(
        self, verdicts: Sequence[GateVerdict], summaries: Mapping[str, Summary], cap_games: int
    ) -> dict[str, int]:
        """Pairs to add by match-up for the gates of play that are undecided."""
        seats = self._experiment.game.seats
        wanted: dict[str, int] = {}
        for target, verdict in zip(self._experiment.gates, verdicts, strict=True):
            matchups = self._gates.matchups_of(target) if verdict.status == "undecided" else ()
            for matchup in matchups:
                needed = None if verdict.needed is None else verdict.needed // (seats * len(matchups))
                played = attempted(summaries.get(matchup.key), seats)
                pairs = pairs_to_add(played, needed, cap_games // seats)
                wanted[matchup.key] = max(pairs, wanted.get(matchup.key, 0))
        return wanted


def _reading(gate: str, judged: JudgedRow) -> Reading:
    row = judged.row
    low = -math.inf if row.low is None else float(row.low)
    high = math.inf if row.high is None else float(row.high)
    value = float(row.value)
    return Reading(
        f"{gate}: {row.scope}",
        "gate",
        low,
        high,
        band_scale(low, high),
        value,
        float(judged.low),
        float(judged.high),
        judged.status,
    )


def _unknown(verdict: GateVerdict) -> Reading:
    name = f"{verdict.gate}: {verdict.scenario}"
    return Reading(name, "gate", -math.inf, math.inf, 1.0, None, -math.inf, math.inf, verdict.status)
