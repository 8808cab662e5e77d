"""Careers: what a player who decides as a policy does would be rated, and when grades and badges would come.

A career is a run of battles, one a day, over the scenarios of an experiment and, if asked, of others drawn from a
seed. Many careers differ in luck alone, so every figure bears its spread over them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

import policies
from games.defects import BadInput, Defect
from games.progress import BattlePlayed
from games.rng import fnv1a64
from runner.guests import require_sound
from runner.judge.career import Career, career_of
from runner.judge.intervals import wilson
from runner.play import entrant

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["Milestone", "PolicyCareers", "careers", "plain"]

CERTAINTY = 0.95


@dataclass(frozen=True, slots=True)
class Milestone:
    """A grade or a badge: how many careers reach it, and when those that do."""

    name: str
    unit: str
    """"decision" or "battle"."""
    reached: int
    share: float
    low: float
    high: float
    """Wilson's interval of the share, at 95 %."""
    quartiles: tuple[float, float, float] | None
    """Number of the decision or battle, over the careers that reach it; None where none does."""


@dataclass(frozen=True)
class PolicyCareers:
    """The careers of one policy."""

    policy: str
    careers: int
    battles: int
    rating: tuple[float, float, float]
    """Quartiles of the rating at the end."""
    deviation: float
    """Median of its deviation."""
    grades: dict[str, int]
    """Careers by the grade at their end."""
    milestones: tuple[Milestone, ...]


def careers(
    experiment: Experiment,
    number: int = 40,
    battles: int = 120,
    scenarios: int = 0,
    told: Callable[[int], None] = lambda done: None,
) -> tuple[PolicyCareers, ...]:
    """`number` careers of `battles` battles for every entrant; `scenarios` more are drawn from the experiment's seed.

    Raises `BadInput` for a game without careers, or one that draws no scenarios.
    """
    require_sound(experiment)
    play = policies.careers(experiment.game.name)
    if play is None:
        raise _refused("game", experiment.game.name, "has no careers")
    documents = [experiment.document, *_drawn(experiment, scenarios)]
    found = []
    for spec in experiment.entrants:
        who = entrant(spec, experiment.game.name)
        try:
            lives = []
            for days in _lives(play, documents, who, number, battles, experiment.seed):
                lives.append(career_of(days))
                told(battles)
        except KeyError as error:
            raise _refused("policies", spec.label, f"careers are not known to {error.args[0]!r}") from None
        found.append(_summed(spec.label, lives, battles))
    return tuple(found)


def plain(found: Sequence[PolicyCareers]) -> list[dict[str, Any]]:
    """The careers as JSON values."""
    return [asdict(one) for one in found]


def _drawn(experiment: Experiment, scenarios: int) -> list[Any]:
    generate = policies.generator(experiment.game.name)
    if scenarios and generate is None:
        raise _refused("--scenarios", scenarios, f"{experiment.game.title} draws no scenarios")
    return [
        generate(experiment.document, fnv1a64(f"{experiment.seed}|scenario|{n}") >> 1, f"drawn-{n + 1}", None)
        for n in range(scenarios)
        if generate is not None
    ]


def _lives(
    play: Callable[..., list[BattlePlayed]],
    documents: Sequence[Any],
    who: Any,
    number: int,
    battles: int,
    seed: int,
) -> Iterator[list[BattlePlayed]]:
    """The battles of each career, one a day: the documents in turn, and the scenarios of each in turn."""
    turns = [range(index, battles, len(documents)) for index in range(len(documents))]
    made = [
        play(document, who, number * len(days), fnv1a64(f"{seed}|careers|{index}"))
        for index, (document, days) in enumerate(zip(documents, turns, strict=True))
    ]
    for career in range(number):
        life = [
            replace(battle, day=day)
            for own, days in zip(made, turns, strict=True)
            for battle, day in zip(own[career * len(days) : (career + 1) * len(days)], days, strict=True)
        ]
        yield sorted(life, key=lambda battle: battle.day)


def _summed(label: str, lives: Sequence[Career], battles: int) -> PolicyCareers:
    grades = [life.grade for life in lives]
    ratings = [life.rating.rating for life in lives]
    milestones = [
        *(_milestone(name, "decision", [life.grades[name] for life in lives]) for name in lives[0].grades),
        _milestone("coup d'oeil", "decision", [life.coup_doeil for life in lives]),
        *(_milestone(name, "battle", [life.badges[name] for life in lives]) for name in lives[0].badges),
    ]
    return PolicyCareers(
        policy=label,
        careers=len(lives),
        battles=battles,
        rating=_quartiles(ratings),
        deviation=float(np.median([life.rating.rd for life in lives])),
        grades={grade: grades.count(grade) for grade in lives[0].grades if grade in grades},
        milestones=tuple(milestones),
    )


def _milestone(name: str, unit: str, when: Sequence[int | None]) -> Milestone:
    reached = [number for number in when if number is not None]
    low, high = wilson(len(reached), len(when), CERTAINTY)
    quartiles = _quartiles(reached) if reached else None
    return Milestone(name, unit, len(reached), len(reached) / len(when), float(low), float(high), quartiles)


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
    return float(low), float(middle), float(high)


def _refused(path: str, value: Any, rule: str) -> BadInput:
    return BadInput([Defect("command line", path, value, rule)])
