"""Runs that cannot be read are shown as such, each with its reason; every other run is shown as ever."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboards.app.guard import Guard
from dashboards.app.server import build
from runner.store import find_runs
from tests.dashboards.page import parse
from tests.dashboards.recipes import RECIPES
from tests.dashboards.runs import write_run


def _without(*keys: str) -> Callable[[Path], object]:
    def damage(path: Path) -> object:
        manifest = json.loads(path.read_text("utf-8"))
        return path.write_text(
            json.dumps({key: manifest[key] for key in manifest if key not in keys}), "utf-8"
        )

    return damage


def _with(**values: object) -> Callable[[Path], object]:
    def damage(path: Path) -> object:
        return path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **values}), "utf-8")

    return damage


def _folder(path: Path) -> object:
    path.unlink()
    return path.mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (lambda path: path.write_bytes(b""), "not valid JSON"),
    "not JSON": (lambda path: path.write_text("name = 1"), "not valid JSON"),
    "a list": (lambda path: path.write_text("[]"), "torn"),
    "binary": (lambda path: path.write_bytes(bytes(range(256)) * 20), "UTF-8"),
    "deep": (lambda path: path.write_text("[" * 100_000), "nested too deeply"),
    "no status": (_without("status"), "status: has been taken away"),
    "no seals": (_without("seals"), "older version"),
    "certainty as text": (_with(certainty="very"), "certainty: has been changed"),
    "metrics null": (_with(metrics=None), "metrics: has been changed"),
    "seals a list": (_with(seals=[]), "seals: has been changed"),
    "a folder": (_folder, "a folder stands where a file is needed"),
}  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unreadable") / "whole"
    write_run(folder, RECIPES["pig"])
    return folder


@pytest.mark.parametrize("kind", DAMAGES)
def test_one_bad_manifest_is_shown_as_unreadable_with_its_reason(
    whole: Path, tmp_path: Path, kind: str
) -> None:
    damage, reason = DAMAGES[kind]
    for name in ("sound", "spoilt"):
        shutil.copytree(whole, tmp_path / name)
    damage(tmp_path / "spoilt" / "manifest.json")
    assert {run.folder.name: run.status == "torn" for run in find_runs(tmp_path)} == {
        "sound": False,
        "spoilt": True,
    }
    client = build(tmp_path, Guard("localhost", None)).server.test_client()
    for address in ("/", "/run/spoilt"):
        answer = client.get(address)
        assert answer.status_code == 200
        told = " ".join(parse(answer.text).text.split())
        assert "torn" in told
        assert reason in told
    assert "✕ torn" in client.get("/").text
    assert client.get("/run/sound").status_code == 200


def test_a_manifest_of_another_version_that_says_next_to_nothing(whole: Path, tmp_path: Path) -> None:
    for name in ("sound", "bare"):
        shutil.copytree(whole, tmp_path / name)
    (tmp_path / "bare" / "manifest.json").write_text('{"digest": "0"}', encoding="utf-8")
    assert {run.folder.name: run.status for run in find_runs(tmp_path)}["bare"] == "old"
    client = build(tmp_path, Guard("localhost", None)).server.test_client()
    for address in ("/", "/run/bare", "/run/sound"):
        assert client.get(address).status_code == 200


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission(whole: Path, tmp_path: Path) -> None:
    for name in ("sound", "closed"):
        shutil.copytree(whole, tmp_path / name)
    (tmp_path / "closed").chmod(0)
    client = build(tmp_path, Guard("localhost", None)).server.test_client()
    try:
        assert client.get("/").status_code == client.get("/run/closed").status_code == 200
    finally:
        (tmp_path / "closed").chmod(0o755)


def test_damaged_parts_are_told_and_other_runs_are_shown(whole: Path, tmp_path: Path) -> None:
    for name in ("sound", "units", "verdicts"):
        shutil.copytree(whole, tmp_path / name)
    for table in ("units", "verdicts"):
        part = next((tmp_path / table / table).glob("*.parquet"))
        part.chmod(0o644)
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 1
        part.write_bytes(bytes(data))
    client = build(tmp_path, Guard("localhost", None)).server.test_client()
    first = client.get("/")
    assert first.status_code == 200
    assert "The verdicts of these runs cannot be read" in first.text
    assert "is damaged: its bytes are not those that were stored" in first.text
    answer = client.get("/run/units")
    assert answer.status_code == 500
    assert "parquet: is damaged" in answer.text
    assert client.get("/run/sound").status_code == 200
