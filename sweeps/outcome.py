"""A sweep's result as plain values: for `--json`, `outcome.json` and the report."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sweeps.certify import Certificate
from sweeps.deviations import Deviation, nearest_edge
from sweeps.objective import Reading
from sweeps.search import Found
from sweeps.space import Space
from sweeps.writing import changes

if TYPE_CHECKING:
    from sweeps.run import SweepResult

__all__ = ["outcome_of", "readings_of"]


def outcome_of(result: "SweepResult") -> dict[str, Any]:
    """The whole result; nothing in it depends on time or workers but `seconds`."""
    sweep = result.sweep
    best = result.best
    edge = nearest_edge(readings_of(result))
    return {
        "sweep": str(result.folder),
        "mode": sweep.table.mode,
        "certified": result.winner is not None,
        "certainty": sweep.experiment.certainty,
        "best": {
            **_point(sweep.space, best),
            "document": None if result.document is None else str(result.document),
            "diff": result.diff,
            "weights": changes(sweep.experiment, best.candidate.experiment),
        },
        "before": [_reading(reading) for reading in result.today.readings],
        "after": [_reading(reading) for reading in readings_of(result)],
        "nearest_edge": None if edge is None else {"name": edge.name, "slack": _finite(edge.slack)},
        "certificates": [_certificate(sweep.space, each) for each in result.certificates],
        "held_out": None if result.held_out is None else _certificate(sweep.space, result.held_out),
        "nearest": [_point(sweep.space, one) for one in result.ranked[:5]],
        "front": [_point(sweep.space, one) for one in result.front],
        "deviations": [_deviation(each) for each in result.deviations],
        "deviations_left_out": result.left_out,
        "importances": result.importances,
        "points": len(result.found),
        "games": result.games,
        "fresh_games": result.fresh_games,
        "control_games": result.counts.controls,
        "deviation_games": result.around_games,
        "budget_ended": result.broke,
        "seconds": round(result.seconds, 3),
        "exit_code": result.exit_code,
    }


def readings_of(result: "SweepResult") -> Sequence[Reading]:
    """What is told of the best point: fresh luck where it was played, the search's luck otherwise."""
    fresh = [each for each in result.certificates if each.found is result.best]
    if fresh:
        return fresh[-1].readings
    return result.held_out.readings if result.held_out is not None else result.best.assessment.readings


def _point(space: Space, one: Found) -> dict[str, Any]:
    assessment = one.assessment
    return {
        "values": dict(one.candidate.values),
        "changed": {space.names[i]: one.candidate.point[i] for i in space.changed(one.candidate.point)},
        "change": assessment.change,
        "distance": _finite(assessment.distance.value),
        "loss": _finite(assessment.loss.value),
        "status": assessment.status,
        "games": assessment.games,
        "readings": [_reading(reading) for reading in assessment.readings],
    }


def _certificate(space: Space, each: Certificate) -> dict[str, Any]:
    return {
        "values": dict(each.found.candidate.values),
        "status": each.status,
        "certainty": each.certainty,
        "games": each.games,
        "seed": each.seed,
        "run": None if each.folder is None else str(each.folder),
        "readings": [_reading(reading) for reading in each.readings],
    }


def _deviation(each: Deviation) -> dict[str, Any]:
    found = each.assessment
    return {
        "parameter": each.parameter,
        "value": each.value,
        "winner": each.winner,
        "status": "refused" if found is None else found.status,
        "breaks": list(each.broken),
        "readings": [] if found is None else [_reading(reading) for reading in found.readings],
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "name": reading.name,
        "kind": reading.kind,
        "metric": reading.metric,
        "band": [_finite(reading.low), _finite(reading.high)],
        "estimate": reading.estimate,
        "low": _finite(reading.at_least),
        "high": _finite(reading.at_most),
        "slack": _finite(reading.slack),
        "status": reading.status,
    }


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
