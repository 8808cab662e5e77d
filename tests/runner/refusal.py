"""Bad input through the real command line: one readable message, exit 2, nothing written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

import equipoise

Files = Mapping[str, str | bytes | Callable[[Path], object]]
"""What to put where: text, bytes, or a function that makes something else of the path."""

SOUND = {
    "name": '"bad"',
    "game": '"pig"',
    "data": '"data.toml"',
    "policies": '["hold_at(20)", "four_turns"]',
}

CARDS = '{"cards": {"Strike": {"name": "S", "cost": 1, "kind": "Attack", "damage": 6}}, "starterDeck": ["Strike"]}'
ENEMIES = '{"activeEnemy": "E", "enemies": {"E": {"name": "E", "maxHp": 9, "intents": [{"kind": "Attack", "value": 1}]}}}'  # noqa: E501
BESIDE: Files = {"data.toml": "goal = 20\n", "deck/cards.json": CARDS, "deck/enemies.json": ENEMIES}
"""Sound data of two games, for the experiments beside it."""


def experiment(tables: str = "", **keys: str | None) -> str:
    """The text of an experiment that is sound but for `keys` (None leaves one out) and for `tables` at its end."""
    merged = {**SOUND, **keys}
    lines = [f"{key} = {value}" for key, value in merged.items() if value is not None]
    return "\n".join([*lines, tables]) + "\n"


def folder(path: Path) -> None:
    """A folder where a file is expected."""
    path.mkdir()


def link(target: str) -> Callable[[Path], object]:
    """A symbolic link to `target`."""
    return lambda path: path.symlink_to(target)


def lay_out(root: Path, files: Files) -> None:
    """Make `files` under `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)


def contents(root: Path) -> list[tuple[str, bytes]]:
    """Every file, folder and link under `root`, with what is in it."""
    found = []
    for base, folders, files in os.walk(root):
        for name in [*folders, *files]:
            path = Path(base, name)
            found.append((str(path), path.read_bytes() if path.is_file() else b""))
    return sorted(found)


def refused(
    root: Path,
    files: Files,
    capsys: pytest.CaptureFixture[str],
    arguments: Sequence[str] = (),
    file: str = "bad.toml",
) -> list[str]:
    """The defects that `equipoise run` lists for `file` among `files`, a line each, without `root`.

    Asserts what holds for every bad input: exit 2, nothing but the message, no traceback, nothing written.
    """
    lay_out(root, files)
    before = contents(root)
    code = equipoise.main(["run", str(root / file), "--results", str(root / "results"), *arguments])
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert "Traceback" not in said.err
    assert contents(root) == before
    lines = said.err.replace(f"{root}{os.sep}", "").removeprefix("equipoise: ").splitlines()
    if len(lines) == 1:
        return lines
    assert lines[0] == f"{len(lines) - 1} defects:"
    return [line.removeprefix("  ") for line in lines[1:]]


def check_lines(lines: Sequence[str], expected: Sequence[str]) -> None:
    """Each line stands for one of `expected`, in order: parts between bars that it holds, beginning with the first."""
    assert len(lines) == len(expected), "\n".join(lines)
    for line, parts in zip(lines, expected, strict=True):
        place, *rest = parts.split(" | ")
        assert line.startswith(f"{place}: "), line
        for part in rest:
            assert part in line
