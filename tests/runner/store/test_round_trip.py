"""What goes in comes out: as summaries, as rows, after opening again."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from games.contract import MISSING, NOBODY
from runner.store import Store, connect, read_manifest, read_summaries
from runner.store.manifest import FORM
from runner.store.schemas import ARRAYS
from runner.summary import OPTION_COLUMNS, Summary, merge
from tests.runner.store.made_up import (
    A_A,
    A_B,
    A_CONTROL,
    ENDINGS,
    MANIFEST,
    MATCHUPS,
    METRICS,
    OPTIONS,
    outcomes,
)


def test_every_field_of_a_summary_has_a_place() -> None:
    elsewhere = {"pairs", "games", "voided", "digest", "options"}
    assert {field.name for field in fields(Summary)} == {*ARRAYS, *elsewhere}


def test_summaries_come_back(tmp_path: Path) -> None:
    expected = {m.key: outcomes(m, 0, 30, faulty=4).summary for m in MATCHUPS}
    with Store.open(tmp_path, MANIFEST) as store:
        for matchup in MATCHUPS:
            for lo, hi in ((0, 5), (5, 6), (6, 30)):
                store.add(outcomes(matchup, lo, hi, faulty=4), 0)
        assert store.summaries() == expected
    assert read_summaries(tmp_path) == expected
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.summaries() == expected
        assert store.warnings == ()
        store.compact()
        assert read_summaries(tmp_path) == expected
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.summaries() == expected


def test_rounds_are_kept_apart(tmp_path: Path) -> None:
    first, second = outcomes(A_B, 0, 4), outcomes(A_B, 4, 9)
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(first, 0)
        store.add(second, 1)
        store.compact()
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.summaries(through=0) == {A_B.key: first.summary}
        assert store.summaries(through=1) == {A_B.key: merge([first.summary, second.summary])}
        assert store.summaries(through=-1) == {}


def test_covered_and_missing_pairs(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        for lo, hi in ((10, 20), (0, 5), (20, 22), (40, 41)):
            store.add(outcomes(A_B, lo, hi), 0)
        assert store.covered(A_B.key) == [(0, 5), (10, 22), (40, 41)]
        assert store.missing(A_B.key, 0, 50) == [(5, 10), (22, 40), (41, 50)]
        assert store.missing(A_B.key, 3, 12) == [(5, 10)]
        assert store.missing(A_B.key, 12, 22) == []
        assert store.missing(A_B.key, 30, 35) == [(30, 35)]
        assert store.covered(A_A.key) == []
        assert store.missing(A_A.key, 0, 3) == [(0, 3)]


@pytest.mark.parametrize(("lo", "hi"), [(0, 1), (9, 12), (3, 4), (0, 30)])
def test_a_pair_is_never_counted_twice(tmp_path: Path, lo: int, hi: int) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 10), 0)
        with pytest.raises(ValueError, match="stored already"):
            store.add(outcomes(A_B, lo, hi), 0)
        assert store.summaries()[A_B.key].pairs == 10
    assert read_summaries(tmp_path)[A_B.key].pairs == 10


def test_a_batch_with_a_pair_twice_is_refused_whole(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        with pytest.raises(ValueError, match="come twice"):
            store.add_all([outcomes(A_B, 0, 4), outcomes(A_A, 0, 4), outcomes(A_B, 3, 5)], 0)
        store.add(outcomes(A_B, 0, 4), 0)
        with pytest.raises(ValueError, match="stored already"):
            store.add_all([outcomes(A_A, 0, 4), outcomes(A_B, 3, 5)], 0)
        assert set(store.summaries()) == {A_B.key}
    assert set(read_summaries(tmp_path)) == {A_B.key}


def test_rows_of_games(tmp_path: Path) -> None:
    played = outcomes(A_B, 3, 8)
    assert played.games is not None
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(played, 0)
    rows = connect(tmp_path).execute("SELECT * FROM games ORDER BY pair, rotation").fetchnumpy()
    assert set(rows["matchup"]) == {A_B.key}
    for name in ("pair", "rotation", "turns", "digest"):
        np.testing.assert_array_equal(rows[name], played.games[name])
    np.testing.assert_array_equal(np.ma.filled(rows["winner"], NOBODY), played.games["winner"])
    assert list(rows["termination"]) == [ENDINGS[code] for code in played.games["termination"]]
    for i, metric in enumerate(METRICS):
        for player in range(2):
            column = np.ma.filled(rows[f"{metric}_{player}"], MISSING)
            np.testing.assert_array_equal(column, played.games["metrics"][:, i, player])
    assert MISSING in played.games["metrics"]


def test_rows_of_options(tmp_path: Path) -> None:
    played = outcomes(A_CONTROL, 0, 6)
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(played, 2)
    rows = connect(tmp_path).execute("SELECT * FROM options").fetchnumpy()
    assert len(rows["seat"]) == 2 * 2 * len(OPTIONS)
    for i in range(len(rows["seat"])):
        counters = [rows[name][i] for name in OPTION_COLUMNS]
        player, option = rows["player"][i], rows["option_id"][i]
        assert counters == list(played.summary.options[player, rows["seat"][i], option])
        assert rows["option"][i] == OPTIONS[option]
        assert rows["policy"][i] == A_CONTROL.players[player]
    assert {*rows["round"]} == {2}
    assert {*rows["lo"]} == {0}
    assert {*rows["hi"]} == {6}


def test_rows_of_units_and_faults(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(A_A, 0, 4, faulty=3), 0)
    connection = connect(tmp_path)
    units = connection.execute("SELECT name, players, control, pairs, games, voided, faults FROM units")
    assert units.fetchall() == [("a v a in race", ["a", "a"], True, 2, 4, 4, [0, 2])]
    faults = connection.execute("SELECT pair, rotation, player, policy, reason FROM faults ORDER BY pair")
    assert faults.fetchall() == [(0, 0, 1, "a", "ValueError: pair 0"), (3, 0, 1, "a", "ValueError: pair 3")]


def test_a_run_without_options_or_rows_of_games(tmp_path: Path) -> None:
    bare = outcomes(A_B, 0, 4, keep=False)
    no_options = bare.summary.options[:, :, :0]
    with Store.open(tmp_path, {**MANIFEST, "options": []}) as store:
        store.add(type(bare)(bare.unit, _with_options(bare.summary, no_options), (), None), 0)
        store.finish("complete")
    connection = connect(tmp_path)
    assert connection.execute("SELECT count(*) FROM units").fetchall() == [(1,)]
    assert connection.execute("SELECT count(*) FROM options").fetchall() == [(0,)]
    assert connection.execute("SELECT count(*) FROM games").fetchall() == [(0,)]
    assert read_summaries(tmp_path)[A_B.key].options.shape == (2, 2, 0, 12)


def test_the_manifest_says_how_it_went(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        assert read_manifest(tmp_path)["status"] == "running"
        store.add(outcomes(A_B, 0, 4), 0)
        store.finish("complete", timings={"seconds": 1.5}, controls=[{"name": "a v a", "fine": True}])
    manifest = read_manifest(tmp_path)
    assert manifest == {
        **MANIFEST,
        "form": FORM,
        "status": "complete",
        "timings": {"seconds": 1.5},
        "controls": [{"name": "a v a", "fine": True}],
    }
    with Store.open(tmp_path, MANIFEST) as store:
        assert read_manifest(tmp_path)["status"] == "complete"
        store.add(outcomes(A_B, 4, 5), 0)
        assert read_manifest(tmp_path)["status"] == "running"
        assert not (tmp_path / "results.duckdb").exists()
        with pytest.raises(ValueError, match="seed"):
            store.finish("complete", seed=3)


def _with_options(summary: Summary, options: np.ndarray) -> Summary:
    return Summary(
        **{f.name: getattr(summary, f.name) for f in fields(Summary) if f.name != "options"}, options=options
    )
