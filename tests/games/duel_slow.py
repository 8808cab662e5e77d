"""A second implementation of duel, written from the rules for reading: one match of given options, and every match
that two mixed strategies can come to. Nobody times out here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from games.duel.data import DuelData

__all__ = ["Match", "every_match", "play"]

Choices = Sequence[tuple[int, int]]
Mix = Callable[[int, int, int], Sequence[float]]
"""(seat, phase, initiative) -> shares of the four options"""


@dataclass(frozen=True)
class Match:
    """A finished match."""

    scores: tuple[int, ...]
    initiatives: tuple[int, ...]
    margin: int
    strength: tuple[int, int]
    winner: int
    """0 Red, 1 Blue, -1 nobody"""


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def play(document: DuelData, scenario: str, choices: Choices, carry: bool = True) -> Match:
    """The match in which these options are chosen; without `carry`, initiative is nobody's all along."""
    return play_cells(document, scenario, cells_of(document, scenario), choices, carry)


def cells_of(document: DuelData, scenario: str) -> list[list[list[int]]]:
    """What each pair of options scores, by phase."""
    return [document.cells(phase).tolist() for phase in document.maps[scenario]]


def play_cells(
    document: DuelData, scenario: str, cells: list[list[list[int]]], choices: Choices, carry: bool
) -> Match:
    """`play`, the cells given."""
    rules, phases = document.rules, document.maps[scenario]
    tempos: list[int] = []
    scores, initiatives, strength = [], [], [rules.strength, rules.strength]
    for phase, table, (i, j) in zip(phases, cells, choices, strict=True):
        total = sum(tempos[-rules.initiative_window :])
        initiative = (total >= rules.initiative_threshold) - (total <= -rules.initiative_threshold)
        initiative = initiative if carry else 0
        cell = table[i][j]
        score = clamp(cell + initiative * rules.initiative_bonus, 0, rules.highest)
        for seat, category in enumerate((phase.red[i], phase.blue[j])):
            strength[seat] -= getattr(rules.costs, category)
        if score != rules.level:
            loser = 0 if score < rules.level else 1
            strength[loser] -= min(rules.concession_cap, rules.concession_rate * abs(score - rules.level))
        tempos.append(clamp(cell - rules.level, -rules.tempo_cap, rules.tempo_cap))
        scores.append(score)
        initiatives.append(initiative)
    margin = sum(score - rules.level for score in scores)
    winner = decide(document, margin, len(phases), strength)
    return Match(tuple(scores), tuple(initiatives), margin, (strength[0], strength[1]), winner)


def decide(document: DuelData, margin: int, phases: int, strength: Sequence[int]) -> int:
    """Who won."""
    if 10 * margin >= document.rules.margin_tenths * phases and margin > 0:
        return 0
    if -10 * margin >= document.rules.margin_tenths * phases and margin < 0:
        return 1
    if abs(strength[0] - strength[1]) < document.rules.strength_margin:
        return -1
    return 0 if strength[0] > strength[1] else 1


def every_match(document: DuelData, scenario: str, mix: Mix) -> dict[str, float]:
    """Chances of "win" (Red's), "draw", "loss" and "flip", by going through every match there is."""
    phases, cells = document.maps[scenario], cells_of(document, scenario)
    chances = dict.fromkeys(("win", "draw", "loss", "flip"), 0.0)
    for choices in product(product(range(4), repeat=2), repeat=len(phases)):
        match = play_cells(document, scenario, cells, choices, carry=True)
        chance = 1.0
        for phase, ((i, j), initiative) in enumerate(zip(choices, match.initiatives, strict=True)):
            chance *= mix(0, phase, initiative)[i] * mix(1, phase, initiative)[j]
        chances[{0: "win", 1: "loss", -1: "draw"}[match.winner]] += chance
        plain = play_cells(document, scenario, cells, choices, carry=False)
        chances["flip"] += chance * (plain.winner != match.winner)
    return chances
