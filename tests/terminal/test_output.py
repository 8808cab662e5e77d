"""Output that cannot be written, or not as it is: the verdict's code and the run survive, and one line says so."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import equipoise
from runner.output import in_plain
from tests.terminal.pseudo import ROOT

Full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


@pytest.fixture
def said_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run a command line with another standard output; its exit code and what standard error got."""

    def run(stream: object, *words: object) -> tuple[int, str]:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            code = equipoise.main([str(word) for word in words])
        return code, capsys.readouterr().err

    return run


@pytest.fixture
def gone() -> Iterator[io.TextIOBase]:
    """A pipe whose reader has gone."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "w", encoding="utf-8") as stream:
        yield stream


@pytest.fixture
def full() -> Iterator[io.TextIOBase]:
    """A device with no room left."""
    with open("/dev/full", "w", encoding="utf-8") as stream:  # noqa: PTH123
        yield stream


LINE = "equipoise: standard output could not be written to the end: "


@pytest.mark.parametrize("form", [["--json"], []], ids=["json", "tables"])
@pytest.mark.parametrize("stream", ["gone", pytest.param("full", marks=Full), "closed"])
def test_the_verdict_and_the_run_survive(stream, form, race, tmp_path, said_to, request) -> None:
    out = None if stream == "closed" else request.getfixturevalue(stream)
    code, err = said_to(out, "run", race, "--results", tmp_path, "--no-report", *form)
    assert code == 1
    assert err.startswith(LINE)
    assert err.count("\n") == 1
    (folder,) = tmp_path.iterdir()
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["status"] == "complete"


@pytest.mark.parametrize("verb", ["sweep", "compare", "check", "smoke"])
@Full
def test_the_other_verdicts_survive_too(verb, race, tmp_path, full, said_to, monkeypatch) -> None:
    monkeypatch.setattr("runner.smoke.shipped_experiments", lambda: [race])
    words = {"sweep": [race, "--results", tmp_path], "compare": [race, race, "--results", tmp_path], "smoke": [],
             "check": [ROOT / "configs" / "duel.toml"]}[verb]  # fmt: skip
    code, err = said_to(full, verb, *words)
    told, _ = said_to(io.StringIO(), verb, *words)
    assert code == told
    assert err.startswith(LINE)
    assert err.count("\n") == 1


@Full
def test_a_verb_that_only_prints_has_failed_when_it_could_not(full, said_to) -> None:
    code, err = said_to(full, "schema", "pig")
    assert code == 4
    assert err == f"{LINE}no space left on device\n"


def test_a_reader_that_has_enough_is_no_failure(gone, said_to) -> None:
    code, err = said_to(gone, "schema", "pig")
    assert code == 0
    assert err == f"{LINE}its reader has gone\n"


@pytest.mark.parametrize(
    ("target", "code"), [("| head -c 1", 0), pytest.param("> /dev/full", 4, marks=Full), (">&-", 4)]
)
def test_python_itself_says_no_more_when_it_ends(target: str, code: int) -> None:
    """What is still buffered is flushed once more then, with code 120 where that fails."""
    script = f"set -o pipefail; {sys.executable} -m equipoise --help {target} && sleep 0"
    slow = script.replace("| head -c 1", "| true") if "head" in target else script
    for text in dict.fromkeys((script, slow)):
        done = subprocess.run(
            ["bash", "-c", text], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
        assert done.stderr.count("\n") <= 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_stream_that_is_not_utf_8_gets_ascii_marks(encoding, race, tmp_path, said_to) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    code, err = said_to(out, "run", race, "--results", tmp_path, "--no-report")
    assert (code, err) == (1, "")
    text = raw.getvalue().decode(encoding)
    assert "x missed" in text
    assert "----" in text
    assert "\\u" not in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_json_is_json_in_any_encoding(encoding, race, tmp_path, said_to) -> None:
    text = race.read_text("utf-8").replace("a rather long name of twenty", "é종😀±")
    (tmp_path / "pig.toml").write_bytes((race.parent / "pig.toml").read_bytes())
    path = tmp_path / "named.toml"
    path.write_text(text, encoding="utf-8")
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    words = ("run", path, "--results", tmp_path / "r", "--no-report", "--json")
    assert said_to(out, *words)[0] == 1
    found = json.loads(raw.getvalue().decode(encoding))
    assert found["verdicts"][0]["target"].startswith("win rate of é종😀± v ")


def test_what_an_encoding_lacks_is_written_in_ascii() -> None:
    assert in_plain("✔ 1 ± 2 × é종", "utf-8") == "✔ 1 ± 2 × é종"
    assert in_plain("✔ 1 ± 2 × é종", "ascii") == "+ 1 +- 2 x \\xe9\\uc885"
    assert in_plain("✔ 1 ± 2 × é", "latin-1") == "+ 1 ± 2 × é"
    assert in_plain("\udcff", "utf-8") == "\\udcff"
