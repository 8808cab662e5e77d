"""Reading by SQL: typed when empty, one moment of the run, nothing but reading, beside a writer."""

from __future__ import annotations

import csv
import json
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from games.defects import BadInput
from games.gates import GateRow
from runner.judge.gates import judge_rows
from runner.judge.verdicts import Target, Verdict
from runner.store import Store, compaction, connect, export, find_runs, query, read_manifest
from runner.store.schemas import TABLES
from tests.runner.store.made_up import A_A, A_B, MANIFEST, outcomes


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run in a folder whose name wants care."""
    folder = tmp_path_factory.mktemp("it's [a] *run* 강타")
    with Store.open(folder, MANIFEST) as store:
        for matchup in (A_B, A_A):
            for lo in range(0, 10, 2):
                store.add(outcomes(matchup, lo, lo + 2, faulty=5), 0)
        store.verdicts(0, [verdict("undecided")])
        store.gates(
            0, [judge_rows("usage", "race", "data", [GateRow("usage", "race, phase 1", 0.1, 0.05, None)])]
        )
        store.verdicts(1, [verdict("met"), verdict("missed", high=float("inf"))])
        store.trials(0, [{"trial": 0, "state": "complete", "parameters": {"cards.Strike.damage": "7"}}])
        store.finish("complete", timings={"seconds": 1.0})
    return folder


def verdict(status: str, high: float = 0.55) -> Verdict:
    target = Target("fair", "win_rate", A_B.key, 1, 0.45, high)
    return Verdict(target, status, 0.5, 0.48, 0.52, "confidence sequence", 0.49, 0.51, 20, 10, None, None)


def types(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    return {row[0]: row[1] for row in connection.execute(f"DESCRIBE {table}").fetchall()}


def test_empty_tables_have_the_types_of_full_ones(tmp_path: Path, run: Path) -> None:
    Store.open(tmp_path, MANIFEST).close()
    empty, full = connect(tmp_path), connect(run)
    for table in TABLES:
        assert empty.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
        assert full.execute(f"SELECT count(*) > 0 FROM {table}").fetchall() == [(True,)]
        assert types(empty, table) == types(full, table)
    assert types(full, "units")["score_hist"] == "BIGINT[]"
    assert types(full, "games")["digest"] == "UBIGINT"
    assert types(full, "trials")["parameters"] == "MAP(VARCHAR, VARCHAR)"


def test_verdicts(run: Path) -> None:
    rows = query(run, "SELECT seq, scope, band_low, band_high, verdict, needed FROM verdicts ORDER BY ALL")
    assert rows.rows == (
        (0, "b v a in race", 0.45, 0.55, "undecided", None),
        (1, "b v a in race", 0.45, 0.55, "met", None),
        (1, "b v a in race", 0.45, None, "missed", None),
    )


def test_judging_again_replaces(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.verdicts(0, [verdict("undecided"), verdict("met")])
        store.verdicts(0, [verdict("met")])
    assert query(tmp_path, "SELECT verdict FROM verdicts").rows == (("met",),)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT sum(pairs) FROM units",
        "-- how many\nSELECT 1;",
        "WITH x AS (SELECT * FROM games) SELECT count(*) FROM x",
        "FROM units",
        "DESCRIBE games",
        "SHOW TABLES",
        "SUMMARIZE units",
        "EXPLAIN SELECT * FROM units",
        "explain (format json) select * from games",
        "EXPLAIN ANALYZE SELECT count(*) FROM games",
        "VALUES (1)",
        "PIVOT units ON name IN ('a v b in race') USING sum(pairs)",
    ],
)
def test_reading_statements(run: Path, sql: str) -> None:
    answer = query(run, sql)
    assert answer.rows
    assert len(answer.columns) == len(answer.rows[0])


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE trials",
        "CREATE TABLE x AS SELECT 1",
        "COPY units TO 'there.csv'",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO 'there.csv'",
        "EXPLAIN (FORMAT json) INSERT INTO trials SELECT 1",
        "/* a */ EXPLAIN ANALYZE COPY (SELECT 1) TO 'there.csv'",
        "ATTACH 'there.duckdb'",
        "SET threads = 1",
        "PRAGMA database_list",
        "INSTALL httpfs",
        "CALL pragma_version()",
        "SELECT * FROM nowhere",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_text('manifest.json')",
        "SELECT * FROM glob('/*')",
        "SELEC 1",
        "SELECT pairs / 'a' FROM units",
    ],
)
def test_anything_else_is_refused(
    run: Path, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="sql: "):
        query(run, sql)
    assert not list(tmp_path.iterdir())


def test_a_connection_reaches_nothing_outside(run: Path, tmp_path: Path) -> None:
    connection = connect(run)
    for sql in (
        f"COPY units TO '{tmp_path}/x.csv'",
        f"COPY units TO '{str(run).replace(chr(39), chr(39) * 2)}/x.csv'",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        f"ATTACH '{tmp_path}/x.duckdb'",
        "SELECT * FROM read_text('/etc/hostname')",
        "LOAD httpfs",
    ):
        with pytest.raises(duckdb.Error, match=r"disabled|locked"):
            connection.execute(sql)
    assert not list(tmp_path.iterdir())


def test_a_folder_whose_name_is_a_pattern_is_read_alone(tmp_path: Path) -> None:
    for number, name in enumerate(("run*", "runs", "run?", "run[s]")):
        with Store.open(tmp_path / name, MANIFEST) as store:
            store.add(outcomes(A_B, 0, number + 1), 0)
            if "?" in name:
                store.finish("complete")
        assert query(tmp_path / name, "SELECT sum(pairs) FROM units").rows == ((number + 1,),)
    assert query(tmp_path / "run*", "SELECT count(*) FROM games").rows == ((2,),)


def test_parts_are_read_only_files(run: Path) -> None:
    assert {path.stat().st_mode & 0o222 for path in run.rglob("*.parquet")} == {0}


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    for read in (connect, read_manifest, lambda folder: query(folder, "SELECT 1")):
        with pytest.raises(BadInput, match=r"is not a run's folder.*manifest\.json"):
            read(tmp_path)
    assert find_runs(tmp_path) == find_runs(tmp_path / "nothing") == []


def test_the_bundle_opens_alone_after_a_move(run: Path, tmp_path: Path) -> None:
    here = connect(run)
    shutil.copy(run / "results.duckdb", tmp_path / "moved.duckdb")
    with duckdb.connect(str(tmp_path / "moved.duckdb"), read_only=True) as moved:
        for table in TABLES:
            rows = moved.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
            assert rows == here.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()
        assert moved.execute("SELECT game, status, manifest->'timings'->>'seconds' FROM run").fetchall() == [
            ("none", "complete", "1.0")
        ]


def test_export(run: Path, tmp_path: Path) -> None:
    expected = query(run, "SELECT * FROM games")
    export(run, tmp_path / "it's.csv", "csv", "games")
    with (tmp_path / "it's.csv").open(newline="") as file:
        lines = list(csv.reader(file))
    assert tuple(lines[0]) == expected.columns
    assert [line[1] for line in lines[1:]] == [str(row[1]) for row in expected.rows]
    export(run, tmp_path / "games.parquet", "parquet", "games")
    assert pq.read_table(tmp_path / "games.parquet").num_rows == len(expected.rows)
    export(run, tmp_path / "options.json", "json", "options")
    rows = json.loads((tmp_path / "options.json").read_text())
    assert {row["option"] for row in rows} == {"Strike", "<b>막기</b>", "never seen"}
    export(run, tmp_path / "options.json", "json")
    assert json.loads((tmp_path / "options.json").read_text())[0]["pairs"] == 8
    assert {path.name for path in tmp_path.iterdir()} == {"it's.csv", "games.parquet", "options.json"}


def test_export_refuses(run: Path, tmp_path: Path) -> None:
    for out, form, view, message in (
        (tmp_path / "x", "xlsx", "units", "no format"),
        (tmp_path / "x", "csv", "secrets", "no view"),
        (tmp_path, "csv", "units", "a folder stands"),
        (tmp_path / "no" / "x", "csv", "units", "does not exist"),
    ):
        with pytest.raises(BadInput, match=message):
            export(run, out, form, view)
    assert not list(tmp_path.iterdir())


def test_runs_are_found(run: Path, tmp_path: Path) -> None:
    with Store.open(tmp_path / "second", {**MANIFEST, "name": "second"}):
        shutil.copytree(run, tmp_path / "first")
        (tmp_path / "not a run").mkdir()
        found = find_runs(tmp_path)
    assert [(info.name, info.status, info.game) for info in found] == [
        ("made up", "complete", "none"),
        ("second", "running", "none"),
    ]
    assert found[0].folder == tmp_path / "first"


def test_readers_beside_a_writer_see_whole_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While units come in and are merged, every look finds as many games and options as units tell of."""
    monkeypatch.setattr(compaction, "SMALL_PARTS", 4)
    monkeypatch.setattr(compaction, "MERGED_PARTS", 2)
    sql = """
        SELECT (SELECT coalesce(sum(hi - lo), 0) FROM units), (SELECT count(*) FROM games) / 2,
               (SELECT coalesce(sum(hi - lo), 0) FROM options) / 12
    """
    done, looked = threading.Event(), threading.Event()
    with Store.open(tmp_path, MANIFEST) as store, ThreadPoolExecutor(1) as pool:

        def read() -> list[tuple[float, ...]]:
            seen: list[tuple[float, ...]] = []
            while not done.is_set():
                seen += query(tmp_path, sql).rows
                looked.set()
            return seen

        reader = pool.submit(read)
        try:
            for pair in range(24):
                store.add(outcomes(A_B, pair, pair + 1), 0)
                if pair % 6 == 0:  # a machine that is busy with other work lets the reader look too seldom
                    looked.clear()
                    assert looked.wait(60)
                if pair % 10 == 9:
                    store.compact()
        finally:
            done.set()
        seen = reader.result()
    assert all(units == games == options for units, games, options in seen)
    assert len({units for units, _, _ in seen}) > 3
    assert seen == sorted(seen)
