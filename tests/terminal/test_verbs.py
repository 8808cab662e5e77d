"""Every verb on a terminal of 80, 120 and 200 columns: it ends as it should, fits, and breaks no number in two."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import equipoise
from runner import smoke
from tests.terminal.conftest import On, Said
from tests.terminal.pseudo import ROOT
from tests.terminal.screen import colours, numbers

WIDTHS = (80, 120, 200)
BOUNDLESS = 1000
SLOW = ("careers", "check", "export", "new", "report", "smoke", "sql")
"""Verbs that play, draw or read a whole run anew each time: tried at the narrowest width alone."""


@pytest.fixture(scope="module")
def results(race: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the race and its sweep are stored."""
    folder = tmp_path_factory.mktemp("results")
    assert equipoise.main(["run", str(race), "--results", str(folder), "--json"]) == 1
    assert equipoise.main(["sweep", str(race), "--results", str(folder / "sweeps"), "--json"]) in (1, 3)
    return folder


def verb(name: str, race: Path, results: Path, scratch: Path) -> tuple[list[object], set[int]]:
    """The words of a verb's command line, and how it may end."""
    (run,) = results.glob("race-*")
    words: dict[str, tuple[list[object], set[int]]] = {
        "run": (["run", race, "--results", results, "--no-report"], {1}),
        "sweep": (["sweep", race, "--results", results / "sweeps"], {1, 3}),
        "compare": (["compare", race, race, "--games", 20, "--results", results / "kept"], {0}),
        "ablate": (["ablate", race, "--games", 20, "--results", results / "kept"], {0}),
        "careers": (
            [
                "careers",
                ROOT / "configs" / "battle.toml",
                "--careers",
                2,
                "--battles",
                8,
                "--results",
                results / "kept",
            ],
            {0},
        ),
        "check": (["check", ROOT / "configs" / "duel.toml"], {0, 1}),
        "new": (["new", "duel", "--out", scratch / "new"], {0}),
        "list": (["list", "--results", results], {0}),
        "schema": (["schema", "pig"], {0}),
        "sql": (["sql", run, "SELECT * FROM verdicts"], {0}),
        "export": (["export", run, scratch / "tables"], {0}),
        "report": (["report", run], {0}),
        "explain": (["explain", "pig"], {0}),
        "replay": (["replay", run, "a rather long name of twenty v random", 3], {0}),
        "smoke": (["smoke"], {0}),
    }
    return words[name]


def settled(said: Said) -> str:
    """What is printed, without paths and times, which differ from one call to the next."""
    text = re.sub(r"\S*/\S*", "", said.text)
    text = re.sub(r"^row .*", "", text, flags=re.MULTILINE)  # of records, which a narrow terminal gets
    return re.sub(r"[\d.]+ s\b", "", text)


VERBS = sorted(set(equipoise.VERBS) - {"dashboard"})


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_at_every_width(
    name: str, race: Path, results: Path, on_terminal: On, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoke, "shipped_experiments", lambda: [race])
    said = {}
    widths = WIDTHS[:1] if name in SLOW else WIDTHS
    for width in (*widths, BOUNDLESS):
        words, codes = verb(name, race, results, tmp_path / str(width))
        (tmp_path / str(width)).mkdir()
        said[width] = on_terminal(*words, columns=width)
        assert said[width].code in codes, said[width].text
        assert "Traceback" not in said[width].raw
    for width in widths:
        assert numbers(settled(said[width])) <= numbers(settled(said[BOUNDLESS]))
        if name not in ("schema", "replay", "explain"):  # JSON and prose are the reader's to wrap
            assert not too_wide(said[width].text, width)


def too_wide(text: str, width: int) -> list[str]:
    """Lines that a terminal would break, paths aside."""
    return [line for line in text.splitlines() if len(line) > width and "/" not in line]


def test_a_number_broken_in_two_is_noticed() -> None:
    assert numbers("2\n5,984 games") > {"5,984"}
    assert not numbers("2\n5,984 games") <= numbers("25,984 games")
    assert too_wide("12345\n123", 4) == ["12345"]


@pytest.mark.parametrize("name", sorted(equipoise.VERBS))
def test_the_help_of_a_verb_at_every_width(name: str, on_terminal: On) -> None:
    for width in WIDTHS:
        said = on_terminal(name, "--help", columns=width)
        assert said.code == 0
        assert f"Usage: equipoise {name}" in said.text
        assert not too_wide(said.text, width)


def test_a_dumb_terminal_gets_no_escapes(race: Path, results: Path, on_terminal: On) -> None:
    said = on_terminal("run", race, "--results", results, "--no-report", TERM="dumb")
    assert said.code == 1
    assert "\x1b" not in said.raw
    assert "undecided" in said.text


def test_no_color_is_heeded(race: Path, results: Path, on_terminal: On) -> None:
    words = ("run", race, "--results", results, "--no-report")
    assert colours(on_terminal(*words).raw)
    plain = on_terminal(*words, NO_COLOR="1")
    assert not colours(plain.raw)
    assert plain.code == 1


def test_quiet_shows_no_progress_and_the_same_answer(race: Path, results: Path, on_terminal: On) -> None:
    words = ("run", race, "--results", results, "--no-report")
    said, quiet = on_terminal(*words), on_terminal(*words, "--quiet")
    assert "judging" in said.raw
    assert "judging" not in quiet.raw
    assert settled(said) == settled(quiet).replace(" --quiet", "")  # what to do next repeats the words
