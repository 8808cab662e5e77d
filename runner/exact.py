"""Figures that need no play, before and after a patch: where a game works out what its players come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import policies
from runner.plan import Matchup
from runner.play import entrant

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["ExactChange", "exact_changes", "exact_figures"]

# Exact figures are sums of many rounded numbers.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class ExactChange:
    """One exact figure, before and after."""

    scenario: str
    players: tuple[tuple[str, str], ...]
    """Role and label of everybody it is about, such as ("red", "balanced")."""
    figure: str
    before: float
    after: float

    @property
    def mean(self) -> float:
        """After less before."""
        return self.after - self.before

    @property
    def moved(self) -> bool:
        """Whether it differs by more than rounding."""
        return abs(self.mean) > ROUNDING


def exact_figures(experiment: "Experiment", scenario: str, labels: Sequence[str]) -> tuple[Any, ...] | None:
    """Figures of these entrants, everybody against everybody; None where they cannot be had."""
    evaluate = policies.exact_figures(experiment.game.name)
    if evaluate is None:
        return None
    specs = {spec.label: spec for spec in experiment.entrants}
    entrants = [entrant(specs[label], experiment.game.name) for label in labels]
    try:
        return evaluate(experiment.document, scenario, entrants)
    except ValueError:  # a policy that tells no mix: play answers
        return None


def exact_changes(
    before: "Experiment", after: "Experiment", matchups: Sequence[Matchup]
) -> tuple[ExactChange, ...]:
    """Of those who meet in `matchups` and whose game knows their figures on both sides; the largest change first."""
    found: dict[tuple[Any, ...], ExactChange] = {}
    if policies.exact_figures(before.game.name) is None:
        return ()
    for matchup in matchups:
        labels = tuple(dict.fromkeys(matchup.players))
        sides = [exact_figures(one, matchup.scenario, labels) for one in (before, after)]
        for change in _paired(matchup, sides[0] or (), sides[1] or ()):
            found[change.scenario, change.players, change.figure] = change
    return tuple(
        sorted(found.values(), key=lambda one: (-round(abs(one.mean), 12), one.scenario, one.figure))
    )


def _paired(matchup: Matchup, before: Sequence[Any], after: Sequence[Any]) -> list[ExactChange]:
    later = {_who(one, matchup.scenario): one for one in after}
    return [
        ExactChange(matchup.scenario, who, name, value, getattr(later[who], name))
        for one in before
        if (who := _who(one, matchup.scenario)) in later
        and {label for _, label in who} == set(matchup.players)
        for name, value in one._asdict().items()
        if isinstance(value, float) and isinstance(getattr(later[who], name), float)
    ]


def _who(figures: Any, scenario: str) -> tuple[tuple[str, str], ...]:
    """Roles and labels: the texts of the figures, less the scenario."""
    return tuple(
        (role, value)
        for role, value in figures._asdict().items()
        if isinstance(value, str) and role != "scenario"
    )
