"""Own policies that crash, hang, cheat or end the program are named before play, and all others are judged."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent.parent
HEAD = (
    "import os, sys, time\nimport numpy as np\nfrom policies.contract import policy\n\nTABLE = {1: 2}\n\n\n"
)
ACT = '@policy("pig"{settings})\ndef {name}(view, legal, params, weights, rng):\n    """Text."""\n{body}\n'
HOLDS = "    return legal[legal.size - 1]"
# Name -> (what its act does before it answers as everybody may, what must be said of it).
GUESTS = {
    "writes_view": ("    view.score[view.seat] = 1000\n" + HOLDS, "writes into the view"),
    "writes_legal": ("    legal[0] = 99\n    return 99", "writes into the list of legal actions"),
    "writes_params": ("    params.goal = 1\n" + HOLDS, "writes into the game's parameters"),
    "answers_99": ("    return 99", "answers 99, which is not legal"),
    "reads_far": ("    return legal[5]", "IndexError"),
    "writes_near": ("    weights[weights.size] = 1.0\n" + HOLDS, "IndexError"),
    "writes_far": ("    weights[10_000_000] = 1.0\n" + HOLDS, "IndexError"),
    "recurses": (
        "    def deeper(n):\n        return deeper(n + 1) + 1\n    return deeper(0)",
        "RecursionError",
    ),
    "allocates": ("    return int(np.zeros(1 << 40)[0])", "MemoryError"),
    "loops": ("    while True:\n        pass", "a move took more than"),
    "sleeps": ("    time.sleep(600)\n" + HOLDS, "a move took more than"),
    "raises": ("    raise KeyError('no such thing')", "KeyError"),
    "exits": ("    sys.exit(0)", "SystemExit"),
    "ends": ("    os._exit(0)", "ended its process with exit code 0"),
    "kills": ("    os.kill(os.getpid(), 9)", "killed its process (SIGKILL)"),
    "misspells": ("    return view.totl", "totl"),
    "not_compiled": ("    return int(TABLE.get(7, legal[0]))", "the compiler refuses it"),
}
PREPARED = """
def _{name}(document, weights, refs):
    {body}

"""
PREPARES = {
    "raises_ready": ("raise RuntimeError('not ready')", "RuntimeError: not ready"),
    "ends_ready": ("os._exit(0)", "ended its process with exit code 0"),
}
EXPERIMENT = """
name = "guests"
game = "pig"
data = "classic.toml"
policies = {policies}
games = 800
stop = "fixed"
move_seconds = 1.5

[[target]]
metric = "win_rate"
band = [0.05, 0.95]
"""


def equipoise(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a new process with the folder's own policies."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "EQUIPOISE_PATH": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "equipoise", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """A folder with a policy of each kind."""
    folder = tmp_path / "policies" / "pig"
    folder.mkdir(parents=True)
    for name, (body, _) in GUESTS.items():
        text = HEAD + ACT.format(name=name, body=body, settings="")
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for name, (body, _) in PREPARES.items():
        ready = PREPARED.format(name=name, body=body)
        text = HEAD + ready + ACT.format(name=name, body=HOLDS, settings=f", prepare=_{name}")
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "classic.toml").write_text("goal = 50\n", encoding="utf-8")
    names = [*GUESTS, *PREPARES, "hold_at(20)", "hold_at(15)"]
    (tmp_path / "zoo.toml").write_text(EXPERIMENT.format(policies=json.dumps(names)), encoding="utf-8")
    fair = EXPERIMENT.format(policies=json.dumps(["hold_at(20)", "hold_at(15)"]))
    (tmp_path / "fair.toml").write_text(fair, encoding="utf-8")
    return tmp_path


def test_each_is_named_and_the_others_are_judged_and_the_next_run_is_unharmed(zoo: Path) -> None:
    done = equipoise(zoo, "run", "zoo.toml", "--no-report", "--json")
    assert done.returncode == 4, done.stderr
    told = json.loads(done.stdout)
    reasons = {fault["policy"]: fault["reason"] for fault in told["faults"]}
    expected = {name: words for name, (_, words) in {**GUESTS, **PREPARES}.items()}
    assert reasons.keys() == expected.keys()
    for name, words in expected.items():
        assert words in reasons[name], name
    lines = [name for name, reason in reasons.items() if f"{name}.py" in reason or "line " in reason]
    assert {"not_compiled", "raises", "reads_far", "writes_near", "recurses"} <= set(lines)
    [judged] = [verdict for verdict in told["verdicts"] if "guests" not in verdict and verdict["games"]]
    assert judged["verdict"] == "met"
    assert "hold_at(20) v hold_at(15)" in judged["target"]
    fair = equipoise(zoo, "run", "fair.toml", "--no-report", "--json")
    assert fair.returncode == 0, fair.stderr
    [same] = json.loads(fair.stdout)["verdicts"]
    assert (same["games"], same["estimate"]) == (judged["games"], judged["estimate"])


def test_what_can_play_nothing_ends_with_its_reasons_and_sweeps_do_not_begin(zoo: Path) -> None:
    text = EXPERIMENT.format(policies='["raises", "answers_99"]')
    (zoo / "two.toml").write_text(text, encoding="utf-8")
    done = equipoise(zoo, "run", "two.toml")
    assert done.returncode == 4
    assert "raises was not let play: KeyError" in done.stderr
    assert "answers_99 was not let play" in done.stderr
    assert "Traceback" not in done.stderr
