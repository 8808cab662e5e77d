"""What a run comes to, and who is told how it goes on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from runner.counts import GameCounts, game_counts
from runner.judge.controls import ControlResult
from runner.judge.gates import GateVerdict
from runner.judge.verdicts import Verdict
from runner.summary import Summary

__all__ = ["LOCAL", "EngineChoice", "FaultReport", "Listener", "RunResult"]


@dataclass(frozen=True)
class EngineChoice:
    """Where to play: engine name, workers (None: all cores), cluster address, and the unit size for tests."""

    name: str = "local"
    workers: int | None = None
    address: str | None = None
    unit_pairs: int | None = None
    time_out: float = 600.0


LOCAL = EngineChoice()


@dataclass(frozen=True)
class FaultReport:
    """Pairs of a match-up that a policy's fault voided. The policy plays no further round."""

    policy: str
    matchup: str
    """Empty for a policy that was not let play: it failed the trial before the run."""
    pairs: int
    reason: str

    @property
    def sentence(self) -> str:
        """What happened, in one line."""
        if not self.matchup:
            return f"{self.policy} was not let play: {self.reason}"
        if not self.pairs:
            return f"{self.policy} broke off {self.matchup}: {self.reason}"
        return f"{self.policy} voided {self.pairs:,} pairs of {self.matchup}: {self.reason}"


@dataclass(frozen=True)
class RunResult:
    """What a run came to."""

    folder: Path
    verdicts: tuple[Verdict, ...]
    """Of every target, then of every gate in every scenario."""
    gates: tuple[GateVerdict, ...]
    controls: tuple[ControlResult, ...]
    faults: tuple[FaultReport, ...]
    summaries: Mapping[str, Summary]
    seconds: float
    """Of all the commands that played it."""
    cap: int
    warnings: tuple[str, ...]

    @property
    def counts(self) -> GameCounts:
        """The games that verdicts rest on, and controls apart."""
        return game_counts(self.summaries)

    @property
    def games(self) -> int:
        """Games that verdicts rest on: those of the plan's match-ups that count."""
        return self.counts.games

    @property
    def exit_code(self) -> int:
        """0 met, 1 missed, 3 undecided, 4 a fault or a failed control."""
        statuses = {verdict.status for verdict in self.verdicts}
        if self.faults or not all(control.passed for control in self.controls):
            return 4
        return 1 if "missed" in statuses else 3 if "undecided" in statuses else 0

    def allowing(self, undecided: bool) -> int:
        """The exit code; where what is undecided is allowed, 0 in place of 3."""
        return 0 if undecided and self.exit_code == 3 else self.exit_code


class Listener(Protocol):
    """Told how a run goes on; every method may do nothing."""

    def preparing(self, what: str) -> None:
        """Something begins that may take seconds."""

    def round(self, number: int, games: int, undecided: int, targets: int = 0, stored: int = 0) -> None:
        """A round of `games` games begins, `stored` of them played before; so many of all targets are undecided."""

    def played(self, games: int) -> None:
        """So many more games of the round are done."""
