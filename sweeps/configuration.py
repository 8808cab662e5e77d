"""The `[sweep]` table of an experiment file as it is written: one typed table a TOML table, each key with its meaning.

What paths, policies and conditions refer to is looked up in `space`; here stands only what can be said of the table.
"""

from typing import Literal

from pydantic import Field, field_validator, model_validator

from games.documents import Document

__all__ = ["ObjectiveTable", "ParameterTable", "SweepTable"]

Number = int | float
Scalar = bool | int | float | str


class ParameterTable(Document):
    """A number, or other value, that may move: in the game's data, or a weight of a policy."""

    path: str | None = Field(
        None, description="Path into the data, such as cards.Bash.damage; * gives a parameter a match."
    )
    policy: str | None = Field(None, description="Label of a policy, for one of its weights.")
    weight: str | None = Field(None, description="Name of that weight; * for each of them.")
    name: str | None = Field(None, description="What tables call it; the path if left out.")
    low: Number | None = Field(None, description="Least value; whole numbers make it an integer.")
    high: Number | None = Field(None, description="Greatest value.")
    within: Number | None = Field(
        None, gt=0, description="In place of low and high: so far from today's value at most."
    )
    step: Number | None = Field(None, gt=0, description="Distance of neighbouring values; 1 for integers.")
    log: bool = Field(False, description="Search by ratios, for a range of several powers of ten.")
    choices: list[Scalar] | None = Field(
        None, min_length=2, description="In place of a range: the values it may take."
    )
    together: bool = Field(False, description="All that the path matches are one parameter with one value.")
    leaves_today: bool = Field(False, description="The range is meant to leave out today's value.")

    @model_validator(mode="after")
    def _one_target(self) -> "ParameterTable":
        if (self.path is None) == (self.policy is None):
            raise ValueError("should have a path into the data, or a policy and its weight")
        if (self.policy is None) != (self.weight is None):
            raise ValueError("should name a policy and a weight together")
        return self

    @model_validator(mode="after")
    def _one_range(self) -> "ParameterTable":
        ends = (self.low is not None) + (self.high is not None)
        ways = [self.choices is not None, self.within is not None, ends > 0]
        if sum(ways) != 1 or ends == 1:
            raise ValueError("should have either low and high, or within, or choices")
        if self.choices is not None and (self.step is not None or self.log):
            raise ValueError("has choices, which need no step and no log")
        if self.choices is not None and len({repr(choice) for choice in self.choices}) < len(self.choices):
            raise ValueError("has a choice that stands there twice")
        if self.log and self.step is not None and not isinstance(self.step, int):
            raise ValueError("has a step, which a logarithmic range cannot keep: remove one of them")
        return self


class ObjectiveTable(Document):
    """A figure to make as large, or as small, as can be."""

    metric: str = Field(description="As in a target: win_rate, turns, a metric of the game.")
    of: str = Field("*", description="Glob over labels: whose figure.")
    against: str = Field("*", description="Glob over labels: what every other player must match.")
    scenario: str = Field("*", description="Glob over the scenarios that are played.")
    option: str | None = Field(None, description="Glob over the game's options, as in a target.")
    ending: str | None = Field(None, description="Glob over the game's endings, as in a target.")
    event: str | None = Field(None, description="Glob over the game's events, as in a target.")
    seat: int | None = Field(None, description="Seat, from 1, whose games are looked at, as in a target.")
    draw: float = Field(0.5, description="What a drawn game counts in a win rate: 0.5 or 0.")


class SweepTable(Document):
    """What may move, what is sought, and what it may cost."""

    mode: Literal["search", "smallest-change"] = Field(
        "search", description="Find the best values, or the fewest and smallest edits that meet every target."
    )
    sampler: Literal["tpe", "cma-es", "gp", "nsga-ii", "random", "grid", "brute-force"] = Field(
        "tpe", description="Who proposes the next values."
    )
    objectives: Literal["one", "pareto"] = Field(
        "one",
        description="One: distance from the targets, then change from today. Pareto: the front between the two.",
    )
    change_weight: float = Field(
        0.1,
        ge=0,
        description="What a change of every parameter through its whole range counts beside distance.",
    )
    maximise: ObjectiveTable | None = Field(
        None, description="In place of distance: a figure to make large, within what the targets ask."
    )
    minimise: ObjectiveTable | None = Field(None, description="Likewise, a figure to make small.")
    parameter: list[ParameterTable] = Field(min_length=1, description="What may move.")
    constraints: list[str] = Field([], description='Conditions such as "Defend.block <= Strike.damage".')
    retune: list[str] = Field(
        [], description="Labels of policies whose parameters are tuned anew inside each trial."
    )
    retune_trials: int = Field(16, ge=2, le=10_000, description="Values tried for each tuning.")
    trials: int = Field(200, ge=1, le=1_000_000, description="Points played at most.")
    batch: int = Field(8, ge=1, le=1_000, description="Points proposed at a time, whatever the workers.")
    first: int = Field(
        32, ge=1, le=10**9, description="Games a match-up that every point is given to begin with."
    )
    games: int = Field(16_384, ge=1, le=10**12, description="Games a match-up that a point is given at most.")
    budget: int = Field(5_000_000, ge=1, le=10**15, description="Games of the whole search at most.")
    stop: Literal["met", "budget"] = Field(
        "met", description="End at the first point that meets every target, or use all trials."
    )
    aim: float = Field(
        0.25, ge=0, lt=1, description="How far inside a band to aim, as a share of its half width."
    )
    most_edits: int = Field(3, ge=1, le=10, description="For smallest-change: numbers changed at most.")
    certify: int = Field(3, ge=1, le=100, description="Points played again on fresh luck at most.")
    deviations: bool = Field(True, description="Play every one-step deviation around the winner.")

    @field_validator("constraints", "retune", mode="after")
    @classmethod
    def _told_apart(cls, values: list[str]) -> list[str]:
        if len(set(values)) < len(values):
            raise ValueError("has an entry that stands there twice")
        return values

    @model_validator(mode="after")
    def _no_idle_keys(self) -> "SweepTable":
        """A key that would have no effect is an error."""
        given = self.model_fields_set
        if self.maximise and self.minimise:
            raise ValueError("has both maximise and minimise: keep one of them")
        if self.first > self.games:
            raise ValueError(f"first ({self.first}) is more than games ({self.games})")
        small = self.mode == "smallest-change"
        idle = [key for key in _IDLE_IN_SMALLEST if key in given] if small else []
        idle += [] if small else [key for key in ("most_edits",) if key in given]
        if self.maximise or self.minimise:
            idle += [key for key in ("change_weight", "aim", "stop") if key in given]
        if self.objectives == "pareto":
            idle += [key for key in ("change_weight", "stop") if key in given and key not in idle]
        if "retune_trials" in given and not self.retune:
            idle.append("retune_trials")
        if idle:
            raise ValueError(f"{', '.join(idle)} would have no effect here: remove it")
        return self


_IDLE_IN_SMALLEST = (
    "sampler",
    "objectives",
    "change_weight",
    "maximise",
    "minimise",
    "stop",
    "batch",
    "trials",
)
