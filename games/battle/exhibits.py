"""What a scenario is worth a picture for: its graph of phases, and where the axes come out."""

from typing import Any

from games.battle.data import BattleData
from games.battle.events import AXES, BINS, CLASSES, FIRST_CELL, first_way, ways
from games.battle.record import ending_slots
from games.contract import FIRST_ENDING

__all__ = ["exhibits"]


def exhibits(document: BattleData) -> list[dict[str, Any]]:
    """A graph for each scenario, a histogram for each axis, a grid of two; kinds as of `dashboards/README.md`."""
    graphs = (_graph(document, name) for name in document.scenarios)
    return [*graphs, *map(_histogram, range(len(AXES))), _cells()]


def _graph(document: BattleData, name: str) -> dict[str, Any]:
    scenario = document.scenarios[name]
    unreal = {phase for phase, data in scenario.phases.items() if data.hypothetical}
    return {
        "kind": "branch graph",
        "scenario": name,
        "start": scenario.start,
        "nodes": [{"name": phase, "hypothetical": phase in unreal} for phase in scenario.phases],
        "ways": [
            {
                "from": way.phase,
                "to": way.to,
                "ends": way.ends,
                "hypothetical": way.phase in unreal or (not way.ends and way.to in unreal),
                "by": list(way.coas),
                "event": event,
            }
            for event, way in enumerate(ways(scenario), first_way(document, name))
        ],
        "endings": [
            {"name": ending.id, "kind": ending.kind, "termination": FIRST_ENDING + slot}
            for ending, slot in zip(scenario.endings, ending_slots(scenario), strict=True)
        ],
    }


def _histogram(axis: int) -> dict[str, Any]:
    width = 100 // CLASSES
    return {
        "kind": "histogram",
        "of": AXES[axis],
        "unit": "points",
        "edges": [width * i for i in range(CLASSES + 1)],
        "events": [CLASSES * axis + i for i in range(CLASSES)],
    }


def _cells() -> dict[str, Any]:
    bins = len(BINS)
    return {
        "kind": "grid",
        "of": list(AXES[:2]),
        "rows": list(BINS),
        "columns": list(BINS),
        "events": [[FIRST_CELL + bins * row + column for column in range(bins)] for row in range(bins)],
    }
