"""Every shipped experiment on its small budget: does all of it still run on this machine?"""

import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.defects import BadInput
from runner import experiment as experiments
from runner.catalogue import shipped_experiments
from runner.counts import VerdictCounts
from runner.manifest import folder_of
from runner.run import EngineChoice, RunResult, run

if TYPE_CHECKING:
    from runner.show import Console

__all__ = ["SmokeRow", "smoke"]


@dataclass(frozen=True, slots=True)
class SmokeRow:
    """How one experiment went."""

    experiment: str
    outcome: str
    games: int
    seconds: float
    exit_code: int
    """0 when it ran, whatever its verdicts; else as `equipoise run`."""

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)


def smoke(
    results: Path | None,
    engine: str,
    workers: int | None,
    report: Callable[[Path], Path] | None,
    console: "Console",
) -> list[SmokeRow]:
    """Run them all, each with a report; runs are thrown away unless `results` says where to keep them."""
    with tempfile.TemporaryDirectory(prefix="equipoise-smoke-") as scratch:
        folder = results or Path(scratch)
        return [
            _row(file, folder, EngineChoice(engine, workers), report, console)
            for file in shipped_experiments()
        ]


def _row(
    file: Path, results: Path, choice: EngineChoice, report: Callable[[Path], Path] | None, console: "Console"
) -> SmokeRow:
    began = time.monotonic()
    try:
        with console.progress(file.stem) as listener:
            loaded = experiments.load(file, budget="smoke")
            result = run(loaded, folder_of(loaded, results), choice, fresh=True, listener=listener)
            listener.preparing("writing the report")
            if report is not None:
                report(result.folder)
    except BadInput as error:
        return SmokeRow(file.stem, error.message(), 0, time.monotonic() - began, 2)
    code = result.exit_code if result.exit_code == 4 else 0
    return SmokeRow(file.stem, _outcome(result), result.games, time.monotonic() - began, code)


def _outcome(result: RunResult) -> str:
    told = VerdictCounts.of(result.verdicts).words()
    failed = [control.name for control in result.controls if not control.passed]
    faults = [fault.policy for fault in result.faults]
    return ", ".join(
        [
            *filter(None, [told]),
            *(f"control failed: {name}" for name in failed),
            *(f"fault: {name}" for name in faults),
        ]
    )
