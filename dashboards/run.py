"""A stored run, open for reading: its manifest in plain words, and DuckDB over its parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["MetricFact", "Run", "address_of", "reading"]

_TRIES = 5
_VIEWS = ("units", "options", "games", "faults", "verdicts")

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class MetricFact:
    """A metric as the game named it: stored integers divided by `scale` are in `unit`s."""

    name: str
    unit: str
    scale: int
    least: float | None = None
    most: float | None = None

    @property
    def limits(self) -> tuple[float, float]:
        """What a value can be at least and at most."""
        return -inf if self.least is None else self.least, inf if self.most is None else self.most


@dataclass(frozen=True)
class Run:
    """One run folder. `connection` answers SQL over views; close it when done, or use `with`."""

    folder: Path
    manifest: Mapping[str, Any]
    connection: DuckDBPyConnection = field(repr=False)
    root: str | None = None
    """Where the app shows this run; None in a report, whose pages stand alone."""

    @classmethod
    def open(cls, folder: Path, root: str | None = None) -> Run:
        """Open a run folder, finished or not. Raises `BadInput` when it holds no readable manifest."""
        from runner import store

        folder = Path(folder)
        return cls(folder, store.read_manifest(folder), store.connect(folder), root)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *exception: object) -> None:
        self.connection.close()

    def address(self, matchup: str | None) -> str | None:
        """Where the app shows a match-up; None in a report, and for what is of no match-up of players."""
        return None if self.root is None else address_of(self.root, matchup)

    def entrant_address(self, *policies: str) -> str | None:
        """Where the app shows the match-ups that all of `policies` take part in."""
        if self.root is None:
            return None
        return f"{self.root}/match-ups?{urlencode([('policy', one) for one in policies])}"

    def narrow(self, matchup: str | None = None, policies: Sequence[str] = ()) -> Run:
        """The run as if it held one match-up alone, by its key, or those of all of `policies`; on this connection."""
        from runner.store.tables import literal

        asked = [f"list_contains(players, {literal(one)})" for one in policies]
        asked += [f"matchup = {literal(matchup)}"] if matchup is not None else []
        told = "SELECT matchup FROM memory.main.units WHERE " + " AND ".join(["NOT control", *asked])
        for view in _VIEWS:
            own = f"CREATE TEMP VIEW {view} AS FROM memory.main.{view} WHERE matchup IN ({told})"
            self.connection.execute(own)
        return self

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.manifest.get("name") or self.folder.name)

    @property
    def title(self) -> str:
        """What the run is called on a page."""
        return str(self.manifest.get("title") or self.name)

    @property
    def status(self) -> str:
        """running, complete, interrupted or void."""
        return str(self.manifest.get("status", "running"))

    @property
    def certainty(self) -> float:
        """Chance that no verdict of the run is wrong."""
        return float(self.manifest.get("certainty") or 0.95)

    @property
    def seats(self) -> int:
        """Seats of the game."""
        return int(self.manifest.get("seats") or 2)

    @property
    def terminations(self) -> tuple[str, ...]:
        """Names of the endings, by code."""
        return tuple(self.manifest.get("terminations") or ())

    @cached_property
    def metrics(self) -> tuple[MetricFact, ...]:
        """The metrics in the order of the stored lists."""
        return tuple(
            MetricFact(
                str(one["name"]),
                str(one.get("unit", "")),
                int(one.get("scale", 1)),
                one.get("least"),
                one.get("most"),
            )
            for one in self.manifest.get("metrics") or ()
        )

    @property
    def scenarios(self) -> list[str]:
        """The scenarios that are played, in the order of the experiment."""
        return [str(one) for one in self.manifest.get("scenarios") or ()]

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the entrants, in the order of the experiment."""
        return tuple(str(one["label"]) for one in self.manifest.get("entrants") or ())

    @cached_property
    def options(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Name and facts of every option, by id."""
        listed = self.manifest.get("options") or ()
        return tuple(_option(one) for one in listed)

    @property
    def gates(self) -> Mapping[str, str]:
        """What each gate of the run asks, in words."""
        return {str(gate): str(summary) for gate, summary in (self.manifest.get("gates") or {}).items()}

    @property
    def configuration(self) -> Mapping[str, Any]:
        """The experiment file as plain values."""
        return dict(self.manifest.get("configuration") or {})

    @property
    def dealt(self) -> bool:
        """Whether the game deals its options, so that being seen is luck."""
        return bool(self.manifest.get("dealt"))

    @property
    def draw_value(self) -> float:
        """What a game without a winner counts: as the run's targets say if they agree, else a half."""
        said = {0.5 if target.get("draw") is None else float(target["draw"]) for target in self._targets}
        return said.pop() if len(said) == 1 else 0.5

    @property
    def _targets(self) -> list[Mapping[str, Any]]:
        return list(self.configuration.get("target") or ())

    @property
    def flag_ratio(self) -> float:
        """Efficiency over the median of its kind from which an option is suspected to be too strong."""
        return float(self.manifest.get("flag_ratio") or 1.5)


def _option(one: Any) -> tuple[str, Mapping[str, Any]]:
    """Name and facts of a manifest's option, whether bare or with facts beside its name."""
    if not isinstance(one, Mapping):
        return str(one), {}
    return str(one["name"]), one.get("facts") or {key: value for key, value in one.items() if key != "name"}


def address_of(root: str, matchup: str | None) -> str | None:
    """Where the app shows a match-up of the run at `root`, by its key; None for what is of no match-up of players."""
    if not matchup or len(json.loads(matchup)) < 2:
        return None
    return f"{root}/match-up?{urlencode({'key': matchup})}"


def reading(folder: Path, use: Callable[[Run], Result], root: str | None = None) -> Result:
    """`use` of the run, read once more when a run that is writing merged away what a connection had looked up."""
    import duckdb

    for _ in range(_TRIES - 1):
        try:
            with Run.open(folder, root) as run:
                return use(run)
        except duckdb.IOException:
            continue
    with Run.open(folder, root) as run:
        return use(run)
