"""What a sweep has played, kept in its folder: a row a round of a point, read again when the sweep goes on."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from runner.manifest import manifest_of
from runner.store import Store, query
from sweeps.definition import Sweep
from sweeps.objective import Assessment, Reading, weighed
from sweeps.space import Point

__all__ = ["Record", "Rounds", "manifest"]


@dataclass(frozen=True)
class Rounds:
    """One round of a point: what it came to, and the games behind it, by match-up in the order of the plan."""

    assessment: Assessment
    pairs: tuple[int, ...]
    wanted: tuple[int, ...]
    """Pairs that the next round adds."""


class Record:
    """The trials of a sweep's folder. What is found on opening is not played again."""

    def __init__(self, sweep: Sweep, store: Store) -> None:
        self._sweep, self._store = sweep, store
        self._seq = 0
        self._known = _stored(sweep, store.folder)

    def known(self, run: str, round_: int) -> Rounds | None:
        """A round that is stored already, by the digest of what it played."""
        return self._known.get((run, round_))

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Keep the rows of one step of the sweep; on return they are on the disk."""
        seq, self._seq = self._seq, self._seq + 1
        if any((row["run"], row["round"]) not in self._known for row in rows):
            self._store.trials(seq, rows)


def row_of(
    sweep: Sweep, trial: int, phase: str, run: str, point: Mapping[str, Any], made: Rounds, played: int
) -> dict[str, Any]:
    """A row of `runner.store.schemas.TRIALS`."""
    assessment = made.assessment
    return {
        "trial": trial,
        "phase": phase,
        "round": assessment.round,
        "state": assessment.status,
        "parameters": {name: json.dumps(value, ensure_ascii=False) for name, value in point.items()},
        "change": assessment.change,
        "objectives": list(assessment.objectives),
        "violations": [reading.least() for reading in assessment.readings if reading.kind != "goal"],
        "distance": assessment.distance.value,
        "loss": assessment.loss.value,
        "readings": [_plain(reading) for reading in assessment.readings],
        "games": assessment.games,
        "played": played,
        "pairs": list(made.pairs),
        "wanted": list(made.wanted),
        "doubtful": assessment.doubtful,
        "run": run,
    }


def manifest(sweep: Sweep) -> dict[str, Any]:
    """The manifest of a sweep that has not begun: of its experiment, with what may move and what is sought."""
    experiment = sweep.experiment
    spaces = {"parameters": sweep.space, "tuned": sweep.inner}
    return {
        **manifest_of(experiment),
        "kind": "sweep",
        "digest": sweep.digest,
        "identity": json.loads(json.dumps(sweep.identity())),
        "sweep": {
            **sweep.table.model_dump(mode="json", exclude={"parameter"}),
            **{
                key: [
                    {
                        "name": p.name,
                        "kind": p.kind,
                        "today": p.today,
                        "low": p.low,
                        "high": p.high,
                        "log": p.log,
                    }
                    for p in space.parameters
                ]
                for key, space in spaces.items()
            },
        },
    }


def point_of(sweep: Sweep, point: Point) -> dict[str, Any]:
    """A point by the names of its parameters."""
    return dict(zip(sweep.space.names, point, strict=True))


def _stored(sweep: Sweep, folder: Path) -> dict[tuple[str, int], Rounds]:
    columns = "run, round, change, readings, games, pairs, wanted, doubtful"
    answer = query(folder, f"SELECT {columns} FROM trials ORDER BY seq, trial")
    found = {}
    for row in answer.rows:
        cells = dict(zip(answer.columns, row, strict=True))
        readings = tuple(Reading(**_read(reading)) for reading in cells["readings"])
        made = weighed(
            sweep,
            readings,
            cells["change"],
            cells["round"],
            cells["games"],
            finished=not any(cells["wanted"]),
            doubtful=cells["doubtful"],
        )
        found[cells["run"], cells["round"]] = Rounds(made, tuple(cells["pairs"]), tuple(cells["wanted"]))
    return found


def _plain(reading: Reading) -> dict[str, Any]:
    return asdict(reading)


def _read(values: Mapping[str, Any]) -> dict[str, Any]:
    """A stored reading; where there was no estimate yet, null."""
    estimate = values["estimate"]
    none = estimate is None or (isinstance(estimate, float) and math.isnan(estimate))
    return {**values, "estimate": None if none else estimate}
