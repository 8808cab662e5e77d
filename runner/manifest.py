"""What a run is, as plain values: everything that decides its figures, and what its reader must know."""

import dataclasses
import hashlib
import importlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import policies

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["digest_of", "folder_of", "identity_of", "manifest_of"]

_LOOP = (
    "runner.loop",
    "runner.specialise",
    "runner.forcing",
    "runner.limits",
    "runner.tally",
    "runner.tally_options",
)
_PACKAGES = ("equipoise", "numpy", "numba", "scipy", "duckdb", "pyarrow")


def digest_of(identity: Mapping[str, Any]) -> str:
    """SHA-256 over `identity` as canonical JSON, 64 hex digits."""
    text = json.dumps(identity, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def identity_of(experiment: "Experiment") -> dict[str, Any]:
    """Everything that decides the figures of `experiment`: what it asks for, and the code that answers."""
    return {**experiment.identity(), "code": _code_digest(experiment.game.name)}


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


def _code_digest(game: str) -> str:
    """16 hex digits over the sources of the game, its policies, the luck and the loop."""
    modules = [importlib.import_module(name) for name in (f"games.{game}", "games.rng", *_LOOP)]
    files = {Path(str(module.__file__)) for module in modules} | set(
        Path(str(modules[0].__file__)).parent.glob("*.py")
    )
    for policy in policies.of(game).values():
        files |= _sources(policy.act)
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda path: (path.name, str(path))):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _sources(act: Any) -> set[Path]:
    """The file of a policy and, where it lies in a folder of its game, the files beside it."""
    file = Path(getattr(act, "py_func", act).__code__.co_filename)
    return {file} if file.parent.name == "policies" else set(file.parent.glob("*.py"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
