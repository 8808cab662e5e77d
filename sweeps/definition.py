"""A sweep, ready to run: the experiment, what may move in it, and what is sought; every defect of the file at once."""

import importlib.util
import math
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from games.defects import BadInput, Findings, suggestion
from games.documents import examine, examine_toml
from runner import experiment as experiments
from runner.configuration import Configuration
from runner.experiment import EFFECT, Experiment
from runner.forcing import EVERY_PAIR
from runner.guests import require_sound
from runner.judge.metrics import kind_of
from runner.judge.targets import USE, Target
from runner.manifest import digest_of, identity_of
from runner.targets import Figure, check_inside, figures, items_of, metrics_of
from sweeps.binding import bound
from sweeps.configuration import ObjectiveTable, SweepTable
from sweeps.space import Space

__all__ = ["Goal", "Sweep", "load"]

_MOST_POINTS = 10_000_000


@dataclass(frozen=True)
class Goal:
    """A figure to make as large (`sign` 1) or as small (-1) as can be."""

    target: Target
    sign: int


@dataclass(frozen=True)
class Sweep:
    """Everything that a sweep needs, looked up and checked."""

    experiment: Experiment
    table: SweepTable
    space: Space
    """What the search moves."""
    inner: Space
    """What is tuned anew inside each trial; without parameters where nothing is."""
    goal: Goal | None

    def identity(self) -> dict[str, Any]:
        """Everything that decides what is stored: two sweeps alike in it are the same sweep."""
        spaces = [
            [
                [p.name, p.places, p.kind, p.today, p.low, p.high, p.step, p.log, p.choices]
                for p in s.parameters
            ]
            for s in (self.space, self.inner)
        ]
        table = self.table.model_dump(mode="json", exclude={"parameter"})
        return {
            **identity_of(self.experiment),
            "sweep": table,
            "space": spaces,
            "optuna": version("optuna"),
        }

    @property
    def digest(self) -> str:
        """SHA-256 of `identity`, 64 hex digits."""
        return digest_of(self.identity())

    @property
    def luck(self) -> str:
        """What fresh luck is drawn by: all that is asked, whatever the versions; another question gets other luck."""
        asked = {key: value for key, value in self.identity().items() if key not in ("code", "optuna")}
        return digest_of(asked)[:16]

    @property
    def has_gates(self) -> bool:
        """Whether the experiment asks anything that gates answer."""
        return bool(self.experiment.gates)

    def folder(self, results: Path) -> Path:
        """Where it lives among the results."""
        return results / f"{self.experiment.name}-{self.digest[:8]}"


def load(
    path: Path,
    *,
    seed: int | None = None,
    trials: int | None = None,
    budget: int | None = None,
    play: str = "normal",
) -> Sweep:
    """The sweep in the TOML file `path`.

    Args:
        path: an experiment file with a `[sweep]` table.
        seed: seed in place of the file's.
        trials: points played at most, in place of the file's.
        budget: games of the search at most, in place of the file's.
        play: "smoke", "normal" or "full": which of the file's budgets is played. The games of a point and of the
            whole search go with it, in the ratio of the games a match-up.

    Raises:
        BadInput: listing every defect of the experiment, its data, the table and these arguments.
        CannotPlay: own policies that did not pass the trial before play.
    """
    values, _ = examine_toml(path)
    findings = Findings(str(path))
    table = _table(values, findings)
    experiment = None
    try:
        experiment = experiments.load(path, seed=seed, budget=play)
    except BadInput as error:
        findings.defects[:0] = error.defects
    arguments = Findings("command line")
    if table is not None and experiment is not None:
        table = _in_budget(table, experiment)
    if table is not None:
        table = _with_arguments(table, trials, budget, arguments)
    if table is None or experiment is None:
        raise BadInput([*findings.defects, *arguments.defects])
    sweep = _sweep(experiment, table, findings)
    if findings.defects or arguments.defects:
        raise BadInput([*findings.defects, *arguments.defects])
    require_sound(experiment)
    return sweep


def _table(values: dict[str, Any], findings: Findings) -> SweepTable | None:
    if not isinstance(values.get("sweep"), dict):
        findings.add(
            "sweep", None, "is missing: a sweep needs to know what may move", "add [[sweep.parameter]]"
        )
        return None
    made, defects = examine(SweepTable, values["sweep"], findings.file, "sweep")
    findings.defects += defects
    return made


def _in_budget(table: SweepTable, experiment: Experiment) -> SweepTable:
    """The table with the games of a point and of the search in proportion to the budget that is played."""
    normal = int(experiment.configuration.get("games") or Configuration.model_fields["games"].default)
    if experiment.games == normal:
        return table
    ratio = experiment.games / normal
    least = max(table.first, experiment.game.seats)
    games = min(table.games, experiment.games) if ratio < 1 else round(table.games * ratio)
    whole = max(round(table.budget * ratio), least)
    return table.model_copy(update={"games": max(games, least), "budget": whole})


def _with_arguments(
    table: SweepTable, trials: int | None, budget: int | None, arguments: Findings
) -> SweepTable:
    changes: dict[str, int] = {}
    for name, option, value in (("trials", "--trials", trials), ("budget", "--games", budget)):
        if value is not None and value < 1:
            arguments.add(option, value, "should be 1 at least")
        elif value is not None:
            changes[name] = value
    if trials is not None and table.mode == "smallest-change":
        arguments.add("--trials", trials, "has no effect on a smallest change", "give --games")
    return table.model_copy(update=changes)


def _sweep(experiment: Experiment, table: SweepTable, findings: Findings) -> Sweep:
    goals = [asked for asked in (table.maximise, table.minimise) if asked is not None]
    if any(asked.metric == EFFECT for asked in goals):
        experiment = replace(experiment, effects=EVERY_PAIR)
    whole = bound(experiment, table, findings)
    _check_retune(table, whole, findings)
    inner = [each for each in whole.parameters if each.policy in table.retune]
    outer = [each for each in whole.parameters if each.policy not in table.retune]
    if not outer and not findings.any_at("sweep"):
        findings.add(
            "sweep.retune", None, "leaves nothing for the search to move", "add a [[sweep.parameter]]"
        )
    goal = _goal(experiment, table, findings)
    if goal is None and not experiment.targets and not experiment.gates:
        findings.add(
            "target",
            None,
            "is missing: a sweep needs something to reach",
            "or a [[gate]], or [sweep.maximise]",
        )
    if experiment.stream == "sequential":
        findings.add("stream", "sequential", "gives trials no common luck", 'sweep with stream = "per-game"')
    _check_modes(table, outer, whole, findings)
    pairs = max(experiment.game.seats, 1)
    for name in ("first", "games"):
        if getattr(table, name) < pairs:
            findings.add(f"sweep.{name}", getattr(table, name), f"should be {pairs} at least: one pair")
    return Sweep(
        experiment,
        table,
        replace(whole, parameters=tuple(outer)),
        replace(whole, parameters=tuple(inner), constraints=()),
        goal,
    )


def _check_retune(table: SweepTable, space: Space, findings: Findings) -> None:
    tuned = {each.policy for each in space.parameters}
    labels = space.experiment.labels
    for index, label in enumerate(table.retune):
        path = f"sweep.retune[{index}]"
        if label not in labels:
            findings.add(path, label, "is not the label of a policy", suggestion(label, labels))
        elif label not in tuned and not findings.any_at("sweep.parameter"):
            hint = f'add [[sweep.parameter]] with policy = "{label}"'
            findings.add(path, label, "has no weight among the parameters to be tuned", hint)


def _check_modes(table: SweepTable, outer: list[Any], space: Space, findings: Findings) -> None:
    """Modes that need a finite range, or something that is not installed."""
    listed = table.mode == "smallest-change" or table.sampler in ("grid", "brute-force")
    for each in outer:
        if listed and each.values is None:
            who = table.mode if table.mode == "smallest-change" else table.sampler
            findings.add("sweep.parameter", each.name, f"needs a step for {who}", "add step = ...")
    size = space.size() if table.sampler == "brute-force" and not findings.any_at("sweep.parameter") else None
    if size is not None and size > _MOST_POINTS:
        rule = f"would go through {size:,} points, {_MOST_POINTS:,} at most can be shuffled"
        findings.add("sweep.sampler", table.sampler, rule, 'use "grid", "random" or "tpe"')
    if table.sampler == "cma-es" and any(each.kind == "choice" for each in outer):
        findings.add("sweep.sampler", table.sampler, "cannot search among choices", 'use "tpe"')
    if table.sampler == "cma-es" and table.objectives == "pareto":
        findings.add("sweep.sampler", table.sampler, "has one objective", 'use "nsga-ii" or "tpe"')
    if table.sampler == "gp" and importlib.util.find_spec("torch") is None:
        findings.add(
            "sweep.sampler",
            table.sampler,
            "needs torch, which is not installed",
            'pip install torch, or use "tpe"',
        )


def _goal(experiment: Experiment, table: SweepTable, findings: Findings) -> Goal | None:
    """The figure to make large or small; exactly one figure of the experiment."""
    if table.maximise is not None:
        return _sought(experiment, table.maximise, "sweep.maximise", 1, findings)
    if table.minimise is not None:
        return _sought(experiment, table.minimise, "sweep.minimise", -1, findings)
    return None


def _sought(
    experiment: Experiment, asked: ObjectiveTable, path: str, sign: int, findings: Findings
) -> Goal | None:
    game, document = experiment.game, experiment.document
    metrics = [metric for metric in metrics_of(game) if metric != USE]
    if asked.metric not in metrics:
        findings.add(f"{path}.metric", asked.metric, "is not a metric", suggestion(asked.metric, metrics))
        return None
    check_inside(path, asked, game, document, findings)
    if findings.any_at(path):
        return None
    items = items_of(asked.metric, game, document)
    found = list(figures(asked, experiment.matchups(), items, even=False))
    if len(found) != 1:
        rule = "picks no figure" if not found else f"picks {len(found)} figures, and one is needed"
        which = "name a policy, and its opponent and scenario where there are several"
        hint = f"name one {kind_of(asked.metric).item}; {which}" if items else which
        findings.add(path, asked.of, rule, hint)
        return None
    return Goal(_goal_target(asked, experiment, found[0]), sign)


def _goal_target(asked: ObjectiveTable, experiment: Experiment, found: Figure) -> Target:
    matchup = next((one for one in experiment.matchups() if one.key == found.matchup), None)
    label = matchup.players[found.player] if matchup else ""
    return Target(
        found.name if found.item else f"{asked.metric} of {label}",
        asked.metric,
        found.matchup,
        found.player,
        -math.inf,
        math.inf,
        asked.draw,
        item=found.item,
        seat=found.seat,
    )
