"""What `compare` and `careers` ask, by everything that decides the answer; and how much each budget plays."""

from typing import TYPE_CHECKING

from runner.kept import Question
from runner.manifest import identity_of

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["CAREERS", "GAMES_OF_A_SIDE", "comparing", "games_of_a_side", "living"]

GAMES_OF_A_SIDE = {"smoke": 2_000, "normal": 20_000, "full": 200_000}
"""Games a match-up of each side of a comparison or ablation, at most, by budget."""
CAREERS = {"smoke": 10, "normal": 40, "full": 400}
"""Careers a policy, by budget."""


def games_of_a_side(experiment: "Experiment", budget: str) -> int:
    """Games of each side a match-up: the budget's, at most the experiment's cap under it."""
    return min(GAMES_OF_A_SIDE[budget], experiment.games)


def comparing(before: "Experiment", after: "Experiment", games: int) -> Question:
    """Two sides on the same luck."""
    asked = {"before": identity_of(before), "after": identity_of(after), "games": games}
    return Question("compare", before.name, asked)


def living(experiment: "Experiment", number: int, battles: int, scenarios: int) -> Question:
    """Careers of the experiment's policies."""
    asked = {"experiment": identity_of(experiment), "careers": number, "battles": battles, "drawn": scenarios}
    return Question("careers", experiment.name, asked)
