"""The fault campaign: a run is hurt in some way, its command is given again, and what comes of it is counted.

Each trial ends as one of three: the same bytes as a run that nothing happened to; refused clearly, with nothing
touched; or lost. A kind of fault is a function in a file `kinds_*.py` beside this one, found by itself:

    @kind("a deleted part")
    def deleted(bench: Bench, luck: Random) -> None:
        luck.choice(bench.parts()).unlink()
"""

from __future__ import annotations

import contextlib
import importlib
import io
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import equipoise

__all__ = ["KINDS", "LOST", "REFUSED", "SAME", "Bench", "Kind", "kind", "run_campaign", "table"]

SAME, REFUSED, LOST = "same bytes", "refused clearly", "lost"
PIG = Path(__file__).resolve().parents[2] / "configs" / "games" / "pig" / "classic.toml"
VERDICTS, REFUSALS = (0, 1, 3), (2, 4)
CONFIG = f"""name = "hurt"
game = "pig"
data = "{PIG}"
policies = ["hold_at(20)", "hold_at(15)", "hold_at(25)"]
games = 4_000
keep = "games"
[[target]]
metric = "win_rate"
band = [0.45, 0.55]
"""


@dataclass
class Bench:
    """A finished run to hurt, and what it must come to again."""

    config: Path
    results: Path
    expected: dict[str, bytes]

    @property
    def folder(self) -> Path:
        """The run's folder; there is one."""
        return next(path for path in self.results.iterdir() if path.is_dir())

    def words(self) -> list[str]:
        """The command."""
        return ["run", str(self.config), "--results", str(self.results), "--no-report"]

    def parts(self) -> list[Path]:
        """Every part that counts, in order of names."""
        return sorted(path for path in self.folder.glob("*/*.parquet") if path.parent.name != "torn")

    def ends(self) -> str:
        """How giving the command again ends."""
        before = stored(self.results)
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            code = equipoise.main(self.words())
        message = said.getvalue()
        if code in VERDICTS and stored(self.results) == self.expected:
            return SAME
        clear = message.startswith("equipoise: ") and "Traceback" not in message
        return REFUSED if code in REFUSALS and clear and stored(self.results) == before else LOST


@dataclass(frozen=True)
class Kind:
    """A way to hurt a run, and how a trial of it may end."""

    name: str
    hurt: Callable[[Bench, Random], object]
    may_end: tuple[str, ...]


KINDS: dict[str, Kind] = {}


def kind(name: str, *may_end: str) -> Callable[[Callable[[Bench, Random], object]], object]:
    """Register a kind; it must end in the same bytes unless it says what else will do."""

    def register(hurt: Callable[[Bench, Random], object]) -> Callable[[Bench, Random], object]:
        KINDS[name] = Kind(name, hurt, may_end or (SAME,))
        return hurt

    return register


def stored(results: Path) -> dict[str, bytes]:
    """The bytes of all parts that were not set aside, by name, whatever the folder of the run is called."""
    paths = sorted(path for path in results.glob("*/*/*.parquet") if path.parent.name != "torn")
    return {str(path.relative_to(results)): path.read_bytes() for path in paths}


def run_campaign(scratch: Path, count: int, seed: int) -> list[tuple[str, str]]:
    """`count` trials, kinds in turn: (kind, how it ended). One that ended as it must not counts as lost."""
    for path in sorted(Path(__file__).parent.glob("kinds_*.py")):
        importlib.import_module(f"tests.faults.{path.stem}")
    config = scratch / "hurt.toml"
    config.write_text(CONFIG, "utf-8")
    whole = Bench(config, scratch / "whole", {})
    whole.ends()
    expected, ended = stored(whole.results), []
    for number in range(count):
        chosen = list(KINDS.values())[number % len(KINDS)]
        results = scratch / f"trial-{number}"
        shutil.copytree(whole.results, results)
        bench = Bench(config, results, expected)
        chosen.hurt(bench, Random(f"{seed} {number}"))
        how = bench.ends()
        ended.append((chosen.name, how if how in chosen.may_end else LOST))
        if ended[-1][1] != LOST:  # what was lost is kept to be looked at
            shutil.rmtree(results)
    return ended


def table(ended: list[tuple[str, str]]) -> str:
    """Kinds by how their trials ended."""
    counts = Counter(ended)
    lines = [f"{'kind':<34}{'tried':>7}{SAME:>13}{REFUSED:>17}{LOST:>7}"]
    for name in [*dict.fromkeys(name for name, _ in ended), "all"]:
        found = [
            sum(n for (k, how), n in counts.items() if how == one and name in (k, "all"))
            for one in (SAME, REFUSED, LOST)
        ]
        lines.append(f"{name:<34}{sum(found):>7}{found[0]:>13}{found[1]:>17}{found[2]:>7}")
    return "\n".join(lines)
