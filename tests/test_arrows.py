"""The one-way arrows between the rooms, drawn from every import in every file.

    games  <-  policies  <-  runner  <-  sweeps  <-  equipoise.py        dashboards reads what runner stored

Imports count wherever they stand: inside a function, under TYPE_CHECKING, or as `import_module("name")`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {
    "games": set(),
    "policies": {"games"},
    "runner": {"games", "policies"},
    "sweeps": {"games", "policies", "runner"},
    "dashboards": {"runner"},
    "equipoise": {"games", "policies", "runner", "sweeps", "dashboards"},
}
# A library with one home: nothing else may know that it is used.
ONLY_IN = {"ray": "runner/engines/ray*.py", "optuna": "sweeps/study.py"}
# Vocabulary of bad input, shared by every room that reads a file; it knows no game.
SHARED = {"games.defects", "games.documents"}
# What plays is closed to what shows.
HIDDEN_FROM_DASHBOARDS = {"runner.engines", "runner.play"}


def imports(path: Path, root: Path) -> Iterator[str]:
    """Dotted names that the file imports, each as far as its text tells: `from a import b` gives `a.b`."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _is_import_call(node.func):
            yield from (
                a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)
            )


def _is_import_call(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"import_module", "__import__"}


def under(name: str, *bases: str) -> bool:
    """Whether `name` is one of the modules `bases`, or something inside one."""
    return any(name == base or name.startswith(base + ".") for base in bases)


def sources(root: Path) -> Iterator[Path]:
    """Every Python file of the rooms and the front door; tests may import anything."""
    for room in MAY_IMPORT:
        yield from sorted((root / room).rglob("*.py"))
    yield from root.glob("equipoise.py")


def game_folders(root: Path) -> set[str]:
    """Names of the particular games: folders of `games/` that hold rules."""
    return {rules.parent.name for rules in (root / "games").glob("*/rules.py")}


def fault(file: str, name: str, games: set[str]) -> str | None:
    """Why `file` (relative, with slashes) may not import `name`, or None."""
    room, target = file.split("/", 1)[0].removesuffix(".py"), name.split(".", 1)[0]
    if target in ONLY_IN and not fnmatchcase(file, ONLY_IN[target]):
        return f"only {ONLY_IN[target]} imports {target}"
    if target in MAY_IMPORT and target not in {room, *MAY_IMPORT[room]} and not under(name, *SHARED):
        return f"{room} may not import {target}"
    if target == "equipoise":
        return "nothing imports the front door"
    if room == "dashboards" and under(name, *HIDDEN_FROM_DASHBOARDS):
        return "dashboards read what was stored; they do not play"
    game = next((game for game in games if under(name, f"games.{game}", f"policies.{game}")), None)
    if game and file.split("/")[1].removesuffix(".py") != game:
        return f"a particular game, {game}, is known outside its own folders"
    return None


def turned_arrows(root: Path) -> list[str]:
    """Every forbidden import under `root`, as `file: name: reason`."""
    games = game_folders(root)
    return [
        f"{file}: {name}: {why}"
        for path in sources(root)
        for file in [path.relative_to(root).as_posix()]
        for name in imports(path, root)
        if (why := fault(file, name, games))
    ]


def test_every_arrow_points_the_right_way() -> None:
    assert len(list(sources(ROOT))) > len(MAY_IMPORT)
    assert turned_arrows(ROOT) == []


def test_dashboards_load_nothing_that_plays() -> None:
    """Not even through what they import: asked of an interpreter that loaded all of them."""
    files = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / "dashboards").rglob("*.py"))
    modules = [".".join(file.parts).removesuffix(".__init__") for file in files]
    assert modules
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    rules = {f"games.{game}.rules" for game in game_folders(ROOT)}
    assert {"ray", "optuna", "policies", "runner.play", *rules}.isdisjoint(loaded.stdout.split())


# --- the checker itself, on small trees ------------------------------------------------------------------

RIGHT = {
    "games/rng.py": "import numpy",
    "games/pig/rules.py": "from games import rng",
    "policies/pig.py": "from games.pig import rules\nfrom games.pig.rules import step",
    "runner/play.py": "from games.contract import Game",
    "runner/engines/ray.py": "def start():\n    import ray",
    "runner/engines/ray_actor.py": "from ray import get",
    "sweeps/study.py": "import optuna\nimport runner.plan",
    "sweeps/space.py": "from . import objective",
    "dashboards/queries.py": "from runner.store import views\nfrom games.defects import BadInput",
    "equipoise.py": "def main():\n    from sweeps import cli\n    import dashboards.cli",
}
WRONG = {
    "games room imports policies": ("games/rng.py", "import policies"),
    "games room imports runner, late": ("games/rng.py", "def f():\n    from runner import plan"),
    "policies import runner": ("policies/pig.py", "from runner.play import play"),
    "runner imports sweeps for types": ("runner/plan.py", "if TYPE_CHECKING:\n    import sweeps.space"),
    "runner imports dashboards": ("runner/cli.py", "from dashboards import report"),
    "sweeps import dashboards by name": ("sweeps/cli.py", "importlib.import_module('dashboards.report')"),
    "runner imports the front door": ("runner/cli.py", "import equipoise"),
    "relative import leaves the room": ("runner/judge/table.py", "from ...sweeps import space"),
    "ray outside its engine": ("runner/engines/local.py", "import ray.util"),
    "ray in a deeper folder's twin": ("sweeps/ray.py", "import ray"),
    "optuna outside the study": ("sweeps/space.py", "from optuna.distributions import FloatDistribution"),
    "dashboards import a game": ("dashboards/pages.py", "from games.pig import rules"),
    "dashboards import the contract": ("dashboards/pages.py", "import games.contract"),
    "dashboards start an engine": ("dashboards/app.py", "from runner.engines import local"),
    "core knows a game": ("games/contract.py", "from games.pig import GAME"),
    "runner knows a game": ("runner/plan.py", "import games.pig.rules"),
    "one game imports another's policy": ("policies/duel.py", "from policies.pig import hold"),
}


def tree(root: Path, files: dict[str, str]) -> Path:
    """Write `files` under `root`."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_a_tree_in_order_has_no_turned_arrow(tmp_path: Path) -> None:
    assert turned_arrows(tree(tmp_path, RIGHT)) == []


@pytest.mark.parametrize(("file", "text"), WRONG.values(), ids=list(WRONG))
def test_one_turned_arrow_is_found(tmp_path: Path, file: str, text: str) -> None:
    found = turned_arrows(tree(tmp_path, {**RIGHT, file: text}))
    assert len(found) == 1
    assert found[0].startswith(f"{file}: ")
