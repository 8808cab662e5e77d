"""Own files that cannot be used are told by name; one that an experiment does not need stops nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
COINS = Path(__file__).parent.parent / "extension"
EXPERIMENT = (
    'name = "e"\ngame = "coins"\ndata = "coins.json"\npolicies = ["heads", "{policy}"]\n'
    'games = 40\nstop = "fixed"\n'
)
POLICY = (
    "from policies.contract import Policy\n\n\ndef _act(view, legal, params, weights, rng):\n    return 0\n\n\n"
    'made = Policy("{name}", "coins", _act, {{}}, "text")\n'
)


def equipoise(words: list[str], folder: Path, *own: Path) -> subprocess.CompletedProcess[str]:
    """The command in a new process, with own code."""
    path = os.pathsep.join(map(str, own or (folder / "own",)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "EQUIPOISE_PATH": path}
    return subprocess.run(
        [sys.executable, "-m", "equipoise", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(COINS / "games", tmp_path / "own" / "games", ignore=shutil.ignore_patterns("__pycache__"))
    basic = {f"own/policies/coins/{name}.py": POLICY.format(name=name) for name in ("heads", "tails")}
    lay(tmp_path, basic)
    lay(tmp_path, {"coins.json": '{"goal": 3}', "e.toml": EXPERIMENT.format(policy="tails")})
    return tmp_path


BROKEN = {
    "syntax": ("def broken(:\n", "syntax error"),
    "absent": ("import no_such_module\n", "No module named 'no_such_module'"),
    "ends": ("import sys\nsys.exit(0)\n", "ends the program"),
    "raises": ("1 / 0\n", "division by zero"),
}


def test_files_that_cannot_be_imported_stop_the_experiments_that_need_them_and_no_others(
    folder: Path,
) -> None:
    lay(folder / "own", {f"policies/coins/{name}.py": text for name, (text, _) in BROKEN.items()})
    lay(folder, {"f.toml": EXPERIMENT.format(policy="ends")})
    run = equipoise(["run", "e.toml", "--no-report", "--json", "--workers", "1"], folder)
    assert run.returncode == 0, run.stderr
    warnings = json.loads(run.stdout)["warnings"]
    for name, (_, reason) in BROKEN.items():
        [line] = [line for line in warnings if f"{name}.py" in line]
        assert reason in line
    refused = equipoise(["check", "f.toml"], folder)
    assert refused.returncode == 2
    assert "ends.py" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_names_that_are_there_already_are_defects_all_in_one_message(folder: Path) -> None:
    own = {
        "policies/coins/twice.py": POLICY.format(name="heads"),
        "policies/pig/simple.py": "# of a shipped file's name\n",
        "policies/contract.py": "X = 1\n",
        "games/pig/__init__.py": "GAME = None\n",
    }
    lay(folder / "own", own)
    done = equipoise(["check", "e.toml"], folder)
    assert done.returncode == 2
    for name in ("policies/pig/simple.py", "policies/contract.py", "games/pig"):
        assert str(folder / "own" / name) in done.stderr
    for name in list(own)[1:]:
        (folder / "own" / name).unlink()
    shutil.rmtree(folder / "own/games/pig")
    done = equipoise(["check", "e.toml"], folder)
    assert done.returncode == 2
    assert "twice.py" in done.stderr
    assert "'heads'" in done.stderr


def test_a_folder_that_does_not_exist_is_a_defect(folder: Path) -> None:
    done = equipoise(["list", "games"], folder, folder / "own", folder / "nowhere")
    assert done.returncode == 2
    assert "EQUIPOISE_PATH" in done.stderr
    assert "nowhere" in done.stderr
    assert equipoise(["--help"], folder, folder / "nowhere").returncode == 0


def test_composed_and_decomposed_names_are_one_name(folder: Path) -> None:
    lay(folder / "own", {"policies/coins/fine.py": POLICY.format(name="h\u00e9ros")})
    lay(folder, {"e.toml": EXPERIMENT.format(policy="he\u0301ros")})
    assert equipoise(["run", "e.toml", "--no-report", "--workers", "1"], folder).returncode == 0
    lay(folder / "own", {"policies/coins/more.py": POLICY.format(name="he\u0301ros")})
    done = equipoise(["check", "e.toml"], folder)
    assert done.returncode == 2
    assert "looks the same" in done.stderr


def test_entrants_that_look_the_same_are_a_defect(folder: Path) -> None:
    table = '[{ name = "fine", policy = "heads" }, { name = "\ufb01ne", policy = "tails" }]'
    text = EXPERIMENT.format(policy="tails").replace('["heads", "tails"]', table)
    lay(folder, {"e.toml": text})
    done = equipoise(["check", "e.toml"], folder)
    assert done.returncode == 2
    assert "looks the same" in done.stderr


def test_a_module_of_the_users_that_hides_a_room_is_named(folder: Path) -> None:
    lay(folder, {"runner.py": "X = 1\n"})
    asked = "import equipoise\ntry:\n    equipoise.load('e.toml')\nexcept ImportError as error:\n    print(error)\n"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert str(folder / "runner.py") in done.stdout
    assert "rename" in done.stdout
