"""The search: points are proposed in batches, raced on common luck, and learned from.

A point plays on only while it may still beat the best: while the kind end of its loss lies below the unkind end of the
best one's, and nothing that was asked has surely been missed. So clear failures cost one round, and whatever is told to
be best has been played until it is decided, or for all the games that a point may have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sweeps.definition import Sweep
from sweeps.evaluator import Candidate, Evaluator
from sweeps.model import hints
from sweeps.objective import Assessment
from sweeps.space import Point, Refused
from sweeps.study import Proposer

__all__ = ["Found", "Prepare", "found_by_search", "front", "ranked"]

# Of the points that may still win, one in so many plays on at a time.
_SHARE = 4
# What a point is told to break when the game's document, or a policy, does not take its values.
_TAKEN = "the game takes it"

Prepare = Callable[[Point], Candidate]
"""Makes a point ready to be played; raises `Refused`."""


@dataclass(frozen=True)
class Found:
    """A point and what is known of it."""

    candidate: Candidate
    assessment: Assessment


class _Race:
    """Everything played so far, and who is best."""

    def __init__(self, sweep: Sweep, evaluator: Evaluator) -> None:
        self._sweep, self._evaluator = sweep, evaluator
        self.found: dict[str, Found] = {}
        self.broke = False
        """Whether the budget is used up."""

    @property
    def bound(self) -> float:
        """What a loss must stay below to be of interest: the least unkind end of any point's loss."""
        return min((one.assessment.loss.most for one in self.found.values()), default=float("inf"))

    @property
    def met(self) -> bool:
        """Whether some point meets everything that is asked."""
        return any(one.assessment.status == "met" and one.assessment.finished for one in self.found.values())

    def play(self, candidates: Sequence[Candidate], phase: str) -> None:
        """One round for each; points that the budget does not reach are left out."""
        played = self._evaluator.advance(candidates, phase)
        for candidate, assessment in played:
            self.found[candidate.run] = Found(candidate, assessment)
        self.broke = self.broke or len(played) < len({each.run for each in candidates})

    def hopeful(self, candidate: Candidate) -> bool:
        """Whether it could be the best at all, by what it changes alone."""
        if self._sweep.goal is not None or self._sweep.table.objectives == "pareto":
            return True
        return self._sweep.table.change_weight * candidate.change <= self.bound

    def plausible(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that are worth another round."""
        known = [self.found[each.run] for each in candidates if each.run in self.found]
        bound = self.bound
        return [
            one.candidate
            for one in known
            if not (one.assessment.finished or one.assessment.doubtful)
            and self._may_win(one.assessment, bound)
        ]

    def settle(self, candidate: Candidate) -> None:
        """Rounds until all is decided of today's point, however doubtful: what is well is not to be mended."""
        while not self.broke and not self.found[candidate.run].assessment.finished:
            self.play([candidate], "today")

    def revisit(self, stop_at_met: bool) -> None:
        """One round more for the best of those that wait, and as many as follow without doubt."""
        waiting = [one for one in self.found.values() if not one.assessment.finished]
        waiting = [one for one in waiting if self._may_win(one.assessment, self.bound)]
        if waiting:
            best = min(waiting, key=lambda one: one.assessment.loss.value)
            self.race([best.candidate], "search", stop_at_met)

    def _may_win(self, assessment: Assessment, bound: float) -> bool:
        if self._sweep.table.objectives == "pareto":
            return assessment.status != "missed"
        return assessment.loss.least <= bound

    def race(self, candidates: Sequence[Candidate], phase: str, stop_at_met: bool) -> None:
        """Rounds for as long as any candidate is worth one."""
        self.play(candidates, phase)
        while not self.broke and not (stop_at_met and self.met):
            left = self.plausible(candidates)
            if not left:
                return
            # Where the first point met ends the search, games go to those that look best.
            few = max(len(left) // _SHARE, 1) if stop_at_met else len(left)
            self.play(sorted(left, key=self._loss)[:few], phase)

    def _loss(self, candidate: Candidate) -> float:
        return self.found[candidate.run].assessment.loss.value


def found_by_search(
    sweep: Sweep,
    evaluator: Evaluator,
    proposer: Proposer,
    prepare: Prepare,
    told: Callable[[int, Sequence[Found]], None],
) -> list[Found]:
    """Every point that was played, in the order of play; today's is the first."""
    table = sweep.table
    race = _Race(sweep, evaluator)
    stop_at_met = table.stop == "met" and table.objectives == "one" and sweep.goal is None
    today = prepare(sweep.space.today)
    race.race([today], "today", stop_at_met)
    if race.broke:
        return list(race.found.values())
    if sweep.goal is None:
        race.settle(today)
    proposer.begin(today.point, *_lesson(sweep, today, race.found))
    trials = 1
    while trials < table.trials and not race.broke and not (stop_at_met and race.met):
        size = min(table.batch, table.trials - trials)
        modelled = _modelled(sweep, race, size // 2, trials)
        points = proposer.propose(size, modelled)
        if not points:
            break
        ready = _ready(points, prepare)
        hopeful = [each for each in ready.values() if each is not None and race.hopeful(each)]
        race.race(hopeful, "search", stop_at_met)
        if stop_at_met and not race.met and not race.broke:
            race.revisit(stop_at_met)
        for point in points:
            proposer.learn(point, *_lesson(sweep, ready[point], race.found))
        proposer.keep()
        trials += len(points)
        told(trials, list(race.found.values()))
    return list(race.found.values())


def _modelled(sweep: Sweep, race: _Race, count: int, trials: int) -> list[Point]:
    """Points that a model of the targets proposes, beside a sampler that knows only how bad a point is."""
    if sweep.table.sampler != "tpe" or sweep.table.objectives == "pareto" or sweep.goal is not None:
        return []
    played = [(one.candidate.point, one.assessment) for one in race.found.values()]
    return hints(sweep, played, count, (sweep.experiment.seed % 2**32, trials))


def ranked(sweep: Sweep, found: Sequence[Found]) -> list[Found]:
    """Best first: what meets everything, then what may, then what misses; by loss among those alike.

    In a smallest change fewer edits come before smaller ones, among what is met as far inside as the sweep aims.
    """
    order = {"met": 0, "undecided": 1, "missed": 2}

    def key(one: Found) -> tuple[float, ...]:
        assessment = one.assessment
        if sweep.goal is not None:
            return (assessment.loss.value, assessment.change)
        if sweep.table.mode == "smallest-change" and assessment.status == "met":
            edits = len(sweep.space.changed(one.candidate.point))
            return (0, assessment.distance.value > 0, edits, assessment.change, assessment.loss.value)
        return (order[assessment.status], assessment.loss.value, assessment.change)

    return sorted(found, key=key)


def front(found: Sequence[Found]) -> list[Found]:
    """Points that no other beats in one objective without losing in the other, by rising change."""
    ordered = sorted(found, key=lambda one: (one.assessment.change, one.assessment.objectives[0]))
    kept: list[Found] = []
    for one in ordered:
        if not kept or one.assessment.objectives[0] < kept[-1].assessment.objectives[0]:
            kept.append(one)
    return kept


def _ready(points: Sequence[Point], prepare: Prepare) -> dict[Point, Candidate | None]:
    """Each point made ready; None for one that cannot be."""
    ready: dict[Point, Candidate | None] = {}
    for point in points:
        try:
            ready[point] = prepare(point)
        except Refused:
            ready[point] = None
    return ready


def _lesson(
    sweep: Sweep, candidate: Candidate | None, found: Mapping[str, Found]
) -> tuple[tuple[float, ...] | None, Mapping[str, float]]:
    """What the sampler learns of a point: values to make small, and how far it is from what must hold."""
    must = {_TAKEN: float(candidate is None)}
    if candidate is None:
        return None, {**dict.fromkeys((c.text for c in sweep.space.constraints), 0.0), **must}
    texts = [constraint.text for constraint in sweep.space.constraints]
    must |= dict(zip(texts, sweep.space.violations(candidate.point), strict=True))
    one = found.get(candidate.run)
    if one is None:  # not played: it changes more than the best, or the budget ended
        return None, must
    assessment = one.assessment
    if sweep.goal is not None:
        must |= {r.name: r.distance() for r in assessment.readings if r.kind != "goal"}
    values = assessment.objectives if sweep.table.objectives == "pareto" else (assessment.loss.value,)
    return values, must
