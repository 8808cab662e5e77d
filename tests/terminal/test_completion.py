"""TAB in a shell: verbs, options and their values; and a help text that loads nothing for it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import equipoise
from tests.terminal.pseudo import ROOT


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What bash is offered for the last word of a command line."""

    def ask(line: str) -> list[str]:
        words = line.split(" ")
        with monkeypatch.context() as patch:
            patch.setenv("_EQUIPOISE_COMPLETE", "complete_bash")
            patch.setenv("COMP_WORDS", line)
            patch.setenv("COMP_CWORD", str(len(words) - 1))
            assert equipoise.main([]) == 0
        return capsys.readouterr().out.split()

    return ask


def test_verbs(offered) -> None:
    assert offered("equipoise ") == list(equipoise.VERBS)
    assert offered("equipoise sw") == ["sweep"]
    assert offered("equipoise --inst") == ["--install-completion"]
    assert offered("equipoise nothing") == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("equipoise run --qui", "--quiet"),
        ("equipoise sweep --tri", "--trials"),
        ("equipoise report --ou", "--out"),
        ("equipoise run --engine r", "ray"),
        ("equipoise run pig.toml --bud", "--budget"),
        ("equipoise explain p", "pig"),
    ],
)
def test_options_and_values_of_a_verb(line: str, found: str, offered) -> None:
    assert offered(line) == [found]


def test_a_file_is_left_to_the_shell(offered) -> None:
    """Nothing is offered, and the script says `-o default`: bash then offers files."""
    assert offered("equipoise run con") == []


@pytest.mark.parametrize(
    ("shell", "mark"), [("bash", "complete -o default -F"), ("zsh", "#compdef equipoise")]
)
def test_the_script_of_a_shell(shell: str, mark: str) -> None:
    code = "import sys, equipoise; sys.exit(equipoise.main(sys.argv[1:]))"
    environment = {
        **os.environ,
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }  # a shell may be named then
    done = subprocess.run(
        [sys.executable, "-c", code, "--show-completion", shell],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert mark in done.stdout


def test_help_loads_nothing_heavy() -> None:
    code = "import sys, equipoise; equipoise.main(['--help']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "runner.output" in loaded
    assert loaded.isdisjoint(
        {"typer", "rich", "numpy", "numba", "pydantic", "runner.completion", "runner.cli"}
    )
