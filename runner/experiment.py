"""An experiment, ready to run: the designer's TOML file with every name in it looked up.

`load` goes through the whole file and the data that it names before it gives up, so that one `BadInput` lists every
defect of both. `configuration` says what may stand in the file.
"""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import policies
from games import load as load_game
from games import names as game_names
from games.contract import Game
from games.defects import BadInput, Findings, suggestion
from games.documents import examine_toml
from runner import gate_targets, plan, settings
from runner.configuration import Configuration, mended, schema
from runner.entrants import check_weights, resolve
from runner.forcing import EVERY_PAIR
from runner.gate_targets import GateTarget
from runner.judge.targets import Target
from runner.judge.unfinished import NO_LIMIT
from runner.mirrors import asked_in_vain
from runner.plan import Matchup
from runner.play import EntrantSpec, Job
from runner.targets import check, spread

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
    mirrors: tuple[Matchup, ...] = ()
    """Mirrors that targets ask for in vain: controls, see `mirrors.py`."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the entrants, in order."""
        return tuple(spec.label for spec in self.entrants)

    def job(self, keep_games: bool | None = None) -> Job:
        """What a worker must know; it brings a row a game if asked to, or where the file keeps games."""
        keep = self.keep == "games" if keep_games is None else keep_games
        return Job(
            self.game.name, self._plain_document(), self.entrants, self.seed, self.stream, keep, self.effects
        )

    def matchups(self) -> tuple[Matchup, ...]:
        """Who meets whom where."""
        return _matchups(self.schedule, self.champions, self.labels, self.scenarios, self.game.seats)

    def controls(self) -> tuple[Matchup, ...]:
        """Every entrant against itself in every scenario; in a one-seat game, once more alone."""
        return plan.mirror(self.labels, self.scenarios, self.game.seats, control=True)

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
    path: Path, *, games: int | None = None, seed: int | None = None, budget: str = "normal"
) -> Experiment:
    """The experiment in the TOML file `path`.

    Args:
        path: the file; data paths in it start from its folder.
        games: cap a match-up in place of the file's and of any budget's.
        seed: seed in place of the file's.
        budget: "smoke", "normal" or "full".

    Raises:
        BadInput: listing every defect of the file, of the data that it names and of these arguments.
    """
    values, defects = examine_toml(path)
    findings = Findings(str(path), list(defects))
    config = mended(values, findings)
    labels = None if findings.any_at("policies") else tuple(table.label for table in config.policies)
    game = _game(config, findings)
    document = _document(path.parent / config.data, game, findings)
    scenarios = settings.scenarios(config, game, document, findings)
    entrants = resolve(config.policies, policies.of(game.name) if game else None, findings)
    if game and document is not None:
        check_weights(entrants, game, document, findings)
    champions = settings.champions(config, game, labels, findings)
    arguments = Findings("command line")
    cap = settings.cap(config, games, budget, game.seats if game else 1, findings, arguments)
    seed = settings.seed(config, seed, findings, arguments)
    stop = settings.stop(config, game, findings)
    targets = _targets(config, game, labels, scenarios, champions, findings)
    asked = _gates(config, game, labels, scenarios, findings)
    found = [*findings.defects, *arguments.defects]
    whole = [spec for spec in entrants if spec is not None]
    if found or game is None or document is None or scenarios is None:
        raise BadInput(found)
    return Experiment(
        name=config.name,
        title=config.title or config.name,
        file=path,
        game=game,
        document=document,
        data_path=path.parent / config.data,
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
        mirrors=asked_in_vain(
            config.target, _matchups(config.schedule, champions, labels or (), scenarios, game.seats)
        ),
    )


def _game(config: Configuration, findings: Findings) -> Game | None:
    if findings.any_at("game"):
        return None
    if config.game not in game_names():
        findings.add("game", config.game, "is not a game", suggestion(config.game, game_names()))
        return None
    return load_game(config.game)


def _document(path: Path, game: Game | None, findings: Findings) -> Any:
    """The data of the experiment; None where it cannot be had."""
    if findings.any_at("data"):
        return None
    try:
        if game is not None:
            return game.load(path)
        path.stat()
    except BadInput as error:
        findings.defects += error.defects
    except OSError as error:
        findings.add("data", str(path), f"cannot be read: {(error.strerror or str(error)).lower()}")
    return None


def _targets(
    config: Configuration,
    game: Game | None,
    labels: tuple[str, ...] | None,
    scenarios: tuple[str, ...] | None,
    champions: tuple[str, ...],
    findings: Findings,
) -> tuple[Target, ...]:
    """The targets, as far as it can be known who meets whom where."""
    check(config.target, game, labels, scenarios, findings)
    if game is None or not labels or not scenarios or findings.any_at("schedule", "champions"):
        return ()
    different = tuple(dict.fromkeys(labels))
    matchups = _matchups(config.schedule, champions, different, scenarios, game.seats)
    limit = NO_LIMIT if findings.any_at("unfinished") else config.unfinished
    return spread(config.target, matchups, findings, limit)


def _gates(
    config: Configuration,
    game: Game | None,
    labels: tuple[str, ...] | None,
    scenarios: tuple[str, ...] | None,
    findings: Findings,
) -> tuple[GateTarget, ...]:
    gate_targets.check(config.gate, game, labels, scenarios, findings)
    if game is None or not labels or not scenarios:
        return ()
    return gate_targets.spread(config.gate, game, tuple(dict.fromkeys(labels)), scenarios, findings)


def _matchups(
    schedule: str, champions: Sequence[str], labels: Sequence[str], scenarios: Sequence[str], seats: int
) -> tuple[Matchup, ...]:
    if schedule == "mirror":
        return plan.mirror(labels, scenarios, seats)
    if schedule == "all-pairs":
        return (*plan.round_robin(labels, scenarios, seats), *plan.mirror(labels, scenarios, seats))
    if schedule == "gauntlet":
        return plan.gauntlet(champions, labels, scenarios, seats)
    return plan.round_robin(labels, scenarios, seats)


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
