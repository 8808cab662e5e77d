"""Jobs for the kits: who meets whom, played through `runner.play` here or in another process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import games
import policies
from policies.contract import Policy
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job

ROOT = Path(__file__).resolve().parent.parent.parent
COLUMNS = ("winner", "termination", "turns", "digest", "metrics")


def spec(policy: Policy, weights: Mapping[str, float] | None = None) -> EntrantSpec:
    """The entrant that plays `policy`; where it names another, that is the game's first plain policy."""
    refs = {ref: spec(plain(policy.game)) for ref in policy.refs}
    return EntrantSpec(policy.name, policy.name, dict(weights or {}), refs)


def plain(game: str) -> Policy:
    """The first policy of `game`, by name, that names no other entrant and draws no luck of its own."""
    return next(p for p in policies.of(game).values() if not p.refs and not p.draws_luck)


def job(game: str, document: Any, keep_games: bool = True, seed: int = 1) -> Job:
    """Every policy of the game on one document."""
    entrants = tuple(spec(policy) for policy in policies.of(game).values())
    return Job(game, document.model_dump(by_alias=True), entrants, seed, "per-game", keep_games)


_ARENAS: dict[str, Arena] = {}


def arena(game: str, document: Any, keep_games: bool = True) -> Arena:
    """Every policy of the game made ready on a document, once in this process."""
    key = f"{game} {keep_games} {document.model_dump_json(by_alias=True)}"
    if key not in _ARENAS:
        _ARENAS[key] = Arena(job(game, document, keep_games))
    return _ARENAS[key]


def lineups(game: str) -> tuple[tuple[str, ...], ...]:
    """Labels by player: each policy at the head of a table, the policies after it in the other seats."""
    labels = list(policies.of(game))
    seats = games.load(game).seats
    return tuple(tuple(labels[(i + p) % len(labels)] for p in range(seats)) for i in range(len(labels)))


def rows(job: Job, scenario: str, total: int) -> dict[str, np.ndarray]:
    """Columns of about `total` games: the line-ups of the game one after another, as many pairs of each."""
    arena = Arena(job)
    tables = lineups(job.game)
    pairs = max(1, total // (len(tables) * arena.game.seats))
    played = [arena.simulate(Unit(Matchup(scenario, table), 0, pairs)) for table in tables]
    faults = [fault for outcomes in played for fault in outcomes.faults]
    if faults:
        raise AssertionError(f"a policy or the rules faulted: {faults[:3]}")
    return {name: np.concatenate([outcomes.games[name] for outcomes in played]) for name in COLUMNS}


def rows_elsewhere(
    job: Job, scenario: str, total: int, folder: Path, **environment: str
) -> dict[str, np.ndarray]:
    """`rows`, played in another process with `environment` set and its compiled code kept in `folder`."""
    answer = folder / "rows.npz"
    order = {"job": asdict(job), "scenario": scenario, "total": total, "answer": str(answer)}
    finished = subprocess.run(
        [sys.executable, "-m", "tests.games.arenas"],
        check=False,
        cwd=ROOT,
        env={**os.environ, "EQUIPOISE_CACHE": str(folder), **environment},
        input=json.dumps(order),
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr[-4000:]
    with np.load(answer) as columns:
        return dict(columns)


def _spec(values: dict[str, Any]) -> EntrantSpec:
    return EntrantSpec(**{**values, "refs": {name: _spec(ref) for name, ref in values["refs"].items()}})


def main() -> None:
    """Play the order on standard input."""
    order = json.load(sys.stdin)
    entrants = tuple(_spec(values) for values in order["job"].pop("entrants"))
    columns = rows(Job(entrants=entrants, **order["job"]), order["scenario"], order["total"])
    np.savez(order["answer"], **columns)


if __name__ == "__main__":
    main()
