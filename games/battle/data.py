"""battle's data document: the rules' numbers, and the scenarios by id.

The designers keep one file (see `files.py`) in which phases and courses of action are lists; here they stand by id, so
that a number has a path of its own: `scenarios.amber-ford.phases.4m.coas.b.effect.mission`. Incidents and endings
stay lists, for their order counts. What the parts must be to each other is checked by `checks.py`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from games.battle.checks import scenario_defects
from games.documents import Document

__all__ = [
    "COAS", "ENDINGS", "KINDS", "PHASES", "SCENARIOS", "TURNS", "BattleData", "Coa", "Effect", "Ending", "Factors",
    "Incident", "Intel", "Outcome", "Phase", "RulesData", "Scenario", "SizeRule", "Turn", "Weights", "When",
]  # fmt: skip

# Room in the parameter record.
SCENARIOS, PHASES, COAS, CARDS, TURNS = 8, 24, 4, 3, 32
INCIDENTS, ENDINGS, NEXT_IFS = 16, 5, 4
KINDS = ("history", "better", "partial", "failed")
"""Kinds of endings, by code."""


def _id(text: str) -> str:
    if not text.strip() or not text.isprintable() or text != text.strip():
        raise ValueError("must be a name without leading, trailing or invisible characters")
    return text


def _grade(text: str) -> str:
    if len(text) != 2 or text[0] not in "ABCDEF" or text[1] not in "123456":
        raise ValueError("must be a letter A-F for the source and a digit 1-6 for the report, such as B2")
    return text


Id = Annotated[str, Field(max_length=40), AfterValidator(_id)]
Grade = Annotated[str, AfterValidator(_grade)]
Flags = Annotated[tuple[Id, ...], Field(strict=False)]
Tenths = Annotated[int, Field(ge=-50, le=50)]
Share = Annotated[float, Field(ge=0, le=1, strict=False)]
Percent = Annotated[int, Field(ge=-200, le=200)]
Minutes = Annotated[tuple[Annotated[int, Field(ge=0, le=120)], ...], Field(max_length=10, strict=False)]


class Weights(Document):
    """What a factor adds to the sum of a course of action, in tenths: whole numbers, so nothing drifts."""

    force_superior: Tenths = 8
    force_inferior: Tenths = -8
    terrain_good: Tenths = 5
    terrain_bad: Tenths = -5
    surprise: Tenths = 6
    recon: Tenths = 4
    supply_strained: Tenths = -3
    supply_critical: Tenths = -8
    night: Tenths = -2
    skill_high: Tenths = 3
    skill_low: Tenths = -3
    interference: Tenths = -3


class SizeRule(Document):
    """How long a scenario of one kind must be."""

    phases: int = Field(ge=1, le=PHASES)
    decisions: int = Field(ge=1, le=TURNS, description="on every path")


class Sizes(Document):
    """The size rule of each kind of scenario."""

    historical: SizeRule = SizeRule(phases=7, decisions=6)
    small_unit: SizeRule = SizeRule(phases=8, decisions=8)
    fictional: SizeRule = SizeRule(phases=8, decisions=8)


class RulesData(Document):
    """The numbers of the rules; the defaults are the published ones, or ours where the source is silent."""

    weights: Weights = Weights()
    lowest_odds: Share = 0.05
    highest_odds: Share = 0.95
    favourable: Share = Field(0.60, description="unrounded odds from which they are called so")
    even: Share = 0.40
    loss_threshold: int = Field(
        50, ge=-100, le=200, description="preservation below it costs a step of skill"
    )
    carry_losses: bool = True
    carry_recon: bool = Field(True, description="a successful recon gives the next decision the recon factor")
    absent_skill: Literal["high", "mid", "low"] = Field("mid", description="what losses step down from")
    mission: int = Field(50, ge=0, le=100, description="at the start, and so the next two")
    preservation: int = Field(70, ge=0, le=100)
    tempo: int = Field(50, ge=0, le=100)
    clamp_running: bool = Field(False, description="keep the axes in 0-100 all along, not only at the end")
    failed_mission_share: Percent = Field(-50, description="percent of the effect that a failure brings")
    failed_mission_penalty: int = Field(5, ge=0, le=50)
    failed_preservation_share: Percent = 100
    failed_preservation_penalty: int = Field(10, ge=0, le=50)
    failed_tempo_share: Percent = 50
    clocks: bool = Field(False, description="whether a decision may be taken after its clock ran out")
    predictions: bool = Field(False, description="whether the band may be foretold; recorded, never scored")
    late_penalty: int = Field(10, ge=0, le=50, description="tempo; 0 is the relaxed level")
    overrun_penalty: int = Field(10, ge=0, le=50, description="tempo, for each decision past the budget")
    overrun_step_penalty: int = Field(3, ge=0, le=50, description="tempo, for each newly completed step over")
    overrun_step_minutes: int = Field(10, ge=1, le=60)
    cumulative_overrun: bool = Field(False, description="count every completed step again at each decision")
    judgment_appropriate: int = Field(40, ge=0, le=100)
    judgment_intel: int = Field(25, ge=0, le=100)
    judgment_rationale: int = Field(15, ge=0, le=100)
    judgment_checked: int = Field(20, ge=0, le=100)
    judgment_staff: int = Field(3, ge=0, le=100, description="taken off for each staff request")
    mid_share: Share = Field(0.5, description="what a decision of middling appropriateness counts")
    no_assumptions_ratio: Share = Field(0.5, description="checked ratio where there was nothing to check")
    no_cards_ratio: Share = Field(0.5, description="opened ratio where no card was offered")
    rationale_length: int = Field(30, ge=1, le=1000, description="characters that make a rationale")
    staff_minutes: Minutes = Field(
        (10, 20, 30), description="of the first request, the second ...; none beyond"
    )
    staff_seconds: int = Field(20, ge=0, le=150, description="that a staff request takes off the clock")
    fog_width: Share = 0.24
    fog_slope: Share = Field(0.18, description="how much of the width goes when every card is open")
    fog_no_cards: Share = 0.15
    fog_noise: Share = Field(1.0, description="noise lies evenly in -fog_noise .. fog_noise")
    confidence_high: Share = Field(0.10, description="widest estimate of high confidence")
    confidence_mid: Share = 0.17
    most_decisions: int = Field(
        TURNS, ge=1, le=TURNS, description="turn cap, for scenarios that may go round"
    )
    sizes: Sizes = Sizes()

    @model_validator(mode="after")
    def _ordered(self) -> "RulesData":
        for low, high in (
            ("lowest_odds", "highest_odds"),
            ("even", "favourable"),
            ("confidence_high", "confidence_mid"),
        ):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(f"{low} {getattr(self, low)} lies above {high} {getattr(self, high)}")
        return self


class When(Document):
    """Holds if all of `all` are up, one of `any` (or `any` is empty), and none of `none`."""

    all: Flags = ()
    any: Flags = ()
    none: Flags = ()

    def holds(self, flags: frozenset[str]) -> bool:
        """Whether it holds while these flags are up."""
        some = not self.any or not flags.isdisjoint(self.any)
        return flags.issuperset(self.all) and some and flags.isdisjoint(self.none)


class Factors(Document):
    """What speaks for and against a course of action."""

    force: Literal["superior", "even", "inferior"] | None = None
    terrain: Literal["good", "bad"] | None = None
    surprise: bool = False
    recon: bool = False
    supply: Literal["good", "strained", "critical"] | None = None
    night: bool = False
    skill: Literal["high", "mid", "low"] | None = None
    interference: bool = False

    @property
    def vector(self) -> tuple[object, ...]:
        """Equal for factors that say the same: even force, good supply and middling skill are worth nothing."""
        plain = {"force": "even", "supply": "good", "skill": "mid"}
        values = self.model_dump()
        return tuple(None if values[name] == plain.get(name) else values[name] for name in values)


class Effect(Document):
    """What a success adds to the axes."""

    mission: int = Field(ge=-30, le=30)
    preservation: int = Field(ge=-30, le=30)
    tempo: int = Field(ge=-30, le=30)


class Outcome(Document):
    """Where a success or a failure leads: flags that go up, and the next phase; None ends the battle."""

    flags: Flags = ()
    next: Id | None = None


class Turn(Document):
    """Leads elsewhere than the outcome says, when its condition holds."""

    when: When
    to: Id | None = None


class Coa(Document):
    """A course of action."""

    text: str = Field(min_length=1, max_length=400)
    kind: Literal["recon"] | None = None
    factors: Factors
    factors_src: Annotated[str, Field(pattern=r"^(author|src:p\.\d+)$")] | None = None
    effect: Effect
    minutes: int = Field(ge=1, le=120)
    appropriate: Literal["high", "mid", "low"]
    history: bool = False
    doctrine: bool = False
    success: Outcome = Outcome()
    failure: Outcome = Outcome()
    next_if: Annotated[tuple[Turn, ...], Field(max_length=NEXT_IFS, strict=False)] = ()


class Intel(Document):
    """A card that may be opened before the choice."""

    id: Id
    grade: Grade
    minutes: Literal[5, 10, 15]


class Phase(Document):
    """One decision: its clock, its cards, its courses of action by id."""

    hypothetical: bool = False
    clock_s: int = Field(ge=30, le=150)
    assumptions: Annotated[tuple[str, ...], Field(max_length=8, strict=False)] = ()
    intel: Annotated[tuple[Intel, ...], Field(max_length=CARDS, strict=False)] = ()
    coas: dict[Id, Coa] = Field(min_length=3, max_length=COAS)

    @property
    def historic(self) -> str:
        """The id of what was done here, or what doctrine would do."""
        return next(name for name, coa in self.coas.items() if coa.history or coa.doctrine)


class Incident(Document):
    """Something that happens on entering a phase, once: always where `when` holds, else if it is drawn."""

    id: Id
    phase: Id
    when: When | None = None
    minutes: int = Field(0, ge=-60, le=60)
    flags: Flags = ()


class Ending(Document):
    """How a battle is read when it is over."""

    id: Id
    kind: Literal["history", "better", "partial", "failed"]
    when: When | None = None


class Scenario(Document):
    """A battle."""

    version: int = Field(1, ge=1)
    kind: Literal["historical", "small_unit", "fictional"]
    start: Id
    budget: int = Field(ge=200, le=300, description="minutes")
    phases: dict[Id, Phase] = Field(min_length=1, max_length=PHASES)
    incidents: Annotated[tuple[Incident, ...], Field(max_length=INCIDENTS, strict=False)] = ()
    endings: Annotated[tuple[Ending, ...], Field(min_length=4, max_length=ENDINGS, strict=False)]

    @cached_property
    def flags(self) -> tuple[str, ...]:
        """Every flag that something can put up, in the order of the file."""
        outcomes: Iterator[Outcome] = (
            o for p in self.phases.values() for c in p.coas.values() for o in (c.success, c.failure)
        )
        parts: tuple[Outcome | Incident, ...] = (*outcomes, *self.incidents)
        return tuple(dict.fromkeys(flag for part in parts for flag in part.flags))

    @property
    def drawn(self) -> tuple[Incident, ...]:
        """The unconditional incidents: one of them is drawn in each battle."""
        return tuple(incident for incident in self.incidents if incident.when is None)


class BattleData(Document):
    """The rules and the scenarios."""

    rules: RulesData = RulesData()
    scenarios: dict[Id, Scenario] = Field(min_length=1, max_length=SCENARIOS)

    @model_validator(mode="after")
    def _sound(self) -> "BattleData":
        for name, scenario in self.scenarios.items():
            found = scenario_defects(scenario.model_dump())
            if found:
                listed = "; ".join(f"scenarios.{name}.{path}: {rule}" for path, _, rule, _ in found)
                raise ValueError(listed)
        return self
