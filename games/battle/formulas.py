"""The formulae of a battle, one by one and readable: odds, bands, axes, overrun, judgment, fog.

Those that take `params`, a parameter record, are what the compiled rules use; the rest fills that record once.
"""

import math

from games.battle.data import Coa, Factors, RulesData
from games.jit import compiled

__all__ = [
    "BANDS", "CONFIDENCES", "EVEN", "FAVOURABLE", "HUNDRED", "UNFAVOURABLE", "axis_changes", "band_of", "clamp",
    "confidence_of", "estimate_of", "expected_effects", "factor_sum", "fog_width", "judgment_of", "late_minutes",
    "odds_of", "raw_odds",
]  # fmt: skip

# Axes are counted in hundredths of a point.
HUNDRED = 100
UNFAVOURABLE, EVEN, FAVOURABLE = 0, 1, 2
BANDS = ("unfavourable", "even", "favourable")
CONFIDENCES = ("low", "mid", "high")
_STEP_DOWN = {"high": "mid", "mid": "low", "low": "low"}


def factor_sum(rules: RulesData, factors: Factors, *, losses: bool = False, recon: bool = False) -> int:
    """Tenths that speak for a course of action; after `losses` a step of skill less, `recon` lends its factor."""
    skill: str | None = factors.skill
    if losses:
        skill = _STEP_DOWN[skill or rules.absent_skill]
    graded = {"force": factors.force, "terrain": factors.terrain, "supply": factors.supply, "skill": skill}
    names = [f"{name}_{value}" for name, value in graded.items() if value is not None]
    names += [name for name in ("surprise", "night", "interference") if getattr(factors, name)]
    names += ["recon"] if factors.recon or recon else []
    return sum(getattr(rules.weights, name, 0) for name in names)


def raw_odds(tenths: int) -> float:
    """Chance of success that a sum of factors gives, before it is clamped."""
    return 1.0 / (1.0 + math.exp(-tenths / 10.0))


def odds_of(rules: RulesData, tenths: int) -> float:
    """Chance of success."""
    return float(clamp(raw_odds(tenths), rules.lowest_odds, rules.highest_odds))


def axis_changes(rules: RulesData, coa: Coa, success: bool) -> tuple[int, int, int]:
    """What the outcome adds to mission, preservation and tempo, in hundredths."""
    effect = coa.effect
    if success:
        return HUNDRED * effect.mission, HUNDRED * effect.preservation, HUNDRED * effect.tempo
    return (
        rules.failed_mission_share * effect.mission - HUNDRED * rules.failed_mission_penalty,
        rules.failed_preservation_share * effect.preservation - HUNDRED * rules.failed_preservation_penalty,
        rules.failed_tempo_share * effect.tempo,
    )


def expected_effects(rules: RulesData, coa: Coa) -> tuple[float, float, float]:
    """Points that a course of action adds to the three axes on average, with nothing carried over."""
    p = odds_of(rules, factor_sum(rules, coa.factors))
    won, lost = (axis_changes(rules, coa, success) for success in (True, False))
    mission, preservation, tempo = ((p * w + (1.0 - p) * f) / HUNDRED for w, f in zip(won, lost, strict=True))
    return mission, preservation, tempo


@compiled
def clamp(value, low, high):
    """`value`, or the bound that it passes."""
    return min(max(value, low), high)


@compiled
def band_of(params, odds):
    """The band that a chance of success is told as."""
    if odds >= params.favourable:
        return FAVOURABLE
    return EVEN if odds >= params.even else UNFAVOURABLE


@compiled
def fog_width(params, opened, cards):
    """Width of a staff estimate when `opened` of the phase's `cards` are open."""
    if cards == 0:
        return params.fog_no_cards
    return params.fog_width - params.fog_slope * opened / cards


@compiled
def confidence_of(params, width):
    """Confidence that goes with a width: 2 high, 1 mid, 0 low. Widths are told apart to a millionth."""
    if width <= params.confidence_high + 1e-6:
        return 2
    return 1 if width <= params.confidence_mid + 1e-6 else 0


@compiled
def estimate_of(params, odds, width, noise):
    """What the staff takes the odds for."""
    return clamp(odds + noise * width, params.lowest_odds, params.highest_odds)


@compiled
def late_minutes(params, used, budget, steps_counted):
    """(points off tempo, steps counted now) for one decision after which `used` minutes are gone."""
    if used <= budget:
        return 0, steps_counted
    steps = (used - budget) // params.overrun_step_minutes
    if params.cumulative_overrun:
        return params.overrun_penalty + params.overrun_step_penalty * steps, max(steps, steps_counted)
    new = max(steps - steps_counted, 0)
    return params.overrun_penalty + params.overrun_step_penalty * new, steps_counted + new


@compiled
def judgment_of(params, appropriate, opened, offered, rationale, checked, assumptions, staff):
    """Judgment, 0 to 100. `appropriate` is the mean over decisions of 1, .5 or 0; the rest are counts."""
    intel = opened / offered if offered > 0 else params.no_cards_ratio
    ratio = checked / assumptions if assumptions > 0 else params.no_assumptions_ratio
    score = (
        params.judgment_appropriate * appropriate
        + params.judgment_intel * intel
        + params.judgment_rationale * rationale
        + params.judgment_checked * ratio
        - params.judgment_staff * staff
    )
    return clamp(score, 0.0, 100.0)
