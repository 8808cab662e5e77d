"""A run is named by all code and files that decide its figures, and by no others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
COINS = Path(__file__).parent.parent / "extension"
ASKED = """
import sys
from pathlib import Path
from games import probe
probe.ask = lambda *_, **__: {}  # all is sound here, and trials before play would cost most of the time
from runner import experiment
from runner.manifest import folder_of
for name in sys.argv[1:]:
    print(folder_of(experiment.load(Path(name)), Path("results")).name)
"""
MINE = """
from pathlib import Path

import numpy as np

import top_helper
from policies.contract import Policy
from policies.coins_helper import SIDE
from policies.coins_tools.inner import OTHER


def _act(view, legal, params, weights, rng):
    return SIDE if view.turn % 2 == 0 else OTHER


def _prepare(document, weights, refs):
    return np.array([float(Path(__file__).with_name("table.txt").read_text())])


mine = Policy("mine", "coins", _act, {}, "mine", (), False, _prepare)
"""
OTHER_POLICY = """
from policies.contract import Policy


def _act(view, legal, params, weights, rng):
    return 0


other = Policy("other", "coins", _act, {}, "other")
"""
EXPERIMENT = (
    'name = "{name}"\ngame = "coins"\ndata = "coins.json"\npolicies = ["{policy}"]\nschedule = "mirror"\n'
)


def named(root: Path, own: Path, *experiments: str) -> list[str]:
    """Names of the runs of these experiments, told by a new process."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root), str(own)]),
        "EQUIPOISE_PATH": str(own),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED, *experiments],
        cwd=own, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of own code: a game, a policy with helpers of every kind, and another policy beside it."""
    folder = tmp_path / "own"
    shutil.copytree(COINS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "policies/coins.py").unlink()
    files = {
        "policies/coins/mine.py": MINE,
        "policies/coins/table.txt": "1.0",
        "policies/coins/other.py": OTHER_POLICY,
        "policies/coins_helper.py": "SIDE = 0\n",
        "policies/coins_tools/inner.py": "from .deep import DEEP\nOTHER = DEEP\n",
        "policies/coins_tools/deep.py": "DEEP = 0\n",
        "top_helper.py": "VALUE = 1\n",
        "coins.json": '{"goal": 3}',
        "mine.toml": EXPERIMENT.format(name="mine", policy="mine"),
        "other.toml": EXPERIMENT.format(name="other", policy="other"),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_an_edit_of_anything_that_decides_a_policy_renames_its_runs_and_no_others(own: Path) -> None:
    before = named(ROOT, own, "mine.toml", "other.toml")
    assert named(ROOT, own, "mine.toml", "other.toml") == before
    edits = {
        "policies/coins/mine.py": MINE + "# changed\n",
        "policies/coins_helper.py": "SIDE = 1\n",
        "policies/coins_tools/inner.py": "from .deep import DEEP\nOTHER = 1 - DEEP\n",
        "policies/coins_tools/deep.py": "DEEP = 1\n",
        "policies/coins/table.txt": "2.0",
        "top_helper.py": "VALUE = 2\n",
    }
    names = [before]
    for file, text in edits.items():
        (own / file).write_text(text, encoding="utf-8")
        names.append(named(ROOT, own, "mine.toml", "other.toml"))
    assert len({mine for mine, _ in names}) == 1 + len(edits)
    assert {other for _, other in names} == {before[1]}


def test_a_moved_folder_of_own_code_is_the_same_code(own: Path, tmp_path: Path) -> None:
    before = named(ROOT, own, "mine.toml")
    shutil.move(own, tmp_path / "elsewhere")
    assert named(ROOT, tmp_path / "elsewhere", "mine.toml") == before


def test_an_edit_of_what_plays_or_judges_renames_runs_and_one_of_what_shows_does_not(
    own: Path, tmp_path: Path
) -> None:
    root = tmp_path / "rooms"
    for room in ("games", "policies", "runner"):
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    names = named(root, own, "other.toml")
    for file in ("games/matrix_solver.py", "runner/judge/eprocess.py", "runner/tally.py", "games/rng.py"):
        (root / file).write_text(
            (root / file).read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8"
        )
        names += named(root, own, "other.toml")
    assert len(set(names)) == len(names)
    for file in ("runner/show/tables.py", "games/pig/rules.py", "policies/pig/simple.py"):
        (root / file).write_text(
            (root / file).read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8"
        )
    assert named(root, own, "other.toml") == names[-1:]
