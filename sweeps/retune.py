"""Making a point ready: the experiment at it, and the weights of some policies tuned anew for it.

A change judged against bots that were tuned for other numbers is judged wrongly. So the policies of `retune` each get
the weights that score best at the point, on luck of their own: what the trial is then judged on has not been seen.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from games.rng import fnv1a64
from runner.experiment import Experiment
from runner.judge.targets import Target
from sweeps.certify import fresh_seed
from sweeps.definition import Sweep
from sweeps.evaluator import Candidate, Evaluator
from sweeps.objective import Assessment
from sweeps.record import Record
from sweeps.space import Point, Refused, Space, digest_of
from sweeps.study import Proposer
from sweeps.workers import Purse, Workers

__all__ = ["Preparer"]

# Weights that are compared on more games in the end, and how many times the first round those are.
_FINALISTS, _MORE_GAMES = 3, 8


class Preparer:
    """Makes points of a sweep ready to be played."""

    def __init__(
        self, sweep: Sweep, evaluator: Evaluator, record: Record, workers: Workers, purse: Purse
    ) -> None:
        self._sweep, self._evaluator = sweep, evaluator
        self._record, self._workers, self._purse = record, workers, purse
        self._ready: dict[Point, Candidate] = {}

    def __call__(self, point: Point) -> Candidate:
        """The candidate at a point. Raises `Refused` where the game or a policy does not take its values."""
        if point not in self._ready:
            space = self._sweep.space
            values = dict(zip(space.names, point, strict=True))
            experiment = space.at(point)
            for label in self._sweep.table.retune:
                experiment, tuned = self._tuned(experiment, label)
                values |= tuned
            self._ready[point] = self._evaluator.candidate(experiment, point, values)
        return self._ready[point]

    def _tuned(self, experiment: Experiment, label: str) -> tuple[Experiment, Mapping[str, Any]]:
        """The experiment with the best weights found for one policy, and those weights by parameter."""
        parameters = tuple(p for p in self._sweep.inner.parameters if p.policy == label)
        space = Space(experiment, parameters)
        inner = _for_tuning(self._sweep, experiment, space, label)
        luck = f"{label} {digest_of(experiment)} "
        evaluator = Evaluator(inner, self._record, self._workers, self._purse, luck)
        proposer = Proposer(space, "tpe", fnv1a64(luck + str(experiment.seed)))
        table = self._sweep.table
        scores: dict[Point, float] = {}
        waiting, tried = [space.today], 0
        while waiting:
            scores |= self._scores(inner, evaluator, space, waiting)
            for point in waiting:
                score = scores.get(point)
                learned = None if score is None else (-score,)
                if point == space.today and not tried:
                    proposer.begin(point, learned, {})
                else:
                    proposer.learn(point, learned, {})
                tried += 1
            waiting = proposer.propose(min(table.batch, table.retune_trials - tried))
        best = self._final(inner, evaluator, space, scores)
        return space.at(best), dict(zip(space.names, best, strict=True))

    def _final(
        self, inner: Sweep, evaluator: Evaluator, space: Space, scores: Mapping[Point, float]
    ) -> Point:
        """The best of the few best and today's weights, on more games of the same luck: the luckiest is not good."""
        few = sorted(scores, key=lambda point: -scores[point])[:_FINALISTS]
        ready = self._candidates(inner, evaluator, space, dict.fromkeys((space.today, *few)))
        if not ready or self._purse.left < len(ready) * inner.table.first * _MORE_GAMES:
            return few[0] if few else space.today
        found = evaluator.complete(ready, inner.table.first * _MORE_GAMES, "retune")
        return max(found, key=lambda one: _mean(one[1]))[0].point

    def _scores(
        self, inner: Sweep, evaluator: Evaluator, space: Space, points: Sequence[Point]
    ) -> dict[Point, float]:
        """Mean score of the policy over its match-ups; none for weights that it cannot play with."""
        ready = self._candidates(inner, evaluator, space, points)
        return {each.point: _mean(found) for each, found in evaluator.advance(ready, "retune")}

    @staticmethod
    def _candidates(
        inner: Sweep, evaluator: Evaluator, space: Space, points: Iterable[Point]
    ) -> list[Candidate]:
        ready = []
        for point in points:
            with suppress(Refused):
                asked = inner.experiment
                experiment = replace(space.at(point), seed=asked.seed, targets=asked.targets, gates=())
                values = dict(zip(space.names, point, strict=True))
                ready.append(evaluator.candidate(experiment, point, values))
        return ready


def _mean(assessment: Assessment) -> float:
    estimates = [reading.estimate or 0.0 for reading in assessment.readings if reading.kind == "target"]
    return sum(estimates) / len(estimates)


def _for_tuning(sweep: Sweep, experiment: Experiment, space: Space, label: str) -> Sweep:
    """The inner sweep of one policy: its score in every match-up it takes part in, one round each."""
    targets = tuple(
        Target(f"score of {label} in {matchup.name}", "win_rate", matchup.key, player, 0.0, 1.0)
        for matchup in experiment.matchups()
        for player, name in enumerate(matchup.players)
        if name == label
    )
    seed = fresh_seed(experiment.seed, f"retune {label}")
    return replace(
        sweep,
        experiment=replace(experiment, seed=seed, targets=targets, gates=()),
        space=space,
        inner=replace(space, parameters=()),
        goal=None,
    )
