"""A run that another version stored, in other tables, is refused in one clear line wherever it is read."""

import json
from pathlib import Path

import pytest

import equipoise
from games.defects import BadInput
from runner.store import OlderForm, Store, connect, export, find_runs, query, read_manifest, read_summaries
from runner.stored import StoredRun
from tests.runner.store.made_up import A_B, MANIFEST, outcomes


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A run whose manifest does not name its form, as before there were forms."""
    folder = tmp_path / "made-up"
    with Store.open(folder, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 3), 0)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest.pop("form") == 2
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_every_reader_refuses_it(old: Path) -> None:
    readers = (
        read_manifest,
        connect,
        read_summaries,
        StoredRun.open,
        lambda folder: query(folder, "SELECT 1"),
        lambda folder: export(folder, old.parent / "out.csv", "csv"),
        lambda folder: Store.open(folder, MANIFEST),
    )
    for read in readers:
        with pytest.raises(BadInput) as refusal:
            read(old)
        (defect,) = refusal.value.defects
        assert defect.rule == "was stored by an older version"
        assert "play it again" in (defect.hint or "")


def test_a_newer_form_is_not_called_older(old: Path) -> None:
    manifest = json.loads((old / "manifest.json").read_text())
    (old / "manifest.json").write_text(json.dumps({**manifest, "form": 99}))
    with pytest.raises(OlderForm, match="was stored by a newer version"):
        read_manifest(old)


@pytest.mark.parametrize("verb", [("report",), ("sql", "SELECT 1"), ("replay", "a v b", "0")])
def test_verbs_say_so_in_one_line(
    old: Path, verb: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert equipoise.main([verb[0], str(old), *verb[1:]]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "was stored by an older version" in told
    assert "Traceback" not in told


def test_it_is_listed_by_its_name_and_can_be_played_anew(old: Path) -> None:
    (listed,) = find_runs(old.parent)
    assert (listed.status, listed.name) == ("old", "made up")
    with Store.open(old, MANIFEST, fresh=True) as store:
        assert store.covered(A_B.key) == []
    assert read_manifest(old)["form"] == 2
