"""What storing costs: a unit, a batch, merging a thousand parts, and what readers pay before and after."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest

from runner.store import Store, compaction, query, read_summaries
from tests.runner.store.made_up import A_B, MANIFEST, outcomes

PARTS = 1_000


@pytest.fixture(scope="module")
def scattered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a thousand small parts, none merged."""
    folder = tmp_path_factory.mktemp("scattered") / "run"
    with pytest.MonkeyPatch.context() as patch, Store.open(folder, MANIFEST) as store:
        patch.setattr(compaction, "SMALL_PARTS", PARTS)
        for pair in range(PARTS):
            store.add(outcomes(A_B, pair, pair + 1, keep=False), 0)
    return folder


@pytest.fixture(scope="module")
def merged(scattered: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(scattered, tmp_path_factory.mktemp("merged") / "run")
    with Store.open(folder, MANIFEST) as store:
        store.compact()
    return folder


@pytest.mark.parametrize("keep", [False, True], ids=["summaries", "games"])
def test_add_a_unit(benchmark, tmp_path: Path, keep: bool) -> None:
    numbers = itertools.count()
    with Store.open(tmp_path, MANIFEST) as store:

        def another() -> tuple[tuple, dict]:
            lo = 100 * next(numbers)
            return (outcomes(A_B, lo, lo + 100, keep=keep), 0), {}

        benchmark.pedantic(store.add, setup=another, rounds=100)


def test_add_a_hundred_units_at_once(benchmark, tmp_path: Path) -> None:
    numbers = itertools.count()
    with Store.open(tmp_path, MANIFEST) as store:

        def another() -> tuple[tuple, dict]:
            los = [10 * next(numbers) for _ in range(100)]
            return ([outcomes(A_B, lo, lo + 10, keep=False) for lo in los], 0), {}

        benchmark.pedantic(store.add_all, setup=another, rounds=20)


def test_merge_a_thousand_parts(benchmark, scattered: Path, tmp_path: Path) -> None:
    numbers = itertools.count()

    def copy() -> tuple[tuple, dict]:
        folder = shutil.copytree(scattered, tmp_path / str(next(numbers)))
        return (Store.open(folder, MANIFEST),), {}

    benchmark.pedantic(Store.compact, setup=copy, rounds=1)


@pytest.mark.parametrize("folder", ["scattered", "merged"])
@pytest.mark.parametrize("read", ["query", "summaries"])
def test_read(benchmark, request: pytest.FixtureRequest, folder: str, read: str) -> None:
    run = request.getfixturevalue(folder)
    reads = {
        "query": lambda: query(run, "SELECT sum(pairs) FROM units"),
        "summaries": lambda: read_summaries(run),
    }
    benchmark.pedantic(reads[read], rounds=2)
