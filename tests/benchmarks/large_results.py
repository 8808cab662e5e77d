"""A results folder as a studio has after a year: 200 runs that kept 10 million games, most of them in one run.

python -m tests.benchmarks.large_results FOLDER      writes it, some 160 MB
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from runner.store.checksums import Checksums
from runner.store.contents import Layout
from runner.store.manifest import read_manifest
from runner.store.parts import unit_part, write_part
from runner.store.schemas import GAMES_PER_GROUP
from tests.dashboards.recipes import Recipe
from tests.dashboards.runs import played, vouch, write_run

RUNS, LARGE, SMALL = 200, 8_010_000, 10_000
"""Runs; games of the large one, and of each other: 10 million in all."""
POLICIES = tuple(f"policy {number:02d}" for number in range(12))
TARGETS = (
    {"name": "fair duels", "metric": "win_rate", "band": [0.45, 0.55]},
    {"name": "first seat", "metric": "seat_advantage", "band": [-0.05, 0.05]},
)


def write_results(folder: Path) -> Path:
    """Write the folder, unless it is there, and return it."""
    if not (folder / "done").exists():
        for number in range(RUNS):
            games = SMALL if number else LARGE
            policies = POLICIES if number == 0 else POLICIES[:4]
            pairs = games // (len(policies) * (len(policies) - 1))
            recipe = Recipe(
                policies=policies, strengths=(0.02, 0.0, -0.02, 0.01), targets=TARGETS, pairs=pairs,
                name=f"run {number:03d}", title=f"Run {number:03d}", game=f"game {number % 5}",
            )  # fmt: skip
            _write(folder / f"run-{number:03d}", recipe, number)
        (folder / "done").touch()
    return folder


def _write(folder: Path, recipe: Recipe, seed: int) -> None:
    """A made-up run, and a row for each of its games."""
    small = replace(recipe, pairs=min(recipe.pairs, 20_000))  # its sums are drawn game by game
    write_run(folder, small, seed)
    layout = Layout(folder, read_manifest(folder), Checksums(folder))
    rng = np.random.default_rng(seed)
    matchups, _ = played(replace(recipe, pairs=1), seed)
    with write_part(unit_part(folder / "games", 1), layout.schemas["games"]) as write:
        for matchup in matchups:
            for lo in range(0, recipe.pairs, GAMES_PER_GROUP // 2):
                pairs = np.arange(lo, min(lo + GAMES_PER_GROUP // 2, recipe.pairs))
                write(_games(matchup.key, np.repeat(pairs, 2), layout.schemas["games"], rng))
    vouch(folder, read_manifest(folder))


def _games(matchup: str, pair: np.ndarray, schema: pa.Schema, rng: np.random.Generator) -> pa.Table:
    size = len(pair)
    columns = {
        "matchup": pa.array([matchup]).take(pa.array(np.zeros(size, np.int64))),
        "pair": pair,
        "rotation": np.arange(size) % 2,
        "winner": rng.integers(0, 2, size),
        "termination": pa.array(["goal reached", "turn cap"]).take(
            pa.array((rng.random(size) < 0.01).astype(int))
        ),
        "turns": rng.poisson(22, size),
        "digest": rng.integers(0, 2**63, size).astype(np.uint64),
    }
    filler = {name: rng.integers(0, 100, size) for name in schema.names if name not in columns}
    return pa.table({**columns, **filler}, schema=schema)


if __name__ == "__main__":
    print(write_results(Path(sys.argv[1])))
