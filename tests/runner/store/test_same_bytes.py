"""A finished run's Parquet files are the same bytes however it was cut, shuffled, merged or interrupted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from runner.plan import Matchup, Unit, split
from runner.store import Store, compaction, connect, gamerows, read_summaries, schemas
from runner.store.parts import listed
from tests.runner.store.made_up import MANIFEST, MATCHUPS, outcomes

PAIRS = 18
ROUNDS = (0, 12, PAIRS)


def parquet_bytes(folder: Path) -> dict[str, bytes]:
    """Every Parquet file under `folder` by its name there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def play(folder: Path, size: int, seed: int = 0, stop_every: int = 10**9) -> None:
    """All match-ups in two rounds, in units of `size` pairs in a random order; opened anew now and then."""
    order = random.Random(seed)
    store = Store.open(folder, MANIFEST)
    for round_number in range(2):
        units = [unit for m in MATCHUPS for unit in _cut(m, round_number, size)]
        order.shuffle(units)
        for number, unit in enumerate(units, 1):
            store.add(outcomes(unit.matchup, unit.lo, unit.hi, faulty=7), round_number)
            if number % stop_every == 0:
                store.compact() if number % 2 else store.close()
                store.close()
                store = Store.open(folder, MANIFEST)
    store.compact()
    store.close()


def _cut(matchup: Matchup, round_number: int, size: int) -> list[Unit]:
    return list(split(matchup, ROUNDS[round_number], ROUNDS[round_number + 1], size))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    play(folder, 1000)
    return folder


@pytest.mark.parametrize(("size", "seed", "stop_every"), [(1000, 5, 1), (7, 1, 10**9), (7, 2, 5), (1, 3, 23)])
def test_same_bytes(plain: Path, tmp_path: Path, size: int, seed: int, stop_every: int) -> None:
    play(tmp_path, size, seed, stop_every)
    assert parquet_bytes(tmp_path) == parquet_bytes(plain)
    assert set(parquet_bytes(plain)) == {f"{t}/all.parquet" for t in ("units", "options", "games", "faults")}


def test_same_bytes_with_many_merges_and_small_row_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thresholds made small: tails merged often, everything now and then, row groups of 16 games."""
    monkeypatch.setattr(compaction, "SMALL_PARTS", 4)
    monkeypatch.setattr(compaction, "MERGED_PARTS", 3)
    monkeypatch.setattr(compaction, "UNITS_PER_GROUP", 2)
    monkeypatch.setattr(compaction, "OPTIONS_PER_GROUP", 24)
    monkeypatch.setattr(gamerows, "GAMES_PER_GROUP", 16)
    monkeypatch.setattr(gamerows, "_BATCH", 5)
    play(tmp_path / "whole", 1000)
    play(tmp_path / "cut", 2, seed=4, stop_every=19)
    assert parquet_bytes(tmp_path / "cut") == parquet_bytes(tmp_path / "whole")


def test_same_bytes_when_units_are_stored_together(plain: Path, tmp_path: Path) -> None:
    units = [(unit, number) for m in MATCHUPS for number in range(2) for unit in _cut(m, number, 3)]
    random.Random(8).shuffle(units)
    with Store.open(tmp_path, MANIFEST) as store:
        for number in range(2):
            batch = [outcomes(u.matchup, u.lo, u.hi, faulty=7) for u, n in units if n == number]
            store.add_all(batch[:7], number)
            store.add_all(batch[7:], number)
        assert len(listed(tmp_path / "units")) == 4
        assert store.summaries() == read_summaries(tmp_path)
        store.compact()
    assert parquet_bytes(tmp_path) == parquet_bytes(plain)


def test_the_order_of_rows(plain: Path) -> None:
    connection = connect(plain)
    games = connection.execute("SELECT matchup, pair, rotation FROM games").fetchall()
    assert games == sorted(games)
    assert len(games) == len(MATCHUPS) * PAIRS * 2
    units = connection.execute("SELECT matchup, round, lo, hi FROM units").fetchall()
    assert units == sorted((m.key, r, ROUNDS[r], ROUNDS[r + 1]) for m in MATCHUPS for r in range(2))


def test_many_small_parts_become_few_while_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 20
    monkeypatch.setattr(compaction, "SMALL_PARTS", limit)
    with Store.open(tmp_path, MANIFEST) as store:
        for pair in range(limit + 10):
            store.add(outcomes(MATCHUPS[0], pair, pair + 1), 0)
        names = [part.path.name for part in listed(tmp_path / "units") if not part.is_unit]
        assert names == [f"00000001-{limit + 1:08d}.parquet"]
        assert read_summaries(tmp_path) == store.summaries()
    assert store.summaries()[MATCHUPS[0].key].pairs == limit + 10


def test_a_run_may_stop_with_gaps(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(MATCHUPS[0], 0, 3), 0)
        store.add(outcomes(MATCHUPS[0], 5, 9), 0)
        store.finish("interrupted")
    rows = connect(tmp_path).execute("SELECT lo, hi FROM units").fetchall()
    assert rows == [(0, 3), (5, 9)]


def test_settings_name_every_column() -> None:
    for schema in schemas.schemas(MANIFEST).values():
        assert set(schemas.writer_settings(schema)["compression"]) == set(schema.names)
