"""Numbers and names beyond every range are refused in one line each, before anything is played."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import equipoise
from games.defects import BadInput
from runner.experiment import load
from runner.store import Store
from sweeps.definition import load as load_sweep
from tests.runner.store.made_up import A_B, MANIFEST, outcomes

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


def written(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A shipped experiment with one change, which must be there to be made."""
    text = (CONFIGS / name).read_text("utf-8").replace('data = "games/', f'data = "{CONFIGS}/games/')
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("low = 0.05", "low = 50000", r"gate\[3\].low: is outside \[0, 1\].*found 50000"),
        ("high = 0.95", "high = -1", r"gate\[3\].high: is outside"),
        ("low = 0.05", "low = 0.97", r"gate\[3\]: the band is empty: 0.97 to 0.95"),
        ("cells = 4", "cells = 1e300", r"gate\[5\].cells: is outside"),
        ("games = 3_000", f"games = {10**30}", r"gate\[6\].games: is outside"),
        ("share = 0.01", "share = 4", r"gate\[5\].share: is outside \[0, 1\].*45 % is written 0.45"),
    ],
)
def test_thresholds_of_gates_beyond_their_range(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        load(written(tmp_path, "battle.toml", old, new))


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("within = 4_000_000", r"has 8,000,001 values.*give a step"),
        ("low = 1\nhigh = 4_000_000_000", r"has 4,000,000,000 values"),
        (f"low = 1\nhigh = {10**30}", r"goes beyond 1e\+15"),
        ("low = 0.5\nhigh = 1e308\nstep = 0.5", r"goes beyond|whole number"),
    ],
)
def test_a_range_with_more_values_than_can_be_gone_through(tmp_path: Path, rest: str, said: str) -> None:
    path = written(tmp_path, "pig.toml", 'name = "pig"', 'name = "pig"')
    text = path.read_text("utf-8")
    path.write_text(f'{text}\n[sweep]\n[[sweep.parameter]]\npath = "goal"\n{rest}\n', "utf-8")
    with pytest.raises(BadInput, match=said):
        load_sweep(path)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ranges") / "run"
    with Store.open(folder, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
    return folder


@pytest.mark.parametrize(
    "name", ["file", "a" * 300, os.fsdecode(b"bad\xff")], ids=["a file", "long", "no text"]
)
def test_export_onto_what_cannot_be_a_folder(
    run: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    assert equipoise.main(["export", str(run), str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"bad\\udcff: its name is not UTF-8 text"):
        Store.open(tmp_path / os.fsdecode(b"bad\xff"), MANIFEST)


def test_more_workers_than_a_machine_can_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = written(tmp_path, "pig.toml", 'name = "pig"', 'name = "pig"')
    words = ["run", str(config), "--results", str(tmp_path / "r"), "--games", "128", "--no-report"]
    assert equipoise.main([*words, "--workers", "100000"]) == 2
    assert "--workers: are more than one machine can start" in capsys.readouterr().err


def test_a_very_long_name_is_cut_in_messages(tmp_path: Path) -> None:
    """Its begin and end are told; of twenty known names nothing is lost."""
    long = "a" * 100_000
    path = written(tmp_path, "pig.toml", 'name = "pig"', f'name = "pig"\n{long} = 1')
    with pytest.raises(BadInput, match=r"aaa\.\.\.aaa.*is not a known key") as caught:
        load(path)
    assert max(map(len, caught.value.message().splitlines())) < 2_000
