"""The cache of compiled code: kept between processes, and never stale after an edit in any file it came from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PLAY = """
from runner.play import Arena, EntrantSpec, Job
from runner.plan import Matchup, Unit
job = Job("pig", {"goal": 30}, (EntrantSpec("h", "hold_at", {"n": 12.0}, {}),), 3, "per-game")
arena = Arena(job)
summary = arena.simulate(Unit(Matchup("race", ("h", "h")), 0, 50)).summary
hits = sum(arena.loop.stats.cache_hits.values())
print(summary.digest, int(summary.metric_sum[2].sum()), hits)
"""


SMALL = {
    "rule": "from games.jit import hot\n\n\n@hot\ndef rule(n):\n    return n + 1\n",
    "loop": (
        "from games.jit import compiled\nfrom games.pig.rule import rule\n\n\n"
        "@compiled\ndef loop(n):\n    return 10 * rule(n)\n"
    ),
}
ASK = "from games.pig.loop import loop\nprint(loop(1), sum(loop.stats.cache_hits.values()))\n"


def rooms(folder):
    """A copy of the rooms that code is compiled from."""
    for room in ("games", "policies", "runner"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_edit_in_another_file_is_seen_and_no_edit_is_played_from_the_cache(tmp_path):
    root, cache = rooms(tmp_path / "rooms"), tmp_path / "cache"
    for name, text in SMALL.items():
        (root / f"games/pig/{name}.py").write_text(text, encoding="utf-8")
    assert [said(ASK, root, cache) for _ in range(2)] == [[20, 0], [20, 1]]
    (root / "games/pig/rule.py").write_text(SMALL["rule"].replace("n + 1", "n + 2"), encoding="utf-8")
    assert [said(ASK, root, cache) for _ in range(2)] == [[30, 0], [30, 1]]


def said(words, root, cache):
    """The numbers that a new process over these rooms prints."""
    environment = {**os.environ, "EQUIPOISE_CACHE": str(cache), "PYTHONPATH": str(root)}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", words],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def played(root, cache):
    """(digest, points banked, loops taken from the cache) of fifty pairs in a new process."""
    return said(PLAY, root, cache)


@pytest.mark.slow
def test_an_edit_in_the_rules_is_seen_and_no_edit_is_played_from_the_cache(tmp_path):
    root, cache = rooms(tmp_path / "rooms"), tmp_path / "cache"
    for module in (root / "policies/pig").glob("*.py"):
        if module.name not in ("__init__.py", "checks.py", "simple.py"):
            module.unlink()  # fewer players, a quicker loop to compile
    first = played(root, cache)
    again = played(root, cache)
    assert again[:2] == first[:2]
    assert (first[2], again[2]) == (0, 1)
    rules = root / "games/pig/rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "below(rng, 6) + 1" in text
    rules.write_text(text.replace("below(rng, 6) + 1", "below(rng, 6) + 2"), encoding="utf-8")
    edited = played(root, cache)
    assert edited[1] != first[1]
    assert edited[2] == 0


def test_the_cache_folder_is_not_handed_to_other_processes() -> None:
    """A notebook that loaded yesterday's policies must not make today's command line play them."""
    asked = (
        "import os, numba, games.jit as jit\n"
        "print('NUMBA_CACHE_DIR' in os.environ, bool(numba.config.CACHE_DIR))"
    )
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]
