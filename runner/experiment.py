"""An experiment, ready to run: the designer's TOML file with every name in it looked up.

`load` goes through the whole file and the data that it names before it gives up, so that one `BadInput` lists every
defect of both. `configuration` says what may stand in the file.
"""

import dataclasses
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import policies
from games.contract import Game
from games.defects import BadInput, Findings
from games.documents import examine_toml
from games.opened import opened
from runner import plan, settings
from runner.configuration import mended, schema
from runner.entrants import check_weights, resolve
from runner.forcing import EVERY_PAIR
from runner.gate_targets import GateTarget
from runner.guests import Quarantined, guests_of, probe, uncompiled
from runner.judge.targets import Target
from runner.lookup import (
    check_looks,
    document_of,
    game_of,
    gates_of,
    matchups_of,
    policies_of,
    shipped,
    targets_of,
    there,
)
from runner.mirrors import asked_in_vain
from runner.plan import Matchup
from runner.play import EntrantSpec, Job, entrant

__all__ = ["Experiment", "load", "schema"]

# The metric of targets that forced choices answer.
EFFECT = "effect"


@dataclass(frozen=True)
class Experiment:
    """Everything that a run needs, looked up and checked."""

    name: str
    title: str
    file: Path
    game: Game
    document: Any
    """The game's data, of type `game.document`."""
    data_path: Path
    entrants: tuple[EntrantSpec, ...]
    scenarios: tuple[str, ...]
    schedule: str
    """"round-robin", "all-pairs", "gauntlet" or "mirror"."""
    champions: tuple[str, ...]
    seed: int
    games: int
    """Games at most a match-up, at least one pair."""
    stop: str
    """"decided" or "fixed"."""
    stream: str
    """"per-game" or "sequential"."""
    certainty: float
    keep: str
    """"summaries" or "games"."""
    effects: int
    """Pairs of each match-up, from the first, of which choices are forced: all where a target asks for an effect."""
    flag_ratio: float
    targets: tuple[Target, ...]
    gates: tuple[GateTarget, ...]
    configuration: dict[str, Any]
    """The file as plain values."""
    files: tuple[Path, ...] = ()
    """What the game and its policies read to make themselves ready: part of what the run is."""
    move_seconds: float = 10.0
    """Wall time that one decision of an own policy may take."""
    quarantined: tuple[Quarantined, ...] = ()
    """Entrants that did not pass the trial before play: their match-ups are not played."""
    warnings: tuple[str, ...] = ()
    """What the reader must be told, though the experiment can be played."""
    mirrors: tuple[Matchup, ...] = ()
    """Mirrors that targets ask for in vain: controls, see `mirrors.py`."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the entrants, in order."""
        return tuple(spec.label for spec in self.entrants)

    def job(self, keep_games: bool | None = None) -> Job:
        """What a worker must know; it brings a row a game if asked to, or where the file keeps games."""
        keep = self.keep == "games" if keep_games is None else keep_games
        out = {one.label for one in self.quarantined}
        playing = tuple(spec for spec in self.entrants if spec.label not in out)
        return Job(
            self.game.name, self._plain_document(), playing, self.seed, self.stream, keep, self.effects
        )

    def matchups(self) -> tuple[Matchup, ...]:
        """Who meets whom where."""
        return matchups_of(self.schedule, self.champions, self.labels, self.scenarios, self.game.seats)

    def playable(self) -> tuple[Matchup, ...]:
        """The match-ups in which no quarantined entrant sits."""
        out = {one.label for one in self.quarantined}
        return tuple(matchup for matchup in self.matchups() if not out.intersection(matchup.players))

    def controls(self) -> tuple[Matchup, ...]:
        """Every entrant against itself in every scenario; in a one-seat game, once more alone."""
        out = {one.label for one in self.quarantined}
        labels = [label for label in self.labels if label not in out]
        return plan.mirror(labels, self.scenarios, self.game.seats, control=True)

    def identity(self) -> dict[str, Any]:
        """Everything that decides what is stored and shown, as JSON values: two runs alike in it are the same run."""
        names = (
            "scenarios",
            "schedule",
            "champions",
            "seed",
            "games",
            "stop",
            "stream",
            "certainty",
            "keep",
            "effects",
            "flag_ratio",
        )
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "document": self._plain_document(),
            "entrants": [dataclasses.asdict(spec) for spec in self.entrants],
            "targets": [_finite(dataclasses.asdict(target)) for target in self.targets],
            "gates": [_plain_gate(gate) for gate in self.gates],
            **{name: _listed(getattr(self, name)) for name in names},
        }

    def _plain_document(self) -> dict[str, Any]:
        plain: dict[str, Any] = self.document.model_dump(mode="json", by_alias=True)
        return plain


def load(
    path: Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    budget: str = "normal",
    move_seconds: float | None = None,
) -> Experiment:
    """The experiment in the TOML file `path`.

    Args:
        path: the file; data paths in it start from its folder.
        games: cap a match-up in place of the file's and of any budget's.
        seed: seed in place of the file's.
        budget: "smoke", "normal" or "full".
        move_seconds: seconds that one decision of an own policy may take, in place of the file's.

    Raises:
        BadInput: listing every defect of the file, of the data that it names and of these arguments.
    """
    values, defects = examine_toml(path)
    findings = Findings(str(path), list(defects))
    config = mended(values, findings)
    labels = None if findings.any_at("policies") else tuple(table.label for table in config.policies)
    game = game_of(config, findings)
    with opened() as read:
        document = document_of(there(path.parent / config.data), game, findings)
    scenarios = settings.scenarios(config, game, document, findings)
    entrants = resolve(config.policies, policies_of(game, findings), findings)
    check_looks(game, document, labels, findings)
    if game and document is not None:
        with opened() as also_read:
            check_weights(shipped(entrants, game), game, document, findings)
        read |= also_read
    champions = settings.champions(config, game, labels, findings)
    arguments = Findings("command line")
    cap = settings.cap(config, games, budget, game.seats if game else 1, findings, arguments)
    seed = settings.seed(config, seed, findings, arguments)
    stop = settings.stop(config, game, findings)
    targets = targets_of(config, game, document, labels, scenarios, champions, findings)
    asked = gates_of(config, game, labels, scenarios, findings)
    broken = policies.broken(game.name) if game else ()
    found = [*findings.defects, *arguments.defects]
    if findings.any_at("policies"):
        found += broken  # the policy that is missed may stand in one of them
    whole = [spec for spec in entrants if spec is not None]
    if found or game is None or document is None or scenarios is None:
        raise BadInput(found)
    experiment = Experiment(
        name=config.name,
        title=config.title or config.name,
        file=path,
        game=game,
        document=document,
        data_path=there(path.parent / config.data),
        entrants=tuple(whole),
        scenarios=scenarios,
        schedule=config.schedule,
        champions=champions,
        seed=seed,
        games=cap,
        stop=stop,
        stream=config.stream,
        certainty=config.certainty,
        keep=config.keep,
        effects=EVERY_PAIR if any(target.metric == EFFECT for target in targets) else config.effects,
        flag_ratio=config.flag_ratio,
        targets=targets,
        gates=asked,
        configuration=values,
        files=tuple(sorted(read)),
        move_seconds=config.move_seconds if move_seconds is None else move_seconds,
        warnings=tuple(f"{defect}; its policies are left out" for defect in broken),
        mirrors=asked_in_vain(
            config.target, matchups_of(config.schedule, champions, labels or (), scenarios, game.seats)
        ),
    )
    return _tried(experiment)


def _tried(experiment: Experiment) -> Experiment:
    """The experiment once its guests have played some pairs in a process of their own; those that fail are named."""
    guests = guests_of(experiment.entrants, experiment.game.name)
    if not guests:
        return experiment
    quarantined = probe(experiment.job(), str(experiment.file), experiment.move_seconds)
    failed = {one.label for one in quarantined}
    passed = [spec for spec in experiment.entrants if spec.label not in failed]
    quarantined += uncompiled(passed, experiment.game.name)
    out = {one.label for one in quarantined}
    with opened() as read:
        for spec in experiment.entrants:
            if spec.label in guests.keys() - out:
                entrant(spec, experiment.game.name).array(experiment.document)
    files = tuple(sorted({*experiment.files, *read}))
    return dataclasses.replace(experiment, quarantined=quarantined, files=files)


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """The values as JSON has them: None for an open side, as it knows no infinity."""
    return {
        key: None if isinstance(value, float) and math.isinf(value) else _listed(value)
        for key, value in values.items()
    }


def _plain_gate(gate: GateTarget) -> dict[str, Any]:
    return {**dataclasses.asdict(gate), "thresholds": dict(gate.thresholds), "entrants": list(gate.entrants)}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
