"""Plays points: round by round, several at a time on one crew, each on the same luck, and nothing twice.

A point's first round is the same for all; what a later one plays follows from the verdicts on those before it, as in a
run (`runner/judge/effort.py`). A point is known by the digest of its data and entrants: two ways to write one are one.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.experiment import Experiment
from runner.judge.effort import attempted, next_round
from runner.judge.targets import USE
from runner.judge.use import matchups_of
from runner.judge.verdicts import Measures, Verdict
from runner.measures import measures_of
from runner.plan import Matchup, Unit
from runner.play import JobUnit
from runner.summary import Summary, merge
from sweeps.definition import Sweep
from sweeps.gates import PointGates, gate_matchups, gate_readings
from sweeps.objective import Assessment, Reading, leaning, read, unfinished, weighed
from sweeps.record import Record, Rounds, row_of
from sweeps.space import Point, digest_of
from sweeps.workers import Purse, Workers

__all__ = ["Candidate", "Evaluator"]

# Standard errors across a Wilson interval of 95 %, and, roughly, across an interval that is valid at every look.
WILSON_SPREADS, SPREADS = 3.92, 7.0
# Pairs below which what a target still needs is a guess.
FIRM_PAIRS = 64


@dataclass(frozen=True, eq=False)
class Candidate:
    """A point that is to be played."""

    point: Point
    experiment: Experiment
    """The experiment at the point."""
    run: str
    """Digest of the data and entrants that are played."""
    change: float
    values: Mapping[str, Any] = field(default_factory=dict)
    """The parameters by name, those that were tuned inside the trial too."""


@dataclass
class _State:
    """What is known of a point."""

    trial: int
    rounds: Rounds | None = None
    sums: dict[str, Summary] = field(default_factory=dict)
    gates: PointGates | None = None
    measures: Measures | None = None
    """What its own data says, as efficiencies change with the numbers."""


class Evaluator:
    """Plays candidates within the budget of a sweep."""

    def __init__(self, sweep: Sweep, record: Record, workers: Workers, purse: Purse, luck: str = "") -> None:
        """`luck` tells evaluators apart that play the same points on other luck."""
        experiment = sweep.experiment
        self.sweep, self._record, self._workers, self._purse = sweep, record, workers, purse
        self._luck = luck
        self._seats = experiment.game.seats
        self._matchups = _asked(sweep, measures_of(experiment.game, experiment.document))
        # A search that ends at the first point met soon has another; a smallest change must not lose any.
        ends_early = sweep.table.mode == "search" and sweep.table.stop == "met"
        self._patience = 1.0 if ends_early else 2.0
        self._states: dict[str, _State] = {}

    @property
    def points(self) -> int:
        """Points played."""
        return len(self._states)

    def candidate(self, experiment: Experiment, point: Point, values: Mapping[str, Any]) -> Candidate:
        """A point made ready: the experiment at it, and the values that are told of it by name."""
        run = self._luck + digest_of(experiment)
        return Candidate(point, experiment, run, self.sweep.space.change(point), values)

    def known(self, candidate: Candidate) -> Assessment | None:
        """What is known of a candidate; None before its first round."""
        state = self._states.get(candidate.run)
        return state.rounds.assessment if state and state.rounds else None

    def _cost(self, candidate: Candidate) -> int:
        """Games that the next round of a candidate takes."""
        return sum(self._wanted(candidate)) * self._seats

    def advance(self, candidates: Sequence[Candidate], phase: str) -> list[tuple[Candidate, Assessment]]:
        """Give each candidate one round more, as far as the budget goes, all of them played together.

        Returns those that were played, each once and in order; fewer than `candidates` where the budget ends.
        """
        chosen = self._affordable(list({each.run: each for each in candidates}.values()))
        return self._advanced({each: self._wanted(each) for each in chosen}, phase)

    def complete(
        self, candidates: Sequence[Candidate], games: int, phase: str
    ) -> list[tuple[Candidate, Assessment]]:
        """Give each candidate `games` games a match-up in all, whatever they show and beyond the budget."""
        wanted = {}
        for each in {each.run: each for each in candidates}.values():
            done = self._done(each)
            wanted[each] = tuple(max(games // self._seats - pairs, 0) for pairs in done)
        lacking = {each: more for each, more in wanted.items() if any(more) or self.known(each) is None}
        self._advanced(lacking, phase)
        return [(each, self._assessed(each)) for each in wanted]

    def _advanced(
        self, wanted: Mapping[Candidate, tuple[int, ...]], phase: str
    ) -> list[tuple[Candidate, Assessment]]:
        rounds = {each: self._round(each) for each in wanted}
        self._play(
            {
                each: more
                for each, more in wanted.items()
                if self._record.known(each.run, rounds[each]) is None
            }
        )
        rows = []
        for candidate, number in rounds.items():
            cost = sum(wanted[candidate]) * self._seats
            made = self._record.known(candidate.run, number) or self._judged(candidate, number)
            state = self._state(candidate)
            state.rounds = made
            self._purse.spent += cost
            rows.append(row_of(self.sweep, state.trial, phase, candidate.run, candidate.values, made, cost))
        if rows:
            self._record.add(rows)
        return [(candidate, self._assessed(candidate)) for candidate in rounds]

    def _affordable(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates until the budget ends."""
        chosen: list[Candidate] = []
        left = self._purse.left
        for candidate in candidates:
            cost = self._cost(candidate)
            if cost > left:
                break
            left -= cost
            chosen.append(candidate)
        return chosen

    def _state(self, candidate: Candidate) -> _State:
        if candidate.run not in self._states:
            self._states[candidate.run] = _State(len(self._states))
        return self._states[candidate.run]

    def _assessed(self, candidate: Candidate) -> Assessment:
        found = self.known(candidate)
        assert found is not None
        return found

    def _round(self, candidate: Candidate) -> int:
        known = self.known(candidate)
        return 0 if known is None else known.round + 1

    def _wanted(self, candidate: Candidate) -> tuple[int, ...]:
        """Pairs that the next round adds, by match-up."""
        state = self._states.get(candidate.run)
        if state and state.rounds:
            return state.rounds.wanted
        table = self.sweep.table
        return (min(table.first, table.games) // self._seats,) * len(self._matchups)

    def _done(self, candidate: Candidate) -> tuple[int, ...]:
        """Pairs played so far, by match-up."""
        state = self._states.get(candidate.run)
        return state.rounds.pairs if state and state.rounds else (0,) * len(self._matchups)

    def _play(self, lacking: Mapping[Candidate, tuple[int, ...]]) -> None:
        """Play what is not stored; sums that an earlier sitting had are played again, since they are not kept."""
        units: list[Unit] = []
        for candidate, wanted in lacking.items():
            state, done = self._state(candidate), self._done(candidate)
            job = candidate.experiment.job(keep_games=False)
            for matchup, before, more in zip(self._matchups, done, wanted, strict=True):
                lo = attempted(state.sums.get(matchup.key), self._seats)
                if before + more > lo:
                    units.append(JobUnit(matchup, lo, before + more, candidate.run, job))
        parts: dict[tuple[str, str], list[Summary]] = {}
        for outcome in self._workers.play(units):
            unit = outcome.unit
            assert isinstance(unit, JobUnit)
            parts.setdefault((unit.name, unit.matchup.key), []).append(outcome.summary)
        for (run, key), several in parts.items():
            sums = self._states[run].sums
            sums[key] = merge([*([sums[key]] if key in sums else []), *several])

    def _judged(self, candidate: Candidate, number: int) -> Rounds:
        """What a candidate's sums come to, and what its next round would play."""
        state = self._state(candidate)
        sums = state.sums
        if state.measures is None or state.gates is None:
            state.measures = measures_of(candidate.experiment.game, candidate.experiment.document)
            state.gates = PointGates(candidate.experiment, state.measures)
        played, verdicts = read(self.sweep, sums, state.measures, number + 1)
        gates = state.gates.verdicts(sums, 1.0 - leaning(self.sweep))
        readings = [*played, *gate_readings(gates), *_faults(sums), *unfinished(verdicts)]
        pairs = tuple(attempted(sums.get(matchup.key), self._seats) for matchup in self._matchups)
        of_gates = state.gates.wanted(gates, sums, self.sweep.table.games)
        wanted = self._next(readings, verdicts, sums, of_gates)
        patience = self._patience + (number == 0)
        doubtful = any(
            self._doubtful(*both, patience) for both in zip(played[: len(verdicts)], verdicts, strict=True)
        )
        assessment = weighed(
            self.sweep,
            readings,
            candidate.change,
            number,
            sum(pairs) * self._seats,
            finished=not any(wanted),
            doubtful=doubtful,
        )
        return Rounds(assessment, pairs, wanted)

    def _next(
        self,
        readings: Sequence[Reading],
        verdicts: Sequence[Verdict],
        sums: Mapping[str, Summary],
        of_gates: Mapping[str, int],
    ) -> tuple[int, ...]:
        """Pairs that would be played next: none for a point that misses something."""
        none = (0,) * len(self._matchups)
        if any(each.status == "missed" for each in readings):
            return none
        table, targets = self.sweep.table, self.sweep.experiment.targets
        seats = {matchup.key: self._seats for matchup in self._matchups}
        first = max(min(table.first, table.games) // self._seats, 1)
        wanted = {
            key: min(pairs, max(attempted(sums.get(key), self._seats), first))
            for key, pairs in next_round(targets, verdicts, sums, seats, table.games, first).items()
        }
        wanted |= {key: max(pairs, wanted.get(key, 0)) for key, pairs in of_gates.items()}
        if self.sweep.goal is not None:
            key = self.sweep.goal.target.matchup
            played = attempted(sums.get(key), self._seats)
            wanted[key] = max(wanted.get(key, 0), min(played, table.games // self._seats - played))
        return tuple(wanted.get(matchup.key, 0) for matchup in self._matchups)

    def _doubtful(self, reading: Reading, verdict: Verdict, patience: float) -> bool:
        """Whether an undecided target had better wait.

        It would need more than a point may have, were the truth as it looks; or it looks as if it lay outside the part
        of the band that the sweep aims at, by more than chance explains: near an edge, every proof is dear.
        """
        if verdict.status != "undecided" or verdict.target.metric == USE:
            return False
        too_many = verdict.needed is None or verdict.games + verdict.needed > self.sweep.table.games
        if too_many and verdict.pairs > FIRM_PAIRS:
            return True
        off = reading.distance(self.sweep.table.aim) * reading.scale
        return off > patience * _standard_error(verdict)


def _faults(sums: Mapping[str, Summary]) -> list[Reading]:
    """A reading that is missed where a policy or the rules broke off games: such a point is no answer."""
    void = float(sum(each.voided for each in sums.values()))
    if not void:
        return []
    return [Reading("games void by a fault", "gate", -math.inf, 0.0, 1.0, void, void, void, "missed")]


def _standard_error(verdict: Verdict) -> float:
    """Of the estimate, in its own unit; infinite where nothing is known."""
    if verdict.wilson_low is not None and verdict.wilson_high is not None:
        return (verdict.wilson_high - verdict.wilson_low) / WILSON_SPREADS
    if verdict.low is None or verdict.high is None:
        return math.inf
    return (verdict.high - verdict.low) / SPREADS


def _asked(sweep: Sweep, measures: Measures) -> tuple[Matchup, ...]:
    """The match-ups of which something is asked: no other need be played."""
    goal = [sweep.goal.target] if sweep.goal else []
    keys = {target.matchup for target in (*sweep.experiment.targets, *goal)}
    plan = [matchup.key for matchup in sweep.experiment.matchups()]
    for target in sweep.experiment.targets:
        keys |= set(matchups_of(target, plan)) if target.metric == USE else set()
    keys |= {matchup.key for matchup in gate_matchups(sweep.experiment, measures)}
    return tuple(matchup for matchup in sweep.experiment.matchups() if matchup.key in keys)
