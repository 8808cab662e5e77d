"""A run: rounds of play and judgement until every target is decided or the cap is reached.

What is played in a round is a pure function of the summaries of the rounds before it. A run that was killed is
therefore gone through again from its first round: what is stored is skipped, and the rest comes out the same.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from games.contract import NOBODY
from runner import engines
from runner.counts import GameCounts, game_counts
from runner.engines import Lost
from runner.gates import Gates
from runner.guests import guests_of, is_guest_game, require_sound
from runner.judge.controls import ControlResult, distinct_games, mirror
from runner.judge.effort import FIRST_PAIRS, attempted, next_round, pairs_to_add
from runner.judge.gates import GateVerdict
from runner.judge.verdicts import Verdict
from runner.judgement import Judgement, judgement
from runner.manifest import manifest_of
from runner.measures import measures_of
from runner.output import keeps
from runner.plan import Matchup, Unit
from runner.play import Arena, JobUnit, Outcomes
from runner.store import Store, StoreError
from runner.summary import Summary, merge

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["LOCAL", "EngineChoice", "FaultReport", "Listener", "RunResult", "run"]

CONTROL_PAIRS = 64
THE_RULES = "the rules"
BATCH_UNITS = 256
BATCH_SECONDS = 1.0


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


class _Quiet:
    def preparing(self, what: str) -> None: ...
    def round(self, number: int, games: int, undecided: int, targets: int = 0, stored: int = 0) -> None: ...
    def played(self, games: int) -> None: ...


def run(
    experiment: "Experiment",
    folder: Path,
    engine: EngineChoice = LOCAL,
    *,
    fresh: bool = False,
    listener: Listener | None = None,
) -> RunResult:
    """Play and judge `experiment`, or go on with what `folder` holds of it.

    Raises `BadInput` for a folder that holds another run, `StoreError` when it cannot be written, `WorkerError` when
    the workers cannot go on. On `KeyboardInterrupt` everything played is kept and the run is marked interrupted.
    """
    began = time.monotonic()
    listener = listener or _Quiet()
    if not experiment.playable():
        require_sound(experiment)
    with Store.open(folder, manifest_of(experiment), fresh=fresh) as store:
        try:
            with keeps(lambda: _kept(store)):
                campaign = _Campaign(experiment, store, engine, listener)
                judged = campaign.play()
                controls, faults = campaign.controls(), campaign.faults()
        except StoreError:
            raise  # the disk is full: nothing more can be written, and nothing stored is lost
        except BaseException:
            store.finish("interrupted", timings={"seconds": time.monotonic() - began})
            raise
        finally:
            campaign.close()
        seconds = time.monotonic() - began
        sound = all(control.passed for control in controls)
        store.finish(
            "complete" if sound else "void",
            timings={"seconds": seconds},
            engine={"name": engine.name, "workers": campaign.workers, "address": engine.address},
            controls=[{"name": c.name, "passed": c.passed, "detail": c.detail} for c in controls],
            warnings=list(store.warnings),
        )
        summaries = store.summaries()
        return RunResult(
            folder=folder,
            verdicts=judged.table,
            gates=judged.gates,
            controls=controls,
            faults=faults,
            summaries=summaries,
            seconds=seconds,
            cap=experiment.games,
            warnings=(*experiment.warnings, *store.warnings),
        )


def _kept(store: Store) -> str:
    """What an interrupt leaves."""
    return f"{game_counts(store.summaries()).games:,} games kept; the same command goes on"


class _Batch:
    """Outcomes that wait to be stored together: a part a unit would be slow where units are small."""

    def __init__(self, store: Store, round_number: int) -> None:
        self._store, self._round = store, round_number
        self._waiting: list[Outcomes] = []
        self._flushed = time.monotonic()

    def add(self, outcome: Outcomes) -> None:
        """Take one; what is older than a second is stored."""
        self._waiting.append(outcome)
        if len(self._waiting) >= BATCH_UNITS or time.monotonic() - self._flushed > BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Store what waits."""
        waiting, self._waiting = (
            self._waiting,
            [],
        )  # first: Ctrl-C in the midst of it must not store them twice
        if waiting:
            self._store.add_all(waiting, self._round)
        self._flushed = time.monotonic()


class _Campaign:
    """The rounds of one run."""

    def __init__(
        self, experiment: "Experiment", store: Store, engine: EngineChoice, listener: Listener
    ) -> None:
        self.experiment, self.store, self.engine, self.listener = experiment, store, engine, listener
        self.matchups = {matchup.key: matchup for matchup in experiment.playable()}
        self.mirrors = experiment.controls()
        self.job = experiment.job()
        listener.preparing(f"making {experiment.game.title} ready")
        self.guests = frozenset(guests_of(self.job.entrants, self.job.game))
        self.arena = self._own_arena()
        self.seats = experiment.game.seats
        self.measures = measures_of(experiment.game, experiment.document)
        self.gates = Gates(experiment, self.measures)
        self.workers = 0
        self.judged = Judgement()
        self._crew: engines.Crew | None = None
        self._reasons: dict[tuple[str, int], str] = {}
        self._broken: dict[tuple[str, str], FaultReport] = {}
        """What killed or stalled its worker twice, by policy and match-up."""

    def _own_arena(self) -> Arena | None:
        """An arena of the entrants that ship, in this process; None where there are none, or the rules do not."""
        shipped = tuple(spec for spec in self.job.entrants if spec.label not in self.guests)
        if not shipped or is_guest_game(self.job.game):
            return None
        arena = Arena(replace(self.job, entrants=shipped))
        arena.warm()
        return arena

    def play(self) -> Judgement:
        """All rounds; the last judgement."""
        for number, work in enumerate(self._rounds()):
            self._play_round(number, work)
        return self.judged

    def close(self) -> None:
        """Let the workers go."""
        if self._crew is not None:
            self._crew.close()

    def _rounds(self) -> Iterator[list[Unit]]:
        """What each round plays, as whole ranges; ends when nothing is left to play."""
        yield [
            *self._control_units(),
            *(Unit(matchup, 0, self._first()) for matchup in self.matchups.values()),
        ]
        number = 0
        while True:
            self.listener.preparing("judging")
            summaries = self.store.summaries(number)
            self.judged = judgement(self.experiment, self.gates, self.measures, summaries, number + 1)
            self.store.verdicts(number, self.judged.table)
            self.store.gates(number, self.judged.gates)
            wanted = self._wanted(self.judged, summaries)
            if not wanted:
                return
            number += 1
            units = []
            for key, pairs in wanted.items():
                lo = attempted(summaries.get(key), self.seats)
                units.append(Unit(self.matchups[key], lo, lo + pairs))
            yield units

    def _first(self) -> int:
        cap = self.experiment.games // self.seats
        return cap if self.experiment.stop == "fixed" else min(FIRST_PAIRS, cap)

    def _control_units(self) -> list[Unit]:
        return [Unit(matchup, 0, CONTROL_PAIRS) for matchup in self.mirrors] if self.seats > 1 else []

    def _wanted(self, judgement: Judgement, summaries: Mapping[str, Summary]) -> dict[str, int]:
        """Pairs to add by match-up; none for a match-up with a policy that has faulted."""
        if self.experiment.stop == "fixed":
            return {}
        targets = [verdict.target for verdict in judgement.targets]
        seats = {matchup.key: self.seats for matchup in self.experiment.matchups()}
        wanted = next_round(targets, judgement.targets, summaries, seats, self.experiment.games)
        for key, pairs in self._wanted_by_gates(judgement.gates, summaries).items():
            wanted[key] = max(pairs, wanted.get(key, 0))
        quarantined = {
            self._all()[key].players[player]
            for key, summary in summaries.items()
            for player in summary.faults.nonzero()[0]
        }
        return {
            key: pairs
            for key, pairs in wanted.items()
            if key in self.matchups
            and self._is_wanted(self.matchups[key])
            and not quarantined.intersection(self.matchups[key].players)
        }

    def _wanted_by_gates(
        self, gates: Sequence[GateVerdict], summaries: Mapping[str, Summary]
    ) -> dict[str, int]:
        """Pairs that undecided gates ask of the match-ups they rest on."""
        wanted: dict[str, int] = {}
        for target, gate in zip(self.experiment.gates, gates, strict=True):
            matchups = self.gates.matchups_of(target) if gate.status == "undecided" else ()
            for matchup in matchups:
                needed = None if gate.needed is None else gate.needed // (self.seats * len(matchups))
                played = attempted(summaries.get(matchup.key), self.seats)
                pairs = pairs_to_add(played, needed, self.experiment.games // self.seats)
                if pairs:
                    wanted[matchup.key] = max(pairs, wanted.get(matchup.key, 0))
        return wanted

    def _play_round(self, number: int, work: Sequence[Unit]) -> None:
        """Play what the store lacks of `work`."""
        left = [
            Unit(unit.matchup, lo, hi)
            for unit in work
            for lo, hi in self.store.missing(unit.matchup.key, unit.lo, unit.hi)
        ]
        done = sum(unit.pairs for unit in work) - sum(unit.pairs for unit in left)
        undecided, targets = self._open(number)
        games = sum(unit.pairs for unit in work) * self.seats
        self.listener.round(number, games, undecided, targets, done * self.seats)
        if not left:
            return
        whole = max(unit.pairs for unit in left) if self.experiment.stream == "sequential" else None
        outcomes = engines.dispatch(
            self._hired(),
            left,
            whole or self.engine.unit_pairs,
            self.engine.time_out,
            self._note_broken,
            lambda unit: self._is_wanted(unit.matchup),
        )
        batch = _Batch(self.store, number)
        with closing(outcomes):
            try:
                for outcome in outcomes:
                    batch.add(outcome)
                    for fault in outcome.faults:
                        self._reasons.setdefault((outcome.unit.matchup.key, fault.player), fault.reason)
                    self.listener.played(outcome.unit.pairs * self.seats)
            finally:
                batch.flush()

    def _note_broken(self, lost: Lost) -> None:
        """A player, or the rules, killed or stalled a worker twice: neither plays on, all others do."""
        matchup = lost.unit.matchup
        rules = lost.player is None or lost.player == NOBODY
        who = THE_RULES if rules else matchup.players[int(lost.player or 0)]
        self._broken[who, matchup.key] = FaultReport(who, matchup.name, 0, lost.reason)

    def _is_wanted(self, matchup: Matchup) -> bool:
        """Whether nobody in it, nor its rules, have been given up."""
        return (THE_RULES, matchup.key) not in self._broken and not any(
            who in matchup.players for who, _ in self._broken
        )

    def _open(self, number: int) -> tuple[int, int]:
        """How many targets are undecided before a round, and of how many."""
        targets = len(self.experiment.targets) + len(self.gates.played)
        if number == 0:
            return targets, targets
        table = self.judged.table
        return sum(verdict.status == "undecided" for verdict in table), len(table)

    def _hired(self) -> engines.Crew:
        if self._crew is None:
            if self.engine.name == "ray":
                self.listener.preparing("starting Ray")
            self._crew = engines.crew(
                self.engine.name,
                self.job,
                self.arena,
                self.engine.workers,
                self.engine.address,
                self.experiment.move_seconds,
            )
            self.workers = self._crew.workers
        return self._crew

    def _all(self) -> dict[str, Matchup]:
        return {**self.matchups, **{matchup.key: matchup for matchup in self.mirrors}}

    def faults(self) -> tuple[FaultReport, ...]:
        """Every policy that voided pairs, by match-up, and the rules where they did."""
        reports = [FaultReport(one.label, "", 0, one.reason) for one in self.experiment.quarantined]
        everything = self._all()
        for key, summary in self.store.summaries().items():
            matchup = everything[key]
            by_rules = summary.voided // self.seats - int(summary.faults.sum())
            culprits = {NOBODY: by_rules, **{p: int(n) for p, n in enumerate(summary.faults)}}
            for player, pairs in culprits.items():
                if pairs:
                    who = THE_RULES if player == NOBODY else matchup.players[player]
                    reason = self._reasons.get((key, player), "an action that is not legal, or an error")
                    reports.append(FaultReport(who, matchup.name, pairs, reason))
        return (*reports, *self._broken.values())

    def controls(self) -> tuple[ControlResult, ...]:
        """Mirrors at exactly one half (or, with one seat, the same games twice), and games that differ."""
        summaries = self.store.summaries()
        results: list[ControlResult | None]
        if self.seats > 1:
            results = [
                mirror(summaries[matchup.key].score_hist, matchup.players[0])
                for matchup in self.mirrors
                if matchup.key in summaries and not summaries[matchup.key].faults.any()
            ]
        else:
            results = [self._same_twice(matchup) for matchup in self.mirrors if self._is_wanted(matchup)]
        sound = [matchup for matchup in self.mirrors if self._is_wanted(matchup)]
        if sound:
            results.append(self._distinct(min(sound, key=self._has_guests)))
        found = [result for result in results if result is not None]
        return (*found, *self.gates.agreement(summaries))

    def _same_twice(self, matchup: Matchup) -> ControlResult | None:
        """A one-seat game has no mirror: the same pairs, played in one unit and in two, must be the same games."""
        whole = [Unit(matchup, 0, CONTROL_PAIRS)]
        halves = whole
        if self.experiment.stream == "per-game":
            halves = [Unit(matchup, 0, 1), Unit(matchup, 1, CONTROL_PAIRS)]
        once, again = self._simulated(whole, "once"), self._simulated(halves, "again")
        if once is None or again is None:
            return None
        same = merge(one.summary for one in once) == merge(one.summary for one in again)
        detail = f"{CONTROL_PAIRS} games played twice, {'no' if same else 'some'} difference"
        return ControlResult(f"replay: {matchup.players[0]} in {matchup.scenario}", same, detail)

    def _distinct(self, matchup: Matchup) -> ControlResult | None:
        played = self._simulated([Unit(matchup, 0, CONTROL_PAIRS)], "rows", keep_games=True)
        if played is None:
            return None
        columns = played[0].games
        assert columns is not None
        return distinct_games(columns["digest"][:: self.seats])

    def _has_guests(self, matchup: Matchup) -> bool:
        return self.arena is None or bool(self.guests.intersection(matchup.players))

    def _simulated(self, units: Sequence[Unit], name: str, keep_games: bool = False) -> list[Outcomes] | None:
        """What units of a control come to, none of them stored; None where a guest breaks them off."""
        job = replace(self.job, keep_games=keep_games)
        if not self._has_guests(units[0].matchup) and self.arena is not None:
            arena = Arena(replace(self.arena.job, keep_games=keep_games))
            return [arena.simulate(unit) for unit in units]
        asked = [JobUnit(unit.matchup, unit.lo, unit.hi, f"control {name}", job) for unit in units]
        outcomes = engines.dispatch(
            self._hired(), asked, CONTROL_PAIRS, self.engine.time_out, self._note_broken
        )
        played = list(outcomes)
        return played if len(played) == len(units) else None
