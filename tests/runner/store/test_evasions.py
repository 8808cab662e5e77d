"""SQL that tries to do more than read is refused, and what was stored stays what it was: as root and as anybody."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import equipoise
from games.defects import BadInput
from runner.store import Store, query
from runner.store.asking import Limits, ask
from tests.runner.store.made_up import A_B, MANIFEST, outcomes

NOBODY = 65_534
EVASIONS = (
    # a COPY behind an EXPLAIN, however that is dressed
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "/* a */ EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "/* a /* b */ */ EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "-- explain\nEXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN/**/ANALYZE/**/COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN -- SELECT\nANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "explain (analyze) copy (select 1) to '{part}' (use_tmp_file false)",
    "EXPLAIN (FORMAT json) COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false))",
    "\ufeffEXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "\u00a0EXPLAIN\u00a0ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE WITH x AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT 1",
    # side effects inside a SELECT
    "WITH x AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT 1",
    "WITH x AS (COPY units TO '{part}' (USE_TMP_FILE false)) SELECT * FROM x",
    "WITH x AS MATERIALIZED (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT * FROM x",
    "SELECT (WITH x AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT 1)",
    "WITH x AS (INSERT INTO trials SELECT * FROM trials RETURNING *) SELECT * FROM x",
    "WITH x AS (DELETE FROM trials RETURNING *) SELECT * FROM x",
    "WITH x AS (UPDATE trials SET seq = 1 RETURNING *) SELECT * FROM x",
    "SELECT * FROM query('WITH x AS (COPY (SELECT 1) TO ''{part}'' (USE_TMP_FILE false)) SELECT 1')",
    "SELECT * FROM query_table('units')",
    "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "SELECT write_log('x')",
    # several statements, prepared ones, and everything that is none for reading
    "SELECT 1; COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "SELECT 1;; ;COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false);",
    "COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "C\u200bOPY (SELECT 1) TO '{part}'",
    "PREPARE p AS COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXECUTE p",
    "CREATE MACRO m() AS TABLE SELECT 1",
    "CREATE TABLE t AS SELECT 1",
    "EXPORT DATABASE '{folder}/out'",
    "IMPORT DATABASE '{folder}'",
    "ATTACH '{folder}/x.duckdb'",
    "ATTACH '{part}' AS p",
    "INSTALL httpfs",
    "LOAD httpfs",
    "FORCE INSTALL httpfs FROM 'http://localhost'",
    "CHECKPOINT",
    "VACUUM",
    "CALL enable_logging(storage_path = '{folder}/log')",
    "FROM enable_logging(storage_path = '{folder}/log')",
    "FROM enable_profiling()",
    "FROM checkpoint()",
    "PRAGMA enable_profiling",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "SET VARIABLE a = 1",
    "USE memory",
    "BEGIN TRANSACTION",
    "DROP VIEW units",
    # other files
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('{folder}/manifest.json')",
    "SELECT * FROM read_json('{folder}/manifest.json')",
    "SELECT * FROM read_parquet('{folder}/*/*.parquet')",
    "SELECT * FROM '{folder}/manifest.json'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM parquet_metadata('{part}')",
    "SELECT * FROM read_duckdb('{folder}/results.duckdb')",
    "SELECT * FROM duckdb_secrets()",
    "SELECT getenv('HOME')",
    "SELECT * FROM outcomes",
    "SELECT * FROM MANIFEST",
    "SUMMARIZE '/etc/passwd'",
    "DESCRIBE SELECT * FROM read_csv('/etc/passwd')",
    # no statement at all
    "",
    ";",
    "--",
    "EXPLAIN",
    "SELECT '\ud800'",
    "SELECT " + "(" * 5000 + "1" + ")" * 5000,
    "SELECT * FROM units WHERE pairs = ?",
)  # fmt: skip
READING = (
    "SELECT sum(pairs) FROM units",
    "/* a */ EXPLAIN SELECT 1",
    "EXPLAIN/**/ANALYZE/**/SELECT count(*) FROM units -- end",
    "explain (format json) select '\u00e9', 1",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT max(n) FROM r",
    "SELECT * FROM range(3) UNION ALL VALUES (7)",
    "SELECT unnest(players) FROM units",
    "FROM duckdb_columns() SELECT count(*)",
)


@pytest.fixture(scope="module")
def run() -> Iterator[Path]:
    """A run that everybody may read, in a folder that everybody may write."""
    top = Path(tempfile.mkdtemp(prefix="equipoise-evasions-"))
    top.chmod(0o755)
    folder = top / "run"
    with Store.open(folder, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 4), 0)
        store.finish("complete")
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o777)
    yield folder
    shutil.rmtree(top)


def state(folder: Path) -> dict[str, str]:
    """Every file of a folder by the digest of its bytes."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def not_refused(run: Path) -> list[str]:
    """The evasions that were answered."""
    answered = []
    reader = equipoise.results(run)
    for text in EVASIONS:
        sql = text.replace("{part}", str(run / "units" / "all.parquet")).replace("{folder}", str(run))
        for put in (lambda asked: query(run, asked), reader.execute):
            try:
                put(sql)
            except BadInput:
                continue
            answered.append(sql)
    return answered


def test_every_evasion_is_refused_and_nothing_has_changed(run: Path) -> None:
    before = state(run)
    assert not_refused(run) == []
    assert state(run) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_the_same_as_an_ordinary_user(run: Path) -> None:
    before = state(run)
    child = os.fork()
    if child == 0:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os._exit(min(len(not_refused(run)), 100))
        finally:
            os._exit(111)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert state(run) == before


@pytest.mark.parametrize("sql", READING)
def test_what_reads_is_answered(run: Path, sql: str) -> None:
    assert query(run, sql).rows
    assert equipoise.results(run).execute(sql).fetchall()


def test_the_verb_refuses_too(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(run)
    part = run / "units" / "all.parquet"
    sql = f"WITH x AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT 1"
    assert equipoise.main(["sql", str(run), sql]) == 2
    assert "COPY inside a query is not reading" in capsys.readouterr().err
    assert equipoise.main(["sql", str(run), "SELECT sum(pairs) AS pairs FROM units", "--json"]) == 0
    assert '"pairs": 4' in capsys.readouterr().out
    assert state(run) == before


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT repeat('x', 4000000000)", r"and was stopped"),
        ("SELECT count(*) FROM range(1000000000) a, range(1000000) b", r"longer than 3 s"),
        ("SELECT list(range) FROM range(300000000)", r"[Mm]emory|longer than"),
        ("SELECT repeat('x', 100000000)", r"larger than 16 MiB|memory"),
        ("SELECT * FROM range(100000000)", r"more than 10,000 rows"),
        ("SELECT sleep_ms(60000)", r"longer than 3 s"),
    ],
)
def test_a_question_without_end_comes_back(run: Path, sql: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        ask(run, sql, Limits(seconds=3.0, memory=512))
    assert len(caught.value.defects) == 1


def test_an_answer_from_a_process_of_its_own_is_the_same(run: Path) -> None:
    sql = "SELECT players, pairs, digest, now() IS NOT NULL, 1.5::DECIMAL(4, 2), DATE '2026-01-31' FROM units"
    assert ask(run, sql) == query(run, sql)


def test_the_reader_has_no_way_around(run: Path) -> None:
    with equipoise.results(run, time_limit=1.0) as reader:
        for name in ("executemany", "register", "load_extension", "from_csv_auto", "cursor", "commit"):
            with pytest.raises(AttributeError, match="read only"):
                getattr(reader, name)
        with pytest.raises(TimeoutError, match="1 s"):
            reader.execute("SELECT count(*) FROM range(1000000000) a, range(1000000) b")
        assert reader.sql("SELECT sum(pairs) FROM units").fetchall() == [(4,)]
