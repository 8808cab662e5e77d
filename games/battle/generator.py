"""New scenarios from a seed: layers of a main phase and, in some, a hypothetical alternate entered on failure.

Four templates fill each phase: bold, steady, cautious, recon. Factors are drawn until they are distinct, the odds lie
within limits and nothing dominates; whole scenarios until every gate that needs no play is passed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.battle.data import (
    BattleData,
    Coa,
    Effect,
    Ending,
    Factors,
    Incident,
    Intel,
    Outcome,
    Phase,
    RulesData,
    Scenario,
    When,
)
from games.battle.formulas import expected_effects, factor_sum, odds_of
from games.battle.gates import GATES
from games.battle.phrases import CARES, OPENINGS, PLACES
from games.rng import below, mix, new_stream, shuffle, uniform

__all__ = ["TEMPLATES", "Limits", "Template", "draw_phase", "draw_scenarios", "with_scenario"]


class Template(NamedTuple):
    """Ranges of the effects of one kind of option, ends included, and its minutes."""

    mission: tuple[int, int]
    preservation: tuple[int, int]
    tempo: tuple[int, int]
    minutes: int


TEMPLATES = {
    "bold": Template((9, 12), (-7, -4), (4, 7), 20),
    "steady": Template((6, 8), (-2, 1), (1, 3), 25),
    "cautious": Template((3, 5), (2, 5), (-3, -1), 30),
    "recon": Template((2, 4), (1, 3), (-5, -2), 15),
}
_IDS = dict(zip(TEMPLATES, "abcd", strict=True))


@dataclass(frozen=True)
class Limits:
    """What an option must keep to."""

    odds: tuple[float, float] = (0.25, 0.90)
    reference: tuple[float, float] = (0.62, 0.80)
    """Odds of the history, or doctrine, option"""
    alternates: float = 0.5
    """Chance that an inner layer has a hypothetical alternate"""


def draw_scenarios(
    rules: RulesData, seed: int, layers: int = 8, limits: Limits | None = None
) -> Iterator[Scenario]:
    """Fictional scenarios, without end, each passing every gate that needs no play.

    The same seed gives the same scenarios. Raises `ValueError` for fewer layers than the size rule asks for, or more
    than 9.
    """
    least = rules.sizes.fictional.decisions
    if not least <= layers <= 9:
        raise ValueError(f"a drawn scenario has {least} to 9 layers, not {layers}")
    stream = new_stream(seed=int(mix(np.uint64(seed))))
    while True:
        with np.errstate(over="ignore"):
            scenario = _Drawing(rules, stream, layers, limits or Limits()).scenario()
        if _passes(with_scenario(rules, "drawn", scenario)):
            yield scenario


def with_scenario(rules: RulesData, name: str, scenario: Scenario) -> BattleData:
    """A document with that scenario alone."""
    return BattleData(rules=rules, scenarios={name: scenario})


def draw_phase(rules: RulesData, stream: np.ndarray, limits: Limits) -> tuple[dict[str, Coa], str]:
    """Four options by template, leading nowhere yet, and the template that history took."""
    while True:
        coas = {name: _coa(rules, stream, name, limits) for name in TEMPLATES}
        likely = [name for name in coas if _within(_odds(rules, coas[name]), limits.reference)]
        vectors = {coa.factors.vector for coa in coas.values()}
        if likely and len(vectors) == len(coas) and not _dominated(rules, coas):
            return coas, likely[below(stream, len(likely))]


class _Drawing:
    """One scenario as it is drawn."""

    def __init__(self, rules: RulesData, stream: np.ndarray, layers: int, limits: Limits) -> None:
        self.rules, self.stream, self.layers, self.limits = rules, stream, layers, limits
        self.alternate = [0 < i < layers - 1 and uniform(stream) < limits.alternates for i in range(layers)]
        inner = np.arange(1, layers - 1)
        shuffle(stream, inner, len(inner))
        # Two layers always branch, and two bold successes make the better ending.
        for layer in inner[:2]:
            self.alternate[layer] = True
        self.daring = {int(layer) for layer in inner[2:4]}
        self.places = np.arange(len(PLACES))
        shuffle(stream, self.places, len(self.places))

    def scenario(self) -> Scenario:
        """The whole of it."""
        phases = {}
        for layer in range(self.layers):
            phases[_name(layer)] = self._phase(layer, hypothetical=False)
            if self.alternate[layer]:
                phases[_name(layer, "x")] = self._phase(layer, hypothetical=True)
        first, second = sorted(self.daring)
        # Of what may go wrong, only what can: a condition on a flag that nothing puts up is a defect.
        raised = {
            flag for phase in phases.values() for coa in phase.coas.values() for flag in coa.failure.flags
        }
        setbacks = When(any=tuple(flag for flag in ("stalled", "exposed", "lost") if flag in raised))
        return Scenario(
            kind="fictional",
            start=_name(0),
            budget=240 + 10 * below(self.stream, 5),
            phases=phases,
            incidents=self._incidents(setbacks),
            endings=(
                Ending(id="failed", kind="failed", when=When(all=("lost",), none=("regained",))),
                Ending(id="partial", kind="partial", when=setbacks),
                Ending(id="better", kind="better", when=When(all=(f"bold{first + 1}", f"bold{second + 1}"))),
                Ending(id="history", kind="history"),
            ),
        )

    def _phase(self, layer: int, hypothetical: bool) -> Phase:
        coas, chosen = draw_phase(self.rules, self.stream, self.limits)
        place = PLACES[self.places[layer + (self.layers if hypothetical else 0)]]
        finished = {
            _IDS[name]: coa.model_copy(
                update={
                    "text": self._text(name, place),
                    "history": name == chosen and not hypothetical,
                    "doctrine": name == chosen and hypothetical,
                    "appropriate": self._worth(name == chosen),
                    "success": Outcome(flags=self._won(layer, name, hypothetical), next=self._next(layer)),
                    "failure": Outcome(
                        flags=self._lost(layer, name, hypothetical),
                        next=self._next(layer, failed=name in ("bold", "steady")),
                    ),
                }
            )
            for name, coa in coas.items()
        }
        return Phase(
            hypothetical=hypothetical,
            clock_s=30 + 30 * below(self.stream, 5),
            intel=self._cards(),
            coas=finished,
        )

    def _next(self, layer: int, failed: bool = False) -> str | None:
        if layer + 1 == self.layers:
            return None
        return _name(layer + 1, "x" if failed and self.alternate[layer + 1] else "m")

    def _won(self, layer: int, name: str, hypothetical: bool) -> tuple[str, ...]:
        if layer + 1 == self.layers and name in ("steady", "cautious"):
            return ("regained",)
        return (f"bold{layer + 1}",) if layer in self.daring and name == "bold" and not hypothetical else ()

    def _lost(self, layer: int, name: str, hypothetical: bool) -> tuple[str, ...]:
        if hypothetical and name in ("bold", "recon"):
            return ("lost",)
        if name in ("steady", "cautious") and below(self.stream, 3) == 0:
            return ("stalled",) if name == "steady" else ("exposed",)
        return ()

    def _worth(self, historic: bool) -> str:
        return ("high", "mid", "low")[below(self.stream, 2 if historic else 3)]

    def _text(self, name: str, place: str) -> str:
        opening = OPENINGS[name][below(self.stream, len(OPENINGS[name]))].format(place)
        return f"{opening} {CARES[below(self.stream, len(CARES))]}."

    def _cards(self) -> tuple[Intel, ...]:
        return tuple(
            Intel(
                id=f"i{i + 1}",
                grade="ABCDEF"[below(self.stream, 6)] + "123456"[below(self.stream, 6)],
                minutes=(5, 10, 15)[below(self.stream, 3)],
            )
            for i in range(below(self.stream, 4))
        )

    def _incidents(self, setbacks: When) -> tuple[Incident, ...]:
        inner = np.arange(1, self.layers - 1)
        shuffle(self.stream, inner, len(inner))
        return (
            Incident(id="i1", phase=_name(inner[0]), minutes=10),
            Incident(id="i2", phase=_name(inner[1]), minutes=15, flags=("storm",)),
            Incident(id="i3", phase=_name(inner[2]), minutes=-10),
            Incident(id="i4", phase=_name(inner[3]), when=setbacks, minutes=10, flags=("pressed",)),
        )


def _name(layer: int, kind: str = "m") -> str:
    return f"{layer + 1}{kind}"


def _coa(rules: RulesData, stream: np.ndarray, name: str, limits: Limits) -> Coa:
    """An option whose odds keep to the limits."""
    template = TEMPLATES[name]
    mission, preservation, tempo = (_between(stream, *ends) for ends in template[:3])
    while True:
        coa = Coa(
            text=name,
            kind="recon" if name == "recon" else None,
            factors=_factors(stream),
            factors_src="author",
            effect=Effect(mission=mission, preservation=preservation, tempo=tempo),
            minutes=template.minutes,
            appropriate="mid",
        )
        if _within(_odds(rules, coa), limits.odds):
            return coa


def _factors(stream: np.ndarray) -> Factors:
    force, terrain, supply, skill = (below(stream, 4) for _ in range(4))
    return Factors(
        force=("superior", "inferior", None, None)[force],
        terrain=("good", "good", "bad", None)[terrain],
        surprise=below(stream, 3) == 0,
        recon=below(stream, 3) == 0,
        supply=("strained", "critical", None, None)[supply],
        night=below(stream, 4) == 0,
        skill=("high", "high", "low", None)[skill],
        interference=below(stream, 6) == 0,
    )


def _between(stream: np.ndarray, low: int, high: int) -> int:
    return low + int(below(stream, high - low + 1))


def _odds(rules: RulesData, coa: Coa) -> float:
    return odds_of(rules, factor_sum(rules, coa.factors))


def _within(value: float, ends: tuple[float, float]) -> bool:
    return ends[0] <= value <= ends[1]


def _dominated(rules: RulesData, coas: dict[str, Coa]) -> bool:
    """Whether one option is matched or beaten by another on every expected axis."""
    effects = [expected_effects(rules, coa) for coa in coas.values()]
    return any(
        all(t >= m for m, t in zip(mine, theirs, strict=True))
        for i, mine in enumerate(effects)
        for j, theirs in enumerate(effects)
        if i != j
    )


def _passes(document: BattleData) -> bool:
    checks = (gate for gate in GATES.values() if gate.needs == "document")
    return all(row.passed for gate in checks for row in gate.check(document, "drawn", **gate.thresholds))
