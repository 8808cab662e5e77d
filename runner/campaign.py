"""The rounds of a run: what each plays is a pure function of the summaries of the rounds before it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from games.contract import NOBODY
from runner import engines
from runner.batch import Batch
from runner.engines import Lost
from runner.gates import Gates
from runner.guests import guests_of, is_guest_game
from runner.judge.effort import FIRST_PAIRS, attempted, next_round, pairs_to_add
from runner.judge.gates import GateVerdict
from runner.judgement import Judgement, judgement
from runner.measures import measures_of
from runner.plan import Matchup, Unit
from runner.play import Arena
from runner.result import EngineChoice, FaultReport, Listener
from runner.store import Store
from runner.summary import Summary

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["CONTROL_PAIRS", "Campaign"]

CONTROL_PAIRS = 64
THE_RULES = "the rules"


class Campaign:
    """The rounds of one run, and what is known of its workers."""

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
        self.plays = False
        """Whether anything was played that the store did not hold."""
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
            and self.is_wanted(self.matchups[key])
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
        self.plays = True
        whole = max(unit.pairs for unit in left) if self.experiment.stream == "sequential" else None
        outcomes = engines.dispatch(
            self.hired(),
            left,
            whole or self.engine.unit_pairs,
            self.engine.time_out,
            self.note_broken,
            lambda unit: self.is_wanted(unit.matchup),
        )
        batch = Batch(self.store, number)
        with closing(outcomes):
            try:
                for outcome in outcomes:
                    batch.add(outcome)
                    for fault in outcome.faults:
                        self._reasons.setdefault((outcome.unit.matchup.key, fault.player), fault.reason)
                    self.listener.played(outcome.unit.pairs * self.seats)
            finally:
                batch.flush()

    def note_broken(self, lost: Lost) -> None:
        """A player, or the rules, killed or stalled a worker twice: neither plays on, all others do."""
        matchup = lost.unit.matchup
        rules = lost.player is None or lost.player == NOBODY
        who = THE_RULES if rules else matchup.players[int(lost.player or 0)]
        self._broken[who, matchup.key] = FaultReport(who, matchup.name, 0, lost.reason)

    def is_wanted(self, matchup: Matchup) -> bool:
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

    def hired(self) -> engines.Crew:
        """The workers, started when they are first needed."""
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
