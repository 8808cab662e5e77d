"""The eight gates of a scenario, as pure functions. Two are put to figures of play, six to the data alone.

    size, branching, endings, history_odds, dominance, clue_lint     rows for one scenario of a document
    diversity, volume                                                rows for the `BattleFigures` of bots

`GATES` lists them by name. The thresholds are arguments; their defaults are the published ones.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from games.battle.data import BattleData, Phase, Scenario
from games.battle.events import CELLS
from games.battle.figures import BattleFigures
from games.battle.formulas import expected_effects, factor_sum
from games.battle.paths import explore, history_chance, history_paths
from games.gates import Gate, GateRow, gate

__all__ = [
    "GATES", "Gate", "GateRow", "branching", "clue_lint", "diversity", "dominance", "endings", "history_odds",
    "longest_text", "size", "sole_top", "volume",
]  # fmt: skip


def size(
    document: BattleData, scenario: str, phases: int | None = None, decisions: int | None = None
) -> tuple[GateRow, ...]:
    """1. Enough phases, and enough decisions on every path; by default what the rules ask of the scenario's kind."""
    data = document.scenarios[scenario]
    asked = getattr(document.rules.sizes, data.kind)
    shortest = explore(data).shortest
    least = asked.phases if phases is None else phases
    fewest = asked.decisions if decisions is None else decisions
    return (
        GateRow("size", f"{scenario}, phases", len(data.phases), least, None, data.kind, "phases"),
        GateRow(
            "size",
            f"{scenario}, shortest path",
            len(shortest),
            fewest,
            None,
            " > ".join(shortest),
            "shortest path",
        ),
    )


def branching(document: BattleData, scenario: str, low: int = 2) -> tuple[GateRow, ...]:
    """2. Failing leads elsewhere than succeeding, here and there."""
    found = [
        f"{name}.{each}"
        for name, phase in document.scenarios[scenario].phases.items()
        for each, coa in phase.coas.items()
        if coa.success.next != coa.failure.next
    ]
    return (GateRow("branching", scenario, len(found), low, None, ", ".join(found)),)


def endings(document: BattleData, scenario: str) -> tuple[GateRow, ...]:
    """3. One ending is history's, every ending can come about, and history's successes come to its own."""
    data = document.scenarios[scenario]
    historic = [ending.id for ending in data.endings if ending.kind == "history"]
    reached = explore(data).endings
    lost = [ending.id for ending in data.endings if ending.id not in reached]
    strayed = [path for path in history_paths(document, scenario) if path.ending not in historic]
    ways = "; ".join(f"ends in {path.ending} when {path.incident} is drawn" for path in strayed)
    return (
        GateRow(
            "endings",
            f"{scenario}, of the history kind",
            len(historic),
            1,
            1,
            ", ".join(historic),
            "of the history kind",
        ),
        GateRow("endings", f"{scenario}, unreachable", len(lost), None, 0, ", ".join(lost), "unreachable"),
        GateRow(
            "endings",
            f"{scenario}, history paths that miss their ending",
            len(strayed),
            None,
            0,
            ways,
            "strayed history",
        ),
    )


def history_odds(
    document: BattleData, scenario: str, low: float = 0.05, high: float = 0.95
) -> tuple[GateRow, ...]:
    """4. That every decision of history succeeds is neither hopeless nor certain."""
    steps = history_paths(document, scenario)[0].steps
    made = " x ".join(f"{step.odds:.3f}" for step in steps)
    return (GateRow("history_odds", scenario, history_chance(document, scenario), low, high, made),)


def dominance(document: BattleData, scenario: str) -> tuple[GateRow, ...]:
    """5. No course of action is ahead of all others of its phase on all three axes."""
    return tuple(
        GateRow("dominance", f"{scenario}, phase {name}", len(ahead), None, 0, ", ".join(ahead))
        for name, phase in document.scenarios[scenario].phases.items()
        for ahead in [[f"{name}.{each} is ahead on every axis" for each in _ahead(document, phase)]]
    )


def diversity(figures: Sequence[BattleFigures], cells: int = 4, share: float = 0.01) -> tuple[GateRow, ...]:
    """6. Mission and preservation come out in several ways."""
    rows = []
    for scenario, group in _by_scenario(figures):
        weights = np.maximum([each.games for each in group], 1)
        shares = np.average([each.cells for each in group], axis=0, weights=weights)
        common = [f"{bins} {s:.1%}" for bins, s in zip(CELLS, shares, strict=True) if s >= share]
        rows.append(GateRow("diversity", scenario, len(common), cells, None, ", ".join(common)))
    return tuple(rows)


def volume(figures: Sequence[BattleFigures], bots: int = 3, games: int = 3000) -> tuple[GateRow, ...]:
    """7. The figures rest on enough bots and enough battles of each."""
    rows = []
    for scenario, group in _by_scenario(figures):
        names = ", ".join(each.player for each in group)
        rows.append(GateRow("volume", f"{scenario}, bots", len(group), bots, None, names, "bots"))
        rows += [
            GateRow("volume", f"{scenario}, {each.player}", each.games, games, None, what="battles each")
            for each in group
        ]
    return tuple(rows)


def clue_lint(
    document: BattleData, scenario: str, sole: float = 0.50, longest: float = 0.35
) -> tuple[GateRow, ...]:
    """8. Neither odds nor length give history away, and no two options of a phase rest on the same factors."""
    data = document.scenarios[scenario]
    real = {name: phase for name, phase in data.phases.items() if not phase.hypothetical}
    tops = [name for name, phase in real.items() if sole_top(document, phase) == phase.historic]
    texts = [name for name, phase in real.items() if longest_text(phase) == phase.historic]
    same = list(_identical(data))
    n = max(1, len(real))
    return (
        GateRow(
            "clue_lint",
            f"{scenario}, history is the sole top",
            len(tops) / n,
            None,
            sole,
            ", ".join(tops),
            "history sole top",
        ),
        GateRow(
            "clue_lint",
            f"{scenario}, history is the longest",
            len(texts) / n,
            None,
            longest,
            ", ".join(texts),
            "history longest",
        ),
        GateRow(
            "clue_lint",
            f"{scenario}, identical factors",
            len(same),
            None,
            0,
            "; ".join(same),
            "identical factors",
        ),
    )


def sole_top(document: BattleData, phase: Phase) -> str | None:
    """The one option with the best odds, nothing carried over; None where several share them."""
    return _sole_best({name: factor_sum(document.rules, coa.factors) for name, coa in phase.coas.items()})


def longest_text(phase: Phase) -> str | None:
    """The one option with the longest text; None where several are as long."""
    return _sole_best({name: len(coa.text) for name, coa in phase.coas.items()})


def _sole_best(values: dict[str, int]) -> str | None:
    best = [name for name in values if values[name] == max(values.values())]
    return best[0] if len(best) == 1 else None


def _ahead(document: BattleData, phase: Phase) -> list[str]:
    effects = {name: expected_effects(document.rules, coa) for name, coa in phase.coas.items()}
    return [
        name
        for name in effects
        if all(
            mine > theirs
            for other in effects
            if other != name
            for mine, theirs in zip(effects[name], effects[other], strict=True)
        )
    ]


def _identical(scenario: Scenario) -> Iterator[str]:
    for name, phase in scenario.phases.items():
        times = Counter(coa.factors.vector for coa in phase.coas.values())
        for vector, n in times.items():
            if n > 1:
                alike = [f"{name}.{each}" for each, coa in phase.coas.items() if coa.factors.vector == vector]
                yield f"{' and '.join(alike)} rest on the same factors"


def _by_scenario(figures: Sequence[BattleFigures]) -> Iterator[tuple[str, list[BattleFigures]]]:
    ordered = sorted(figures, key=lambda each: each.scenario)
    for scenario, group in groupby(ordered, key=lambda each: each.scenario):
        yield scenario, list(group)


GATES = {
    each.name: each
    for each in (
        gate(size, "document", "phases", "decisions"),
        gate(branching, "document", low=2),
        gate(endings, "document"),
        gate(history_odds, "document", rates=("low", "high"), low=0.05, high=0.95),
        gate(dominance, "document"),
        gate(diversity, "figures", rates=("share",), cells=4, share=0.01),
        gate(volume, "figures", bots=3, games=3000),
        gate(clue_lint, "document", rates=("sole", "longest"), sole=0.50, longest=0.35),
    )
}
