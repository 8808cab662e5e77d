"""How long a person waits: the help text, a small run warm."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def called(*words):
    done = subprocess.run(
        [sys.executable, "-m", "equipoise", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 1, 3), done.stderr


def test_help(benchmark):
    benchmark.pedantic(called, args=("--help",), rounds=5, warmup_rounds=1)


def test_a_small_run_warm(benchmark, tmp_path):
    words = ("run", "configs/deckfight-seed.toml", "--fresh", "--no-report", "--results", str(tmp_path))
    benchmark.pedantic(called, args=words, rounds=3, warmup_rounds=1)
