"""The project as others receive it: lock, declared dependencies, tracked files, the built wheel."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "policies", "runner", "sweeps", "dashboards")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = ("3.11", "3.12", "3.13")

LOCK_LINE = re.compile(
    r"#.*|[a-z0-9-]+==[\w.]+( ; [\w\s.'<>=!()]+)?( \\)?|    --hash=sha256:[0-9a-f]{64}( \\)?"
)
PRODUCTS = re.compile(
    r"(^|/)(results|build|dist|__pycache__|\.venv)/|\.(pyc|so|whl|duckdb|parquet|egg-info)$"
)
SOMEONES_FOLDER = re.compile(r"/(?:home|Users)/[\w.-]+/|[A-Z]:\\Users\\")


def pins(python: str) -> dict[str, Version]:
    """What the lock installs on that Python on Linux: canonical name to version."""
    machine = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    wanted = [Requirement(line.rstrip(" \\")) for line in text.splitlines() if "==" in line]
    return {
        canonicalize_name(pin.name): Version(next(iter(pin.specifier)).version)
        for pin in wanted
        if pin.marker is None or pin.marker.evaluate(machine)
    }


def declared(*extras: str) -> list[Requirement]:
    """Requirements that pyproject.toml names, with those of `extras`."""
    optional = PROJECT["optional-dependencies"]
    return [Requirement(line) for line in sum((optional[extra] for extra in extras), PROJECT["dependencies"])]


def tracked() -> list[Path]:
    """Files in version control, those not yet committed too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


# --- the lock --------------------------------------------------------------------------------------------


def test_lock_names_versions_and_hashes_only() -> None:
    """No index, no link, no path, no option: pip takes the packages from wherever its user takes packages."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not LOCK_LINE.fullmatch(line)] == []


@pytest.mark.parametrize(
    "line", ["--index-url https://x", "-e .", "x @ file:///x", "x>=1", "-f /x", "./x.whl"]
)
def test_lock_pattern_refuses(line: str) -> None:
    assert not LOCK_LINE.fullmatch(line)


@pytest.mark.parametrize("python", PYTHONS)
def test_lock_pins_each_declared_dependency(python: str) -> None:
    locked = pins(python)
    wanted = declared("dev")
    assert [need.name for need in wanted if canonicalize_name(need.name) not in locked] == []
    assert [str(need) for need in wanted if locked[canonicalize_name(need.name)] not in need.specifier] == []


def test_supported_pythons_are_the_locked_ones() -> None:
    supported = SpecifierSet(PROJECT["requires-python"])
    assert [minor for minor in range(9, 20) if f"3.{minor}.0" in supported] == [11, 12, 13]


# --- what is declared ------------------------------------------------------------------------------------


def outside_imports(path: Path) -> set[str]:
    """Top-level names that the file imports from outside the project and the standard library."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {*ROOMS, "equipoise", "tests"}


@pytest.mark.parametrize("room", [*ROOMS, "equipoise.py"])
def test_runtime_imports_are_declared(room: str) -> None:
    names = {canonicalize_name(need.name) for need in declared("openspiel")}
    homes = packages_distributions() | {"pyspiel": ["open-spiel"], "open_spiel": ["open-spiel"]}
    files = [*(ROOT / room).rglob("*.py")] if (ROOT / room).is_dir() else [ROOT / room]
    undeclared = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in files
        for module in outside_imports(path)
        if names.isdisjoint(map(canonicalize_name, homes.get(module, [])))
    }
    assert undeclared == set()


def test_console_script_exists() -> None:
    module, _, function = PROJECT["scripts"]["equipoise"].partition(":")
    body = ast.parse((ROOT / f"{module}.py").read_text(encoding="utf-8")).body
    assert function in {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[(Unreleased|{re.escape(PROJECT['version'])})\]", text, re.MULTILINE)


# --- what is tracked -------------------------------------------------------------------------------------


def test_no_product_of_a_build_or_run_is_tracked() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in tracked()]
    assert len(names) > 50
    assert [name for name in names if PRODUCTS.search(name)] == []


def test_no_tracked_file_names_a_path_of_this_machine() -> None:
    here = [f"{folder}/" for folder in (ROOT.as_posix(), Path.home().as_posix(), Path(sys.prefix).as_posix())]
    guilty = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="replace")
        if SOMEONES_FOLDER.search(text) or any(folder in text for folder in here):
            guilty.append(path.relative_to(ROOT).as_posix())
    assert guilty == []


@pytest.mark.parametrize("folder", [".", *ROOMS, "configs", "tests"])
def test_room_has_a_readme(folder: str) -> None:
    assert len((ROOT / folder / "README.md").read_text(encoding="utf-8").split()) > 20


def test_every_game_has_a_readme() -> None:
    games = [rules.parent for rules in (ROOT / "games").glob("*/rules.py")]
    assert games
    assert [game.name for game in games if not (game / "README.md").is_file()] == []


def test_ci_script_runs_the_commands_of_the_readme() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.search(r"for check in ([a-z ]+);", script.read_text(encoding="utf-8"))
    assert named is not None
    assert {"test", "lint", "types", "slow", "smoke"} <= set(named[1].split())
    assert [check for check in named[1].split() if f"\n{check}:" not in makefile] == []


# --- what is built ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tracked files alone."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in tracked():
        copy = folder / "source" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", folder, folder / "source"], check=True, stdin=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_wheel_holds_the_rooms_and_every_shipped_experiment(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    shipped = [path.relative_to(ROOT).as_posix() for path in tracked()]
    wanted = {name for name in shipped if name.split("/")[0] in {*ROOMS, "configs", "equipoise.py"}}
    assert wanted - inside == set()
    assert {name.split("/")[0] for name in inside} <= {*ROOMS, "configs", "equipoise.py", _metadata(wheel)}


def _metadata(wheel: Path) -> str:
    return f"equipoise-{wheel.name.split('-')[1]}.dist-info"


@pytest.mark.slow
def test_installed_away_from_the_sources_it_finds_its_experiments(wheel: Path, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(site)
    call = "import equipoise as e, sys; print(e.__file__); sys.argv[1:] = ['smoke']; sys.exit(e.main())"
    done = subprocess.run(
        [sys.executable, "-c", call],
        cwd=elsewhere,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.stdout.startswith(str(site / "equipoise.py"))
    assert done.returncode in {0, 1, 3}  # verdicts of a small budget, but no fault and no bad input
