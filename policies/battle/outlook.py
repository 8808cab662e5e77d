"""The planner's table: what to choose in every state that its own way of playing can come to, by expectimax.

A state is told apart only as far as the future hangs on it: preservation only where losses may still cross the
threshold, minutes only where the budget may still be passed, flags only where a later condition asks for them. So a
scenario of eight decisions has some thousand states. Left out: the incident that is drawn, which the player cannot
know; and that the axes are clamped at the end.

    [weights of the 4 axes, cards, number of states n,
     by place of a phase: how far preservation may fall and rise yet, minutes to come (SCENARIOS * PHASES each),
     flags that count, by scenario (low 31 bits, then the rest), n sorted codes, n choices]
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from games.battle.data import PHASES, SCENARIOS, BattleData, Phase, RulesData, Scenario, When
from games.battle.formulas import HUNDRED, axis_changes, factor_sum, late_minutes, odds_of
from games.battle.record import CARRIES, place_of
from games.jit import compiled
from games.rng import mix

__all__ = ["AXES", "looked_up", "outlook"]

AXES = ("mission", "preservation", "tempo", "judgment")
MOST_STATES = 500_000
_HEAD = len(AXES) + 2
_P = SCENARIOS * PHASES
_FALL, _RISE, _MINUTES, _FLAGS = _HEAD, _HEAD + _P, _HEAD + 2 * _P, _HEAD + 3 * _P
_CODES = _FLAGS + 2 * SCENARIOS
# So far from where anything happens that the rest of the battle cannot come there.
_SAFE, _LOST, _EARLY = 1 << 21, -(1 << 21), 1 << 21
_PRIME, _U11 = np.uint64(1099511628211), np.uint64(11)
_LOW31 = (1 << 31) - 1


class _Option(NamedTuple):
    """A course of action in numbers; outcomes: failure, success."""

    minutes: int
    odds: tuple[float, ...]
    worth: float
    recon: bool
    changes: tuple[tuple[int, int, int], ...]
    flags: tuple[frozenset[str], ...]
    next: tuple[str | None, ...]
    turns: tuple[tuple[When, str | None], ...]


class _State(NamedTuple):
    """At the choice of a phase, after what was prepared."""

    phase: str
    turn: int
    preservation: int
    recon: bool
    flags: frozenset[str]
    used: int
    steps: int


def outlook(document: BattleData, weights: Mapping[str, float], refs: Any) -> np.ndarray:
    """The table for every scenario of a document. Raises `ValueError` when it would not fit."""
    return _made(document.model_dump_json(by_alias=True), tuple(sorted(weights.items()))).copy()


@lru_cache(maxsize=16)
def _made(text: str, named: tuple[tuple[str, float], ...]) -> np.ndarray:
    """The table of a document in JSON: made once, though it is asked for at every check, run and career."""
    document, weights = BattleData.model_validate_json(text), dict(named)
    table = np.zeros(_CODES)
    table[: len(AXES)] = [weights[axis] for axis in AXES]
    table[len(AXES)] = weights["cards"]
    codes, choices = [], []
    for index, scenario in enumerate(document.scenarios.values()):
        plan = _Plan(document.rules, scenario, weights)
        found = plan.choices()
        for name, span in plan.spans.items():
            at = place_of(index, tuple(scenario.phases).index(name))
            table[_FALL + at], table[_RISE + at], table[_MINUTES + at] = span
        mask = _mask(scenario, plan.counting)
        table[_FLAGS + 2 * index : _FLAGS + 2 * index + 2] = mask & _LOW31, mask >> 31
        codes.append(_codes(index, scenario, list(found)))
        choices.append(np.fromiter(found.values(), np.int64, len(found)))
    every, chosen = np.concatenate(codes), np.concatenate(choices)
    order = np.argsort(every)
    table[len(AXES) + 1] = len(every)
    return np.concatenate([table, every[order], chosen[order]])


@compiled
def looked_up(view, params, weights):
    """The choice for what the player sees; -1 for a state that the planner's own play does not come to."""
    place = place_of(view.scenario, view.phase)
    preservation, used, steps = view.preservation, view.used, view.steps
    if preservation - weights[_FALL + place] >= params.loss_threshold:
        preservation = _SAFE
    elif preservation + weights[_RISE + place] < params.loss_threshold:
        preservation = _LOST
    if used + weights[_MINUTES + place] <= params.budget[view.scenario]:
        used, steps = _EARLY, 0
    low_flags = np.int64(weights[_FLAGS + 2 * view.scenario])
    high_flags = np.int64(weights[_FLAGS + 2 * view.scenario + 1])
    flags = view.raised & (low_flags | high_flags << 31)
    code = code_of(view.scenario, view.phase, view.turn, preservation, view.recon, flags, used, steps)
    n = np.int64(weights[len(AXES) + 1])
    low, high = np.int64(_CODES), _CODES + n
    while low < high:
        middle = (low + high) // 2
        if weights[middle] < code:
            low = middle + 1
        else:
            high = middle
    if low < _CODES + n and weights[low] == code:
        return np.int64(weights[low + n])
    return np.int64(-1)


def _code(scenario, phase, turn, preservation, recon, flags, used, steps):
    """53 bits for a state, as a float64; minutes may be below zero, like preservation, after an incident."""
    h = np.uint64(scenario + SCENARIOS * (phase + PHASES * turn))
    h = h * _PRIME ^ np.uint64(preservation + 2 * _SAFE)
    h = h * _PRIME ^ np.uint64(2 * flags + recon)
    h = h * _PRIME ^ np.uint64(used + _EARLY)
    h = mix(h * _PRIME ^ np.uint64(steps))
    return np.float64(h >> _U11)


code_of = compiled(_code)


class _Plan:
    """The expectimax of one scenario."""

    def __init__(self, rules: RulesData, scenario: Scenario, weights: Mapping[str, float]) -> None:
        self.rules, self.scenario = rules, scenario
        self.weights = [weights[axis] for axis in AXES]
        self.opens = weights["cards"] > 0.0
        self.options = {name: _options(rules, phase) for name, phase in scenario.phases.items()}
        self.spans = self._spans()
        self.counting = frozenset(_asked(scenario))
        self.decisions = max(1, _shortest(scenario))
        self.best: dict[_State, tuple[float, int]] = {}

    def choices(self) -> dict[_State, int]:
        """The best course of action by state."""
        rules = self.rules
        self._value(
            self._entered(self.scenario.start, 0, HUNDRED * rules.preservation, False, frozenset(), 0, 0)
        )
        return {state: choice for state, (_, choice) in self.best.items()}

    def _value(self, state: _State) -> float:
        if state in self.best:
            return self.best[state][0]
        if len(self.best) >= MOST_STATES:
            raise ValueError(f"planner: the scenario has more than {MOST_STATES:,} states")
        values = [self._worth(state, option) for option in self.options[state.phase]]
        choice = max(range(len(values)), key=lambda c: (values[c], -c))
        self.best[state] = values[choice], choice
        return values[choice]

    def _worth(self, state: _State, option: _Option) -> float:
        """What an option is worth in a state: its own effects and all that follows."""
        used, steps, lost = state.used + option.minutes, state.steps, 0
        if state.used < _EARLY:
            lost, steps = _late(self.rules, used, self.scenario.budget, steps)
        else:
            used = _EARLY
        odds = option.odds[2 * self._losses(state) + (state.recon and self.rules.carry_recon)]
        total = self.weights[3] * self.rules.judgment_appropriate * option.worth / self.decisions
        for success, chance in enumerate((1.0 - odds, odds)):
            mission, preservation, tempo = option.changes[success]
            points = self.weights[0] * mission + self.weights[1] * preservation + self.weights[2] * tempo
            value = points / HUNDRED - self.weights[2] * lost
            flags = state.flags | option.flags[success]
            to = next((to for when, to in option.turns if when.holds(flags)), option.next[success])
            if to is not None and state.turn + 1 < self.rules.most_decisions:
                kept = state.preservation
                after = kept if abs(kept) == _SAFE else kept + preservation
                recon = option.recon and success == 1
                value += self._value(self._entered(to, state.turn + 1, after, recon, flags, used, steps))
            total += chance * value
        return total

    def _entered(
        self,
        phase: str,
        turn: int,
        preservation: int,
        recon: bool,
        flags: frozenset[str],
        used: int,
        steps: int,
    ) -> _State:
        """The state at the choice of a phase, told apart as far as it matters."""
        for incident in self.scenario.incidents:
            if incident.phase == phase and incident.when is not None and incident.when.holds(flags):
                used, flags = used + incident.minutes, flags.union(incident.flags)
        if self.opens:
            used += sum(card.minutes for card in self.scenario.phases[phase].intel)
        fall, rise, minutes = self.spans[phase]
        threshold = HUNDRED * self.rules.loss_threshold
        if preservation - fall >= threshold:
            preservation = _SAFE
        elif preservation + rise < threshold:
            preservation = _LOST
        if used >= _EARLY // 2 or used + minutes <= self.scenario.budget:
            used, steps = _EARLY, 0
        return _State(phase, turn, preservation, recon, flags & self.counting, used, steps)

    def _losses(self, state: _State) -> bool:
        return self.rules.carry_losses and state.preservation < HUNDRED * self.rules.loss_threshold

    def _spans(self) -> dict[str, tuple[int, int, int]]:
        """By phase, at most to come from its choice on: hundredths of preservation down and up, minutes."""
        spans = dict.fromkeys(self.scenario.phases, (0, 0, 0))
        for _ in range(self.rules.most_decisions):
            longer = {name: self._span(name, spans) for name in spans}
            if longer == spans:
                break
            spans = longer
        return spans

    def _span(self, name: str, spans: Mapping[str, tuple[int, int, int]]) -> tuple[int, int, int]:
        fall = rise = minutes = 0
        for option in self.options[name]:
            targets = {*option.next, *(to for _, to in option.turns)} - {None}
            later = [(*spans[to][:2], spans[to][2] + self._extra(to)) for to in targets if to is not None]
            worst, best, longest = (max((span[i] for span in later), default=0) for i in range(3))
            changes = [change[1] for change in option.changes]
            fall = max(fall, max(0, -min(changes)) + worst)
            rise = max(rise, max(0, *changes) + best)
            minutes = max(minutes, option.minutes + longest)
        return fall, rise, minutes

    def _extra(self, name: str) -> int:
        """Minutes that may go before the choice of a phase."""
        incidents = sum(max(0, each.minutes) for each in self.scenario.incidents if each.phase == name)
        return incidents + sum(card.minutes for card in self.scenario.phases[name].intel)


def _options(rules: RulesData, phase: Phase) -> tuple[_Option, ...]:
    worths = {"high": 1.0, "mid": rules.mid_share, "low": 0.0}
    return tuple(
        _Option(
            coa.minutes,
            tuple(
                odds_of(rules, factor_sum(rules, coa.factors, losses=carry >= 2, recon=carry % 2 == 1))
                for carry in range(CARRIES)
            ),
            worths[coa.appropriate],
            coa.kind == "recon",
            (axis_changes(rules, coa, False), axis_changes(rules, coa, True)),
            (frozenset(coa.failure.flags), frozenset(coa.success.flags)),
            (coa.failure.next, coa.success.next),
            tuple((turn.when, turn.to) for turn in coa.next_if),
        )
        for coa in phase.coas.values()
    )


def _asked(scenario: Scenario) -> Iterator[str]:
    """Flags that the course of the battle hangs on."""
    whens = [i.when for i in scenario.incidents if i.when is not None]
    whens += [
        turn.when for phase in scenario.phases.values() for coa in phase.coas.values() for turn in coa.next_if
    ]
    for when in whens:
        yield from (*when.all, *when.any, *when.none)


def _shortest(scenario: Scenario) -> int:
    """Decisions on the shortest way through."""
    front, seen, length = {scenario.start}, {scenario.start}, 1
    while front:
        coas = [coa for name in front for coa in scenario.phases[name].coas.values()]
        after = {
            to for c in coas for to in (c.success.next, c.failure.next, *(turn.to for turn in c.next_if))
        }
        if None in after:
            break
        front = {to for to in after if to is not None and to not in seen}
        seen |= front
        length += 1
    return length


def _codes(index: int, scenario: Scenario, states: list[_State]) -> np.ndarray:
    phases = {name: i for i, name in enumerate(scenario.phases)}
    with np.errstate(over="ignore"):
        return np.array(
            [
                float(
                    code_of(
                        index, phases[s.phase], s.turn, s.preservation, int(s.recon), _mask(scenario, s.flags),
                        s.used, s.steps,
                    )
                )
                for s in states
            ]
        )  # fmt: skip


def _mask(scenario: Scenario, flags: frozenset[str]) -> int:
    return sum(1 << i for i, flag in enumerate(scenario.flags) if flag in flags)


_late = getattr(late_minutes, "py_func", late_minutes)
