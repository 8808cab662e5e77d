"""The gates of an experiment: what a game lists, asked in the scenarios that are played, with the file's thresholds.

A gate is answered from the data, else exactly, where the game's players allow it, else by what was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.gates import Gate, GateRow, Sampled
from runner.exact import exact_figures
from runner.gate_targets import GateTarget
from runner.judge.controls import ControlResult
from runner.judge.counted import MatchupCounts
from runner.judge.gates import GateVerdict, judge_rows, judge_sampled
from runner.judge.observations import Measures
from runner.plan import Matchup

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.summary import Summary

__all__ = ["Gates", "without_play"]

# The chance that the control of exact figures by play raises a false alarm.
_FALSE_ALARM = 1e-4
# Exact figures are sums of many rounded numbers.
_ROUNDING = 1e-9


def without_play(experiment: Experiment) -> tuple[GateVerdict, ...]:
    """The gates of the experiment that need no play, in order."""
    return tuple(found for found in Gates(experiment, Measures()).known.values())


class Gates:
    """The gates of one experiment; those that need no play are answered once."""

    def __init__(self, experiment: Experiment, measures: Measures) -> None:
        self._experiment, self._measures = experiment, measures
        self._game = experiment.game
        self._matchups = experiment.matchups()
        self._figures: dict[tuple[str, tuple[str, ...]], tuple[Any, ...] | None] = {}
        self.known = {
            target: found for target in experiment.gates if (found := self._without_play(target)) is not None
        }
        self.played = tuple(target for target in experiment.gates if target not in self.known)
        """The gates that play must answer."""

    def verdicts(self, summaries: Mapping[str, Summary], alpha: float) -> tuple[GateVerdict, ...]:
        """Every gate, in order; those of play err anywhere with a chance of at most `alpha`."""
        answers = {**self.known, **self._of_play(summaries, alpha)}
        return tuple(answers[target] for target in self._experiment.gates)

    def matchups_of(self, target: GateTarget) -> tuple[Matchup, ...]:
        """Those whose games answer a gate of play."""
        chosen = set(target.entrants)
        return tuple(
            one
            for one in self._matchups
            if one.scenario == target.scenario and chosen.issuperset(one.players)
        )

    def agreement(self, summaries: Mapping[str, Summary]) -> tuple[ControlResult, ...]:
        """Exact figures against those of the games that were played: a control a scenario."""
        wanted = {(t.scenario, t.entrants): None for t, found in self.known.items() if found.basis == "exact"}
        return tuple(self._agreement(scenario, labels, summaries) for scenario, labels in wanted)

    def _without_play(self, target: GateTarget) -> GateVerdict | None:
        gate = self._game.gates[target.gate]
        if gate.needs == "document":
            rows = gate.check(self._experiment.document, target.scenario, **dict(target.thresholds))
            return judge_rows(target.gate, target.scenario, "data", rows)
        if target.sampled:
            return None
        figures = self._exact(target.scenario, target.entrants)
        return (
            None
            if figures is None
            else judge_rows(target.gate, target.scenario, "exact", _asked(gate, figures, target))
        )

    def _exact(self, scenario: str, labels: tuple[str, ...]) -> tuple[Any, ...] | None:
        """Exact figures of these entrants, everybody against everybody; None where they cannot be had."""
        if (scenario, labels) not in self._figures:
            self._figures[scenario, labels] = exact_figures(self._experiment, scenario, labels)
        return self._figures[scenario, labels]

    def _of_play(self, summaries: Mapping[str, Summary], alpha: float) -> dict[GateTarget, GateVerdict]:
        asked = {target: self._sampled(self.matchups_of(target), summaries, 0.5)[1] for target in self.played}
        total = max(sum(asked.values()), 1)
        answers = {}
        for target in self.played:
            matchups = self.matchups_of(target)
            figures, _ = self._sampled(matchups, summaries, 1.0 - alpha / total)
            gate = self._game.gates[target.gate]
            rows = tuple(
                _asked(gate, [getattr(one, end) for one in figures], target) for end in Sampled._fields
            )
            games = sum(summaries[one.key].games for one in matchups if one.key in summaries)
            answers[target] = judge_sampled(target.gate, target.scenario, (rows[0], rows[1], rows[2]), games)
        return answers

    def _sampled(
        self, matchups: Sequence[Matchup], summaries: Mapping[str, Summary], certainty: float
    ) -> tuple[list[Sampled], int]:
        """Figures of the match-ups that were played, and how many intervals they took."""
        read = self._game.figures
        assert read is not None, f"{self._game.name} has gates of play and does not say how figures are read"
        counts = [
            MatchupCounts(one, summaries[one.key], self._measures, self._experiment.games, certainty)
            for one in matchups
            if one.key in summaries
        ]
        figures = [figure for each in counts for figure in read(each)]
        return figures, sum(each.asked for each in counts)

    def _agreement(
        self, scenario: str, labels: tuple[str, ...], summaries: Mapping[str, Summary]
    ) -> ControlResult:
        matchups = self.matchups_of(GateTarget("", scenario, (), labels))
        _, asked = self._sampled(matchups, summaries, 0.5)
        seen, _ = self._sampled(matchups, summaries, 1.0 - _FALSE_ALARM / max(asked, 1))
        exact = {_who(figures): figures for figures in self._exact(scenario, labels) or ()}
        pairs = [
            (sampled, exact[_who(sampled.estimate)]) for sampled in seen if _who(sampled.estimate) in exact
        ]
        off = [told for sampled, right in pairs for told in _outside(sampled, right)]
        name = f"exact figures: {scenario}"
        if off:
            return ControlResult(name, False, f"play does not bear them out: {'; '.join(off[:5])}")
        return ControlResult(
            name, True, f"{len(pairs)} pairs agree with play, each figure inside its interval"
        )


def _asked(gate: Gate, figures: Sequence[Any], target: GateTarget) -> tuple[GateRow, ...]:
    return gate.check(figures, **dict(target.thresholds))


def _who(figures: Any) -> tuple[str, ...]:
    """Whom figures are about: their texts."""
    return tuple(value for value in figures if isinstance(value, str))


def _outside(sampled: Sampled, exact: Any) -> list[str]:
    """The exact numbers that lie outside the interval of play, in words."""
    told = []
    for name, low, high, right in zip(exact._fields, sampled.low, sampled.high, exact, strict=True):
        if isinstance(right, float) and low is not None and not low - _ROUNDING <= right <= high + _ROUNDING:
            told.append(
                f"{name} of {' v '.join(_who(exact)[1:])} is {right:.4f}, by play {low:.4f} to {high:.4f}"
            )
    return told
