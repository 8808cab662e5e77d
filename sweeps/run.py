"""A sweep from its first trial to the certificate, the winner's files and the table of deviations.

Everything that is decided follows from what was played before it, so a sweep that was stopped or killed is gone through
again from the start: what is stored is not played again, and the rest comes out the same.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from games.defects import BadInput, Defect
from runner.counts import SweepCounts
from runner.experiment import Experiment
from runner.output import keeps
from runner.run import LOCAL, EngineChoice
from runner.run import Listener as RunListener
from runner.store import Store, StoreError
from sweeps.certify import Certificate, certified, held_out
from sweeps.definition import Sweep
from sweeps.deviations import Deviation, deviations
from sweeps.evaluator import Evaluator
from sweeps.gates import shut_rows
from sweeps.minimal import found_by_edits
from sweeps.objective import Assessment
from sweeps.outcome import outcome_of
from sweeps.record import Record, manifest
from sweeps.retune import Preparer
from sweeps.search import Found, found_by_search, front, ranked
from sweeps.study import JOURNAL, Proposer, importances
from sweeps.workers import Purse, Workers
from sweeps.writing import diff, write_document, write_outcome

__all__ = ["Listener", "SweepResult", "sweep"]

WINNER = "winner"


class Listener(RunListener, Protocol):
    """Told how a sweep and its runs on fresh luck go on; every method may do nothing."""

    def step(self, points: int, games: int, best: str) -> None:
        """So many points and games are done; the best point so far in words."""


class _Quiet:
    def preparing(self, what: str) -> None: ...
    def round(self, number: int, games: int, undecided: int, targets: int = 0, stored: int = 0) -> None: ...
    def played(self, games: int) -> None: ...
    def step(self, points: int, games: int, best: str) -> None: ...


@dataclass(frozen=True)
class SweepResult:
    """What a sweep came to."""

    sweep: Sweep
    folder: Path
    found: tuple[Found, ...]
    """Every point played, today's first."""
    ranked: tuple[Found, ...]
    """Best first."""
    front: tuple[Found, ...]
    """Points that no other beats in both objectives; empty for one objective."""
    certificates: tuple[Certificate, ...]
    held_out: Certificate | None
    """The goal's figure on fresh luck."""
    deviations: tuple[Deviation, ...]
    left_out: int
    """Parameters whose deviations were not played."""
    importances: dict[str, float]
    document: Path | None
    """The best point's data, written in the designers' format."""
    diff: str
    games: int
    """Games of the search; fresh games are counted by their certificates."""
    around_games: int
    """Games of the steps around the best point."""
    broke: bool
    """Whether the budget ended the search."""
    seconds: float

    @property
    def today(self) -> Assessment:
        """What is known of the experiment as it is."""
        return self.found[0].assessment

    @property
    def best(self) -> Found:
        """The certified point, or else the nearest."""
        return self.winner or self.ranked[0]

    @property
    def winner(self) -> Found | None:
        """The point that passed on fresh luck, if any did."""
        return next((each.found for each in self.certificates if each.status == "met"), None)

    @property
    def fresh_runs(self) -> tuple[Certificate, ...]:
        """What was played on fresh luck: the certificates, and the goal's figure."""
        return (*self.certificates, *([self.held_out] if self.held_out else []))

    @property
    def counts(self) -> SweepCounts:
        """All games, by what they are for."""
        controls = sum(each.control_games for each in self.fresh_runs)
        return SweepCounts(self.games, self.fresh_games, self.around_games, controls)

    @property
    def fresh_games(self) -> int:
        """Games that count on fresh luck, controls left out."""
        return sum(each.games for each in self.fresh_runs)

    @property
    def exit_code(self) -> int:
        """0 certified, or a figure was sought and nothing else asked; 1 everything tried missed; 3 undecided."""
        if self.winner is not None or (self.held_out is not None and not self.sweep.experiment.targets):
            return 0
        statuses = {each.status for each in self.certificates} or {self.ranked[0].assessment.status}
        return 3 if "undecided" in statuses else 1


def sweep(
    definition: Sweep,
    folder: Path,
    engine: EngineChoice = LOCAL,
    *,
    fresh: bool = False,
    listener: Listener | None = None,
) -> SweepResult:
    """Run a sweep, or go on with what `folder` holds of it.

    Raises `BadInput` for a folder that holds another run, or that another process writes in; `StoreError` when it
    cannot be written; `WorkerError` when the workers cannot go on. On `KeyboardInterrupt`
    everything played is kept.
    """
    began = time.monotonic()
    listener = listener or _Quiet()
    with Store.open(folder, manifest(definition), fresh=fresh) as store:
        if fresh:
            (folder / JOURNAL).unlink(missing_ok=True)
        listener.preparing(f"making {definition.experiment.game.title} ready")
        course = _Course(definition, folder, store, engine, listener)
        try:
            with keeps(lambda: _kept(course)):
                result = course.run(began)
        except StoreError:
            raise
        except BaseException:
            store.finish("interrupted", timings={"seconds": time.monotonic() - began})
            raise
        finally:
            course.workers.close()
        timings = {"seconds": result.seconds}
        store.finish("complete", timings=timings, controls=_controls(result), warnings=list(store.warnings))
        return result


def _controls(result: SweepResult) -> list[dict[str, Any]]:
    """The controls of every run on fresh luck, by the run's folder."""
    return [
        {"name": f"{each.folder.name}, {one.name}", "passed": one.passed, "detail": one.detail}
        for each in result.fresh_runs
        if each.folder is not None
        for one in each.controls
    ]


def _kept(course: "_Course") -> str:
    """What an interrupt leaves."""
    return f"{course.purse.spent:,} games kept; the same command goes on"


class _Course:
    """The parts of one sweep."""

    def __init__(
        self, definition: Sweep, folder: Path, store: Store, engine: EngineChoice, listener: Listener
    ) -> None:
        self.definition, self.folder, self.engine, self.listener = definition, folder, engine, listener
        self.workers = Workers(definition.experiment, engine)
        self.purse = Purse(definition.table.budget)
        record = Record(definition, store)
        self.evaluator = Evaluator(definition, record, self.workers, self.purse)
        self.prepare = Preparer(definition, self.evaluator, record, self.workers, self.purse)

    def run(self, began: float) -> SweepResult:
        """Search, certify, look around, write."""
        definition, folder = self.definition, self.folder
        found = self._searched()
        if not found:
            rule = "ends before today's numbers have been played for one round"
            raise BadInput([Defect("sweep", "budget", definition.table.budget, rule, "raise it, or --games")])
        games, broke = self.purse.spent, self.purse.left < definition.table.first
        order = ranked(definition, found)
        self.workers.close()  # they would keep the cores that the runs on fresh luck need
        certificates = self._certified(order)
        best = next((each.found for each in certificates if each.status == "met"), order[0])
        held = None
        if definition.goal is not None:
            self.listener.preparing("playing the best on fresh luck")
            held = held_out(definition, best, folder, self.engine, self.listener)
        around, left_out = self._around(best, found)
        after = best.candidate.experiment
        result = SweepResult(
            sweep=definition,
            folder=folder,
            found=tuple(found),
            ranked=tuple(order),
            front=tuple(front(found)) if definition.table.objectives == "pareto" else (),
            certificates=tuple(certificates),
            held_out=held,
            deviations=tuple(around),
            left_out=left_out,
            importances=importances(folder / JOURNAL),
            document=write_document(after, folder / WINNER),
            diff=diff(definition.experiment, after),
            games=games,
            around_games=self.purse.spent - games,
            broke=broke,
            seconds=time.monotonic() - began,
        )
        write_outcome(folder, outcome_of(result))
        return result

    def _searched(self) -> list[Found]:
        definition = self.definition
        if definition.table.mode == "smallest-change":
            return found_by_edits(
                definition,
                self.evaluator,
                self.prepare,
                self._leverage(definition.experiment, True),
                self._told,
            )
        objectives = 2 if definition.table.objectives == "pareto" else 1
        proposer = Proposer(
            definition.space,
            definition.table.sampler,
            definition.experiment.seed,
            objectives,
            self.folder / JOURNAL,
        )
        return found_by_search(definition, self.evaluator, proposer, self.prepare, self._told)

    def _told(self, points: int, found: Sequence[Found]) -> None:
        best = ranked(self.definition, found)[0]
        self.listener.step(points, self.purse.spent, self.definition.space.told(best.candidate.point))

    def _certified(self, order: Sequence[Found]) -> list[Certificate]:
        """Certificates of the best; a point that surely missed something on the search's luck is not tried."""
        if not self.definition.experiment.targets and not self.definition.has_gates:
            return []
        tried = [one for one in order if one.assessment.status != "missed"]
        if tried:
            self.listener.preparing("playing the best again on fresh luck")
        return certified(self.definition, tried, self.folder, self.engine, self.listener)

    def _around(self, best: Found, found: Sequence[Found]) -> tuple[list[Deviation], int]:
        if not self.definition.table.deviations:
            return [], 0
        self.listener.preparing("playing every step away from the best")
        space = self.definition.space
        leverage = self._leverage(best.candidate.experiment, False)
        changed = set(space.changed(best.candidate.point))
        order = sorted(
            range(len(space.parameters)), key=lambda i: (i not in changed, -leverage.get(i, 0.0), i)
        )
        return deviations(self.definition, self.evaluator, self.prepare, best, order)

    def _leverage(self, experiment: Experiment, shut: bool) -> dict[int, float]:
        """How much each parameter, by its number, should move the gates that are shut, or what the game is worth."""
        leverage = experiment.game.leverage
        if leverage is None:
            return {}
        by_place = leverage(experiment.document, shut_rows(experiment) if shut else ())
        return {
            index: sum(by_place.get(place[1:], 0.0) for place in parameter.places)
            for index, parameter in enumerate(self.definition.space.parameters)
        }
