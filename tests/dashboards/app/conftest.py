"""A results folder with a run of every kind, one of them played, and the app over it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import equipoise
from dashboards.app.guard import Guard
from dashboards.app.serve import listening
from dashboards.app.server import build
from tests.dashboards.app.site import Answer, Site
from tests.dashboards.page import parse
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import write_run

PIG = Path(__file__).resolve().parents[3] / "configs" / "games" / "pig" / "classic.toml"
SHOWN = (
    "pig", "deck", "use", "three seats", "one policy", "empty", "interrupted", "undecided", "no targets", "hostile",
    "exhibits", "large gauntlet", "running",
)  # fmt: skip
"""Recipes of made-up runs. None is being written, so the ones that say they are "running" were killed."""


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    folder = tmp_path_factory.mktemp("site") / "results"
    for name in SHOWN:
        write_run(folder / name, RECIPES[name])
    write_run(folder / "sweep", replace(RECIPES["empty"], extra=(("kind", "sweep"),)))
    old = write_run(folder / "old", RECIPES["pig"]) / "manifest.json"
    kept = json.loads(old.read_text("utf-8"))
    old.write_text(json.dumps({key: value for key, value in kept.items() if key != "form"}), "utf-8")
    (folder / "torn").mkdir()
    (folder / "torn" / "manifest.json").write_text('{"name": "to', "utf-8")
    return folder


@pytest.fixture(scope="session")
def played(results: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a run that was really played and kept its games; its target is missed."""
    config = tmp_path_factory.mktemp("config") / "lopsided.toml"
    config.write_text(
        f'name = "lopsided"\ndata = "{PIG}"\n'
        'title = "Twenty against five"\ngame = "pig"\npolicies = ["hold_at(20)", "hold_at(5)"]\n'
        'games = 400\nkeep = "games"\n[[target]]\nmetric = "win_rate"\nband = [0.45, 0.55]\n',
        "utf-8",
    )
    return equipoise.run(config, results).folder.name


@pytest.fixture(scope="session")
def site(results: Path, played: str) -> Iterator[Site]:
    """The app, listening."""
    with Site(listening(results, Guard("127.0.0.1", None), 0, equipoise.Doors().transcript)) as running:
        yield running


@pytest.fixture(scope="session")
def asked(results: Path, played: str) -> Callable[[str], Answer]:
    """`asked(address)`: the app's answer without a browser, its page parsed strictly."""
    client = build(results, Guard("localhost", None), equipoise.Doors().transcript).server.test_client()

    def ask(address: str) -> Answer:
        response = client.get(address)
        return Answer(response.status_code, parse(response.text), response.text, dict(response.headers))

    return ask
