"""Who proposes the next points. The only file that imports Optuna.

Proposals follow from the seed and what was learned before, whatever the workers: each is made by a sampler seeded by
its own number, points are learned in order, and a sweep that goes on asks for all of them again. `journal` gets a copy
of every trial, for `optuna-dashboard` and `importances`.
"""

import itertools
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.samplers import BaseSampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from games.rng import fnv1a64
from runner.store.errors import writing
from sweeps.parameters import Parameter
from sweeps.space import Point, Space

__all__ = ["JOURNAL", "Proposer", "importances"]

JOURNAL = "journal.log"
# Proposals in a row that were seen before, or cannot be, until the sampler is passed over.
_TRIES = 24
# A Gaussian process is fitted anew for each, and is apt to name its favourite again.
_TRIES_OF_GP = 3
# Points beyond which unseen ones are no longer sought one by one.
_MOST_LISTED = 100_000
# Trials per importance quantile are too few below this.
_FEWEST_FOR_IMPORTANCE = 8

optuna.logging.set_verbosity(optuna.logging.ERROR)


@dataclass(frozen=True)
class _Asked:
    """A point that was proposed and is to be learned."""

    point: Point
    trial: optuna.Trial


class Proposer:
    """Proposes points of a space that it has not proposed before."""

    def __init__(
        self, space: Space, sampler: str, seed: int, objectives: int = 1, journal: Path | None = None
    ) -> None:
        self._space, self._name, self._seed = space, sampler, seed
        self._study = optuna.create_study(directions=["minimize"] * objectives)
        self._distributions = {p.name: _distribution(p) for p in space.parameters}
        self._asked: dict[Point, _Asked] = {}
        self._seen: set[Point] = set()
        self._listed = _listed(space, sampler, seed)
        self._journal = None if journal is None else _Journal(journal, objectives)

    def begin(self, point: Point, values: Sequence[float] | None, violations: Mapping[str, float]) -> None:
        """Learn a point that was not proposed; nothing is learned of one outside the ranges."""
        self._seen.add(point)
        if all(p.holds(value) for p, value in zip(self._space.parameters, point, strict=True)):
            self._study.enqueue_trial(self._params(point))
            trial = self._ask()
            self._tell(trial, values, violations)

    def propose(self, count: int, hints: Sequence[Point] = ()) -> list[Point]:
        """At most `count` new points that break no constraint; fewer when the space is used up. Those of `hints` that
        are new come first."""
        found: list[Point] = []
        waiting = [point for point in dict.fromkeys(hints) if self._is_new(point)]
        while len(found) < count:
            asked = self._enqueued(waiting.pop(0)) if waiting else self._next()
            if asked is None:
                break
            self._seen.add(asked.point)
            self._asked[asked.point] = asked
            found.append(asked.point)
        return found

    def learn(self, point: Point, values: Sequence[float] | None, violations: Mapping[str, float]) -> None:
        """What a proposed point came to: values to make small (None: it could not be played), and by how much it breaks
        what must hold (0: it does not)."""
        self._tell(self._asked.pop(point).trial, values, violations)

    def keep(self) -> None:
        """Copy what was learned to the journal."""
        if self._journal is not None:
            self._journal.copy(self._study)

    def _next(self) -> _Asked | None:
        for point in self._listed or ():
            if self._is_new(point):
                return self._enqueued(point)
        if self._listed is not None:
            return None
        for _ in range(_TRIES_OF_GP if self._name == "gp" else _TRIES):
            trial = self._ask()
            point = tuple(trial.params[name] for name in self._space.names)
            violations = self._space.violations(point)
            if point not in self._seen and not any(violations):
                return _Asked(point, trial)
            # What breaks a constraint is worth knowing; what was seen before is known.
            self._tell(trial, None, self._named(violations), known=point in self._seen)
            self._seen.add(point)
        return self._unseen()

    def _is_new(self, point: Point) -> bool:
        return point not in self._seen and not any(self._space.violations(point))

    def _unseen(self) -> _Asked | None:
        """A new point by chance, or in order where there are few; None where there is none."""
        size = self._space.size()
        if size is not None and size <= _MOST_LISTED:
            points = list(_shuffled(self._space, self._seed))
        else:
            generator = np.random.default_rng([self._seed % 2**32, len(self._seen)])
            points = [_drawn(self._space, generator) for _ in range(_MOST_LISTED // 100)]
        for point in points:
            if self._is_new(point):
                return self._enqueued(point)
        return None

    def _enqueued(self, point: Point) -> _Asked:
        self._study.enqueue_trial(self._params(point))
        return _Asked(point, self._ask())

    def _ask(self) -> optuna.Trial:
        number = len(self._study.get_trials(deepcopy=False))
        self._study.sampler = _sampler(self._name, fnv1a64(f"{self._seed} {number}") % 2**32)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self._study.ask(self._distributions)

    def _tell(
        self,
        trial: optuna.Trial,
        values: Sequence[float] | None,
        violations: Mapping[str, float],
        known: bool = False,
    ) -> None:
        for name, violation in violations.items():
            trial.set_constraint(name, min(violation, 1e9))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if values is not None and np.isfinite(values).all():
                self._study.tell(trial, list(values))
            else:
                self._study.tell(trial, state=TrialState.FAIL if known else TrialState.PRUNED)

    def _params(self, point: Point) -> dict[str, Any]:
        return dict(zip(self._space.names, point, strict=True))

    def _named(self, violations: Sequence[float]) -> dict[str, float]:
        texts = [constraint.text for constraint in self._space.constraints]
        return dict(zip(texts, violations, strict=True))


class _Journal:
    """A study in a file of its own, to which trials are added as they end."""

    def __init__(self, path: Path, objectives: int) -> None:
        self._path = path
        with writing(path), warnings.catch_warnings():
            _cut_torn(path)
            warnings.simplefilter("ignore")
            storage = JournalStorage(JournalFileBackend(str(path)))
            self._study = optuna.create_study(
                storage=storage,
                study_name="sweep",
                directions=["minimize"] * objectives,
                load_if_exists=True,
            )
        self._copied = len(self._study.get_trials(deepcopy=False))

    def copy(self, study: optuna.Study) -> None:
        """Add the trials that ended since; those of an earlier sitting are there already."""
        trials = study.get_trials(deepcopy=False)
        for trial in trials[self._copied :]:
            if not trial.state.is_finished():
                break
            with writing(self._path):
                self._study.add_trial(trial)
            self._copied += 1


def importances(journal: Path) -> dict[str, float]:
    """Which parameters mattered, as shares of 1, by PED-ANOVA; nothing where too few trials tell."""
    if not journal.exists():
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        storage = JournalStorage(JournalFileBackend(str(journal)))
        study = optuna.load_study(storage=storage, study_name="sweep")
        done = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        moved = {name for trial in done for name in trial.params}
        varied = [name for name in sorted(moved) if len({trial.params.get(name) for trial in done}) > 1]
        if len(done) < _FEWEST_FOR_IMPORTANCE or not varied or len({tuple(t.values) for t in done}) < 2:
            return {}
        found = optuna.importance.get_param_importances(
            study, params=varied, target=lambda trial: trial.values[0]
        )
    return {name: float(share) for name, share in found.items()}


def _cut_torn(path: Path) -> None:
    """Remove a last line that was being written when the process died, and the lock that it held."""
    path.with_name(path.name + ".lock").unlink(missing_ok=True)
    if not path.exists():
        return
    text = path.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(path, whole)


def _distribution(parameter: Parameter) -> BaseDistribution:
    if parameter.kind == "choice":
        return CategoricalDistribution(parameter.choices)
    if parameter.kind == "integer":
        step = 1 if parameter.log else round(parameter.step or 1)
        return IntDistribution(round(parameter.low), round(parameter.high), log=parameter.log, step=step)
    return FloatDistribution(parameter.low, parameter.high, log=parameter.log, step=parameter.step)


def _sampler(name: str, seed: int) -> BaseSampler:
    samplers = optuna.samplers
    if name == "cma-es":
        return samplers.CmaEsSampler(seed=seed, warn_independent_sampling=False)
    if name == "gp":
        return samplers.GPSampler(seed=seed)
    if name == "nsga-ii":
        return samplers.NSGAIISampler(seed=seed, population_size=24)
    if name == "tpe":
        return samplers.TPESampler(seed=seed)
    return samplers.RandomSampler(seed=seed)


def _listed(space: Space, sampler: str, seed: int) -> Iterator[Point] | None:
    """The points of a sampler that goes through all of them: in order for grid, shuffled for brute force."""
    if sampler == "grid":
        return iter(itertools.product(*(p.values or () for p in space.parameters)))
    return _shuffled(space, seed) if sampler == "brute-force" else None


def _shuffled(space: Space, seed: int) -> Iterator[Point]:
    """Every point of a finite space once, in an order that the seed decides."""
    lists = [p.values or () for p in space.parameters]
    shape = [len(values) for values in lists]
    order = np.random.default_rng(seed % 2**32).permutation(int(np.prod(shape)))
    for index in order:
        places = np.unravel_index(int(index), shape)
        yield tuple(values[int(i)] for values, i in zip(lists, places, strict=True))


def _drawn(space: Space, generator: np.random.Generator) -> Point:
    return tuple(
        p.values[int(generator.integers(len(p.values)))]
        if p.values is not None
        else float(generator.uniform(p.low, p.high))
        for p in space.parameters
    )
