"""The fault campaign in its short form: a trial or two of each kind, and nothing lost."""

from __future__ import annotations

from pathlib import Path

from tests.faults.campaign import KINDS, LOST, SAME, Bench, kind, run_campaign, stored, table

TRIALS = 12


def test_nothing_is_lost(tmp_path: Path) -> None:
    ended = run_campaign(tmp_path, TRIALS, seed=5)
    print(table(ended))
    assert {name for name, _ in ended} == set(KINDS)
    assert [name for name, how in ended if how == LOST] == []
    assert sum(how == SAME for _, how in ended) > TRIALS // 3


def test_what_is_lost_is_counted_as_lost(tmp_path: Path) -> None:
    """The bench is asked to come to other bytes than it can."""
    (tmp_path / "hurt.toml").write_text("no experiment")
    bench = Bench(tmp_path / "hurt.toml", tmp_path / "results", {"units/all.parquet": b"other"})
    assert bench.ends() != SAME
    assert stored(bench.results) == {}
    assert table([("a", LOST), ("a", SAME)]).splitlines()[-1].split() == ["all", "2", "1", "0", "1"]
    assert callable(kind)
