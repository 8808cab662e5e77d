"""Files that a command line names: their folders are made, or nothing is played; after play none is fatal."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

import equipoise
from games.defects import BadInput
from runner.output_files import ready_file, write_late


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command line; its exit code and standard error, without how far it is on a slow machine."""
    monkeypatch.setattr("runner.show.progress.PLAIN_SECONDS", 3600.0)

    def run(*words: object) -> tuple[int, str]:
        code = equipoise.main([str(word) for word in words])
        return code, capsys.readouterr().err

    return run


def test_the_folders_of_a_junit_file_are_made(race: Path, tmp_path: Path, said) -> None:
    file = tmp_path / "a" / "b" / "c.xml"
    assert said("run", race, "--results", tmp_path / "r", "--no-report", "--junit", file) == (1, "")
    assert ElementTree.parse(file).getroot().tag == "testsuites"


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """A file where a folder is wanted."""
    path = tmp_path / "taken"
    path.write_text("", encoding="utf-8")
    return path


@pytest.mark.parametrize("junit", ["taken/c.xml", "taken/b/c.xml", ".", "n" * 300, "n" * 300 + "/c.xml"])
def test_a_junit_file_that_cannot_be_is_refused_before_play(junit, race, taken, tmp_path, said) -> None:
    code, err = said("run", race, "--results", tmp_path / "r", "--junit", tmp_path / junit)
    assert code == 2
    assert "--junit" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "r").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused_before_play(race, tmp_path, said) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    code, err = said("run", race, "--results", tmp_path / "r", "--junit", tmp_path / "shut" / "c.xml")
    assert code == 2
    assert "nothing may be written" in err
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("verb", ["run", "sweep", "smoke"])
def test_results_that_cannot_be_a_folder_are_refused(verb, race, taken, said) -> None:
    files = [] if verb == "smoke" else [race]
    code, err = said(verb, *files, "--results", taken / "r")
    assert code == 2
    assert err.count("\n") == 1


def test_tables_are_not_exported_into_a_file(race, taken, tmp_path, said) -> None:
    assert said("run", race, "--results", tmp_path / "r", "--no-report")[0] == 1
    (folder,) = (tmp_path / "r").iterdir()
    code, err = said("export", folder, taken / "tables")
    assert code == 2
    assert "is a file" in err
    assert said("export", folder, tmp_path / "far" / "away")[0] == 0
    assert (tmp_path / "far" / "away" / "units.csv").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_junit_file_that_fails_after_play_leaves_the_verdict(race, tmp_path, said) -> None:
    code, err = said("run", race, "--results", tmp_path / "r", "--no-report", "--junit", "/dev/full")
    assert code == 1
    assert (
        err == "equipoise: the JUnit file is missing: /dev/full cannot be written: no space left on device\n"
    )


@pytest.mark.parametrize("verb", ["run", "sweep"])
def test_a_report_that_fails_leaves_the_verdict(verb, race, tmp_path, said, monkeypatch) -> None:
    words = (verb, race, "--results", tmp_path / "r")
    code, _ = said(*words, "--no-report")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dashboards.report.write_report", fails)
    again, err = said(*words)
    assert again == code
    assert err.startswith("equipoise: the report could not be written: OSError: ")
    assert err.count("\n") == 1


def test_a_device_is_written_and_stays_a_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reads = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    ready_file(pipe, "--junit")
    assert write_late(pipe, "the JUnit file", lambda: "told")
    assert os.read(reads, 100) == b"told"
    os.close(reads)
    assert pipe.is_fifo()


def test_a_file_that_is_no_xml_is_never_replaced_by_junit(tmp_path: Path) -> None:
    experiment, empty, old = (tmp_path / name for name in ("pig.toml", "empty.xml", "old.xml"))
    experiment.write_text('name = "pig"\n', encoding="utf-8")
    empty.touch()
    old.write_text("<?xml version='1.0'?><testsuites/>", encoding="utf-8")
    with pytest.raises(BadInput, match="it would be lost"):
        ready_file(experiment, "--junit")
    ready_file(empty, "--junit")
    ready_file(old, "--junit")
    assert experiment.read_text(encoding="utf-8") == 'name = "pig"\n'
