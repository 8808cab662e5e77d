"""Ablation: one named weight of a policy at 0 at a time, everything else as it is, on the same luck.

Whatever makes a difference there is played once more on fresh luck, and that is the figure to quote: the largest of
many differences flatters itself. Intervals are simultaneous (Bonferroni over the weights of a table).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from games.contract import NOBODY
from games.defects import BadInput, Defect, suggestion
from runner.experiment import Experiment
from runner.guests import require_sound
from runner.judge.paired import PairDiff, paired_scores
from runner.plan import Matchup
from runner.play import EntrantSpec, JobUnit, Outcomes
from runner.run import LOCAL, EngineChoice
from sweeps.certify import fresh_seed
from sweeps.space import POLICIES, Refused, digest_of, experiment_of, plain_tree
from sweeps.workers import Workers

__all__ = ["Ablated", "Ablation", "ablate", "plain"]

DEFAULT_GAMES = 20_000


@dataclass(frozen=True)
class Ablated:
    """One weight at 0."""

    policy: str
    weight: str
    value: float
    seen: PairDiff
    """Score of the policy with the weight at 0 less its score with it, pair by pair over its match-ups."""
    fresh: PairDiff | None
    """The same on fresh luck, where the first interval leaves out 0."""

    @property
    def verdict(self) -> str:
        """What the weight does, in words."""
        if self.fresh is None:
            return "no difference shown"
        if self.fresh.low is None or self.fresh.high is None or self.fresh.low <= 0 <= self.fresh.high:
            return "not confirmed"
        return "helps" if (self.fresh.mean or 0.0) < 0 else "harms"


@dataclass(frozen=True)
class Ablation:
    """A table of weights."""

    rows: tuple[Ablated, ...]
    refused: tuple[tuple[str, str], ...]
    """Weights that cannot be 0, and why."""
    certainty: float
    games: int


def ablate(
    experiment: Experiment,
    policies: Sequence[str] | None = None,
    games: int | None = None,
    engine: EngineChoice = LOCAL,
    played: Callable[[int], None] = lambda games: None,
) -> Ablation:
    """Ablate the weights of `policies` (labels; all that have weights if None), `games` games a match-up.

    Raises `BadInput` for a label that is none, or where no weight differs from 0.
    """
    require_sound(experiment)
    chosen = _chosen(experiment, policies)
    experiment = replace(experiment, stream="per-game")
    pairs = max((games or min(experiment.games, DEFAULT_GAMES)) // experiment.game.seats, 1)
    table = _Table(experiment, pairs, Workers(experiment, engine, played))
    try:
        return table.ablation(chosen)
    finally:
        table.workers.close()


def plain(result: Ablation) -> dict[str, Any]:
    """The table as plain values."""
    return {
        "certainty": result.certainty,
        "games": result.games,
        "rows": [
            {
                "policy": row.policy,
                "weight": row.weight,
                "value": row.value,
                "seen": _plain(row.seen),
                "fresh": None if row.fresh is None else _plain(row.fresh),
                "verdict": row.verdict,
            }
            for row in result.rows
        ],
        "refused": [{"weight": name, "reason": reason} for name, reason in result.refused],
    }


def _plain(diff: PairDiff) -> dict[str, Any]:
    return {key: getattr(diff, key) for key in ("before", "after", "mean", "low", "high", "pairs", "changed")}


def _chosen(experiment: Experiment, policies: Sequence[str] | None) -> list[EntrantSpec]:
    specs = {spec.label: spec for spec in experiment.entrants}
    wrong = [
        Defect("command line", "--policy", label, "is not the label of a policy", suggestion(label, specs))
        for label in policies or ()
        if label not in specs
    ]
    if wrong:
        raise BadInput(wrong)
    chosen = [specs[label] for label in policies] if policies else list(specs.values())
    if not any(value for spec in chosen for value in spec.weights.values()):
        names = ", ".join(spec.label for spec in chosen)
        raise BadInput([Defect(str(experiment.file), "policies", names, "has no weight to put at 0")])
    return chosen


class _Table:
    """The plays of one ablation."""

    def __init__(self, experiment: Experiment, pairs: int, workers: Workers) -> None:
        self.experiment, self.pairs, self.workers = experiment, pairs, workers
        self.games = 0

    def ablation(self, chosen: Sequence[EntrantSpec]) -> Ablation:
        """All weights of the entrants."""
        sides, refused = self._sides(chosen)
        certainty = 1.0 - (1.0 - self.experiment.certainty) / max(len(sides), 1)
        seen = self._differences(self.experiment.seed, sides, certainty)
        striking = {key: side for key, side in sides.items() if _is_clear(seen[key])}
        fresh = self._differences(fresh_seed(self.experiment.seed, "ablate"), striking, certainty)
        values = {spec.label: spec.weights for spec in chosen}
        rows = tuple(
            Ablated(label, weight, values[label][weight], seen[label, weight], fresh.get((label, weight)))
            for label, weight in sides
        )
        return Ablation(rows, tuple(refused), self.experiment.certainty, self.games)

    def _sides(
        self, chosen: Sequence[EntrantSpec]
    ) -> tuple[dict[tuple[str, str], Experiment], list[tuple[str, str]]]:
        """The experiment with each weight at 0, by label and weight; and what cannot be."""
        tree = plain_tree(self.experiment)
        sides, refused = {}, []
        for spec in chosen:
            for weight, value in spec.weights.items():
                without = {**tree[POLICIES], spec.label: {**tree[POLICIES][spec.label], weight: 0.0}}
                try:
                    if value:
                        sides[spec.label, weight] = experiment_of(
                            self.experiment, {**tree, POLICIES: without}
                        )
                except Refused as error:
                    refused.append((f"{spec.label}: {weight}", str(error)))
        return sides, refused

    def _differences(
        self, seed: int, sides: Mapping[tuple[str, str], Experiment], certainty: float
    ) -> dict[tuple[str, str], PairDiff]:
        """Score without less score with each weight, on the luck of `seed`."""
        labels = {label for label, _ in sides}
        matchups = {label: [m for m in self.experiment.matchups() if label in m.players] for label in labels}
        before = {label: self._scores(self.experiment, seed, label, matchups[label]) for label in labels}
        return {
            (label, weight): paired_scores(
                f"{label}: {weight}",
                before[label],
                self._scores(side, seed, label, matchups[label]),
                certainty,
            )
            for (label, weight), side in sides.items()
        }

    def _scores(self, side: Experiment, seed: int, label: str, matchups: Sequence[Matchup]) -> np.ndarray:
        """[pairs] mean score of the entrant over its seats, match-up after match-up."""
        job = replace(side, seed=seed).job(keep_games=True)
        outcomes = self.workers.play(
            [JobUnit(m, 0, self.pairs, f"{seed} {digest_of(side)}", job) for m in matchups]
        )
        self.games += self.pairs * len(matchups) * self.experiment.game.seats
        by_unit = {(o.unit.matchup, o.unit.lo): o for o in outcomes}
        ordered = [
            by_unit[key]
            for m in matchups
            for key in sorted((k for k in by_unit if k[0] == m), key=lambda k: k[1])
        ]
        return np.concatenate([_pair_scores(outcome, label) for outcome in ordered])


def _pair_scores(outcome: Outcomes, label: str) -> np.ndarray:
    """[pairs] mean score of `label` over the rotations of a pair; a game without a winner counts one half."""
    assert outcome.games is not None
    players = outcome.unit.matchup.players
    k = len(players)
    player = players.index(label)
    winner = outcome.games["winner"].reshape(-1, k)
    seat = (player + np.arange(k)) % k
    points: np.ndarray = np.where(winner == seat, 1.0, np.where(winner == NOBODY, 0.5, 0.0)).mean(axis=1)
    return points


def _is_clear(diff: PairDiff) -> bool:
    return diff.low is not None and diff.high is not None and not diff.low <= 0 <= diff.high
