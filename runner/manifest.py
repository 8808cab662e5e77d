"""What a run is, as plain values: everything that decides its figures, and what its reader must know."""

import dataclasses
import hashlib
import importlib
import inspect
import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import policies
from games.own import read_by
from games.sources import HOME, digest_of_files, is_own, shipped_group, sources_of

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.play import EntrantSpec

__all__ = ["digest_of", "folder_of", "identity_of", "manifest_of"]

# What plays, counts and judges, below the rooms' folder; what only shows, keeps or starts it changes no figure.
_PLAYING = ("runner/**/*.py",)
_NOT_PLAYING = ("runner/show/**/*.py", "runner/store/**/*.py", "runner/engines/**/*.py", "runner/cli.py")
_DECIDING = ("numpy", "numba", "scipy")
_PACKAGES = ("equipoise", "numpy", "numba", "scipy", "duckdb", "pyarrow")


def digest_of(identity: Mapping[str, Any]) -> str:
    """SHA-256 over `identity` as canonical JSON, 64 hex digits."""
    text = json.dumps(identity, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def identity_of(experiment: "Experiment") -> dict[str, Any]:
    """Everything that decides the figures of `experiment`: what it asks for, and the code that answers."""
    return {**experiment.identity(), "code": _code_digest(experiment)}


def folder_of(experiment: "Experiment", results: Path) -> Path:
    """Where the run of `experiment` lives: its name and the first digits of what it is."""
    return results / f"{experiment.name}-{digest_of(identity_of(experiment))[:8]}"


def manifest_of(experiment: "Experiment") -> dict[str, Any]:
    """The manifest of a run of `experiment` that has not begun."""
    game = experiment.game
    facts = game.option_facts(experiment.document) if game.option_facts else ()
    names = game.options(experiment.document)
    identity = identity_of(experiment)
    return {
        "name": experiment.name,
        "title": experiment.title,
        "game": game.name,
        "game_title": game.title,
        "rules_version": game.rules_version,
        "digest": digest_of(identity),
        "identity": identity,
        "configuration": experiment.configuration,
        "document": experiment.document.model_dump(mode="json", by_alias=True),
        "data": experiment.data_path.name,
        "seed": experiment.seed,
        "stream": experiment.stream,
        "stop": experiment.stop,
        "games": experiment.games,
        "certainty": experiment.certainty,
        "effects": experiment.effects,
        "flag_ratio": experiment.flag_ratio,
        "seats": game.seats,
        "scenarios": list(experiment.scenarios),
        "entrants": [_entrant(spec) for spec in experiment.entrants],
        "terminations": list(game.terminations),
        "metrics": [dataclasses.asdict(metric) for metric in game.metrics_of(experiment.document)],
        "gates": {gate: game.gates[gate].summary for gate in dict.fromkeys(t.gate for t in experiment.gates)},
        "options": [{"name": name, **(facts[i] if facts else {})} for i, name in enumerate(names)],
        "dealt": game.rules.seen is not None,
        "events": list(game.events(experiment.document)) if game.events else [],
        "exhibits": _exhibits(experiment),
        "status": "running",
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
    }


def _exhibits(experiment: "Experiment") -> list[dict[str, Any]]:
    """What the game exhibits of the scenarios that are played; no part of what the run is."""
    if experiment.game.exhibits is None:
        return []
    found = experiment.game.exhibits(experiment.document)
    return [dict(one) for one in found if one.get("scenario") in (None, *experiment.scenarios)]


def _entrant(spec: Any) -> dict[str, Any]:
    refs = {name: _entrant(ref) for name, ref in spec.refs.items()}
    return {"label": spec.label, "policy": spec.policy, "weights": dict(spec.weights), "refs": refs}


def _code_digest(experiment: "Experiment") -> str:
    """16 hex digits over all code and files that decide the figures of `experiment`.

    That is what plays, counts and judges; the game's sources; those of the policies that take part and of those they
    answer; whatever own files import, transitively; what `load` and `prepare` read; versions of the packages in play.
    """
    game = experiment.game.name
    named = [file for spec in experiment.entrants for file in _policy_files(spec, game)]
    own = [file for file in (*_game_files(game), *named) if is_own(file)]
    read = read_by([f"games.{game}"])
    shipped = {file for pattern in _PLAYING for file in HOME.glob(pattern)}.difference(
        file for pattern in _NOT_PLAYING for file in HOME.glob(pattern)
    )
    sources = sources_of(own)
    packages = {*_DECIDING, *sources.packages}
    versions = ", ".join(f"{name} {_version(name)}" for name in sorted(packages))
    salt = f"{platform.python_version()}, {versions}"
    files = {*shipped, *shipped_group(game), *sources, *read, *experiment.files}
    return digest_of_files(files, salt)


def _policy_files(spec: "EntrantSpec", game: str) -> set[Path]:
    """The files of a policy, of what makes it ready, and of the policies that it answers."""
    policy = policies.of(game)[spec.policy]
    code = [getattr(function, "py_func", function) for function in (policy.act, policy.prepare) if function]
    files = {Path(inspect.getfile(inspect.unwrap(function))) for function in code}
    files |= policies.files(game, spec.policy)
    return files.union(*(_policy_files(other, game) for other in spec.refs.values()))


def _game_files(game: str) -> list[Path]:
    """Every source of a game's folder."""
    module = importlib.import_module(f"games.{game}")
    return sorted(Path(str(module.__file__)).parent.rglob("*.py"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
