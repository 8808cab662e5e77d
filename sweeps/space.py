"""The search space: parameters bound to places in an experiment, and points of it as experiments of their own.

The data and the weights of all entrants stand in one plain tree, so that a place is a path in it whatever it is of:

    {"data": <the document>, "policies": {<label>: {<weight>: <value>}}}
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from runner.experiment import Experiment
from runner.play import EntrantSpec, entrant
from sweeps.constraints import Constraint
from sweeps.parameters import Parameter, Value
from sweeps.paths import patched, shown_path

__all__ = [
    "DATA",
    "POLICIES",
    "Point",
    "Refused",
    "Space",
    "digest_of",
    "experiment_of",
    "plain_tree",
    "shown",
]

DATA, POLICIES = "data", "policies"

Point = tuple[Value, ...]
"""A value for each parameter, in their order."""


class Refused(ValueError):
    """Values that the game's document, or a policy, does not take."""


@dataclass(frozen=True)
class Space:
    """What may move in an experiment."""

    experiment: Experiment
    parameters: tuple[Parameter, ...]
    constraints: tuple[Constraint, ...] = ()

    @cached_property
    def tree(self) -> dict[str, Any]:
        """The experiment as it is today, as one plain tree."""
        return plain_tree(self.experiment)

    @property
    def today(self) -> Point:
        """Today's values; some may lie outside their range."""
        return tuple(parameter.today for parameter in self.parameters)

    @property
    def names(self) -> tuple[str, ...]:
        """What the parameters are called."""
        return tuple(parameter.name for parameter in self.parameters)

    def patched(self, point: Point) -> dict[str, Any]:
        """The plain tree at a point."""
        changes = {
            place: value
            for parameter, value in zip(self.parameters, point, strict=True)
            for place in parameter.places
        }
        tree: dict[str, Any] = patched(self.tree, changes)
        return tree

    def at(self, point: Point) -> Experiment:
        """The experiment at a point. Raises `Refused` where the document or a policy does not take the values."""
        return experiment_of(self.experiment, self.patched(point))

    def violations(self, point: Point) -> tuple[float, ...]:
        """By how much the point breaks each constraint; 0 where it holds."""
        if not self.constraints:
            return ()
        tree = self.patched(point)
        return tuple(each.violation(tree) for each in self.constraints)

    def change(self, point: Point) -> float:
        """Mean distance of the parameters from today's values, each from 0 to 1 for the width of its range."""
        moved = [p.distance(value) for p, value in zip(self.parameters, point, strict=True)]
        return sum(moved) / len(moved)

    def changed(self, point: Point) -> tuple[int, ...]:
        """Which parameters differ from today."""
        return tuple(i for i, p in enumerate(self.parameters) if p.distance(point[i]) > 0)

    def told(self, point: Point) -> str:
        """The point in words: what differs from today."""
        moved = [
            f"{self.parameters[i].name} {shown(self.parameters[i].today)} -> {shown(point[i])}"
            for i in self.changed(point)
        ]
        return ", ".join(moved) or "as today"

    def size(self) -> int | None:
        """How many points there are; None if a range is continuous."""
        total = 1
        for parameter in self.parameters:
            if parameter.count is None:
                return None
            total *= parameter.count
        return total


def shown(value: Value) -> str:
    """A value as people read it."""
    return f"{value:.6g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def plain_tree(experiment: Experiment) -> dict[str, Any]:
    """The data and weights of an experiment as one plain tree."""
    document = experiment.document.model_dump(mode="json", by_alias=True)
    weights = {spec.label: dict(spec.weights) for spec in experiment.entrants}
    return {DATA: document, POLICIES: weights}


def experiment_of(experiment: Experiment, tree: Mapping[str, Any], ready: bool = True) -> Experiment:
    """`experiment` with the data and weights of a plain tree; `ready` to be played, its policies tried on it.

    Raises `Refused` where the data or the weights cannot be.
    """
    game = experiment.game
    try:
        document = game.document.model_validate_json(json.dumps(tree[DATA]))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refused(f"{shown_path(first['loc'])}: {first['msg']}") from None
    if missing := set(experiment.scenarios) - set(game.scenarios(document)):
        raise Refused(f"the data has no scenario {', '.join(sorted(missing))} any more")
    entrants = tuple(_reweighted(spec, tree[POLICIES]) for spec in experiment.entrants)
    moved = document != experiment.document
    for spec, before in zip(entrants, experiment.entrants, strict=True):
        if spec != before or (moved and ready):
            _prepared(spec, game.name, document)
    return replace(experiment, document=document, entrants=entrants)


def digest_of(experiment: Experiment) -> str:
    """16 hex digits of what is played: the data and the entrants."""
    played = {key: experiment.identity()[key] for key in ("document", "entrants")}
    text = json.dumps(played, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _reweighted(spec: EntrantSpec, weights: Mapping[str, Mapping[str, float]]) -> EntrantSpec:
    """The entrant, and those that it answers, with the weights that stand under their labels."""
    refs = {name: _reweighted(ref, weights) for name, ref in spec.refs.items()}
    own = weights.get(spec.label)
    return replace(spec, refs=refs, weights={k: float(v) for k, v in (own or spec.weights).items()})


def _prepared(spec: EntrantSpec, game: str, document: Any) -> None:
    made = entrant(spec, game)
    try:
        if made.policy.prepare is not None:
            made.array(document)
    except ValueError as error:
        raise Refused(f"{spec.label}: {error}") from None
