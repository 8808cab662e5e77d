"""Killed at any moment and started again, a run ends with the same bytes."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from pathlib import Path

import pytest

from runner.store import Store, compaction, read_summaries
from tests.runner.store.made_up import A_A, A_B, MANIFEST, outcomes
from tests.runner.store.test_same_bytes import parquet_bytes

UNITS = 20


@pytest.fixture(autouse=True)
def merged_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compaction, "SMALL_PARTS", 6)
    monkeypatch.setattr(compaction, "MERGED_PARTS", 3)


def write(folder: Path) -> None:
    """Play what is missing in tiny units, as a run would; then finish."""
    with Store.open(folder, MANIFEST) as store:
        assert store.warnings == ()
        for number in range(UNITS):
            for matchup in (A_B, A_A):
                for lo, hi in store.missing(matchup.key, 2 * number, 2 * number + 2):
                    store.add(outcomes(matchup, lo, hi, faulty=9), 0)
        store.compact()


def test_killed_twenty_times(tmp_path: Path) -> None:
    write(tmp_path / "whole")
    expected = parquet_bytes(tmp_path / "whole")
    folder, luck = tmp_path / "killed", random.Random(7)
    fork = multiprocessing.get_context("fork")
    kills = 0
    while kills < 20:
        child = fork.Process(target=write, args=(folder,))
        child.start()
        child.join(luck.uniform(0.005, 0.25))
        if child.is_alive():
            os.kill(child.pid, signal.SIGKILL)
            kills += 1
        child.join()
        assert child.exitcode in {0, -signal.SIGKILL}
        if child.exitcode == 0:
            Store.open(folder, MANIFEST, fresh=True).close()
    write(folder)
    assert parquet_bytes(folder) == expected
    assert read_summaries(folder) == read_summaries(tmp_path / "whole")
    assert not [path for path in folder.rglob(".*") if path.name.endswith(".tmp")]
