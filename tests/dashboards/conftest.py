"""Runs of every kind, written once and shown once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dashboards.report import write_report
from dashboards.run import Run
from tests.dashboards.page import Node, parse
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import write_run

Shown = Callable[[str], Node]


@pytest.fixture(scope="session")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`folder_of(name)`: the folder of the run that `RECIPES[name]` describes."""
    root, written = tmp_path_factory.mktemp("runs"), {}

    def folder(name: str) -> Path:
        if name not in written:
            written[name] = write_run(root / name, RECIPES[name])
        return written[name]

    return folder


@pytest.fixture(scope="session")
def page_of(folder_of: Callable[[str], Path]) -> Callable[[str], Path]:
    """`page_of(name)`: the report of that run, a file."""
    written: dict[str, Path] = {}

    def page(name: str) -> Path:
        if name not in written:
            written[name] = write_report(folder_of(name))
        return written[name]

    return page


@pytest.fixture(scope="session")
def shown(page_of: Callable[[str], Path]) -> Shown:
    """`shown(name)`: that report, parsed."""
    parsed: dict[str, Node] = {}

    def tree(name: str) -> Node:
        if name not in parsed:
            parsed[name] = parse(page_of(name).read_text(encoding="utf-8"))
        return parsed[name]

    return tree


@pytest.fixture
def opened(folder_of: Callable[[str], Path]) -> Iterator[Callable[[str], Run]]:
    """`opened(name)`: that run, open for the test."""
    runs: list[Run] = []

    def run(name: str) -> Run:
        runs.append(Run.open(folder_of(name)))
        return runs[-1]

    yield run
    for one in runs:
        one.connection.close()
