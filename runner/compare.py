"""A patch judged on the same luck: two data documents, one set of match-ups, pair by pair.

Both documents meet the same pairs, so what differs is the patch and nothing else; the difference of a pair has far less
noise than two separate win rates. How many pairs are played is fixed beforehand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from games.defects import BadInput, Defect
from runner import engines
from runner.changes import Change, Side, changes
from runner.exact import ExactChange, exact_changes
from runner.gates import Gates
from runner.guests import require_sound
from runner.inside import batch_pairs, inside
from runner.judge.paired import JudgedTwice, candidates, judged_twice, moved
from runner.judge.verdicts import Verdict
from runner.judgement import judgement
from runner.measures import measures_of
from runner.plan import Matchup, split
from runner.play import Arena, Outcomes
from runner.run import LOCAL, EngineChoice
from runner.summary import merge

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["Comparison", "after_of", "compare", "plain"]

DEFAULT_GAMES = 20_000


@dataclass(frozen=True)
class Comparison:
    """What a patch did."""

    same: bool
    """Whether both sides are one document: then every difference is exactly 0."""
    certainty: float
    games: int
    """Games of each side."""
    void: int
    """Games of both sides that were thrown out because a policy or the rules faulted in their pair."""
    changes: tuple[Change, ...]
    """Every figure, in the order of the plan, each with its own interval."""
    moved: tuple[Change, ...]
    """Those that moved, corrected for the number of all figures, the largest in standard errors first; their intervals
    allow for the choice."""
    exact: tuple[ExactChange, ...]
    """Figures that the game knows without play, the largest difference first; none where it knows none."""
    judged: tuple[JudgedTwice, ...]
    """Every target and gate, before and after."""

    @property
    def verdicts(self) -> tuple[JudgedTwice, ...]:
        """Targets and gates whose verdict changed."""
        return tuple(one for one in self.judged if one.changed)

    @property
    def exit_code(self) -> int:
        """4 where games are void; 1 where a target or gate was met before and is missed after; else 0."""
        if self.void:
            return 4
        return 1 if any(one.broken for one in self.judged) else 0

    def visible(self) -> dict[str, tuple[float, str]]:
        """How far each kind of figure must move for certain to be listed, and in which unit: half its interval.

        The widest of its kind, at the bar that the first figure of the list must pass.
        """
        figures = candidates([one.diff for one in self.changes])
        certainty = 1.0 - (1.0 - self.certainty) / max(figures, 1)
        widest: dict[str, tuple[float, str]] = {}
        for one in self.changes:
            diff = one.diff.at(certainty)
            if diff.low is not None and diff.high is not None and one.diff.pairs:
                half = (diff.high - diff.low) / 2
                widest[one.figure] = max((half, one.unit), widest.get(one.figure, (0.0, one.unit)))
        return widest


def after_of(before: "Experiment", after: Path) -> "Experiment":
    """The other side of a comparison: an experiment file, or a data document in place of that of `before`.

    Raises `BadInput` for a file that is neither, or an experiment of another game or other players.
    """
    from runner import experiment as experiments

    if after.suffix == ".toml" and "game" in _keys(after):
        other = replace(experiments.load(after), seed=before.seed)
    else:
        other = replace(before, document=before.game.load(after), data_path=after)
    rules = [
        ("game", before.game.name, other.game.name),
        ("policies", before.labels, other.labels),
    ]
    wrong = [
        Defect(str(after), key, mine, f"must be as in {before.file}: {theirs}")
        for key, theirs, mine in rules
        if theirs != mine
    ]
    if wrong:
        raise BadInput(wrong)
    return other


def compare(
    before: "Experiment",
    after: "Experiment",
    games: int | None = None,
    engine: EngineChoice = LOCAL,
    played: Callable[[int], None] = lambda games: None,
    planned: Callable[[int], None] = lambda games: None,
) -> Comparison:
    """Play both sides' match-ups on the same luck, `games` games of each (20,000 or the experiment's cap), and judge.

    A sequential stream would part after the first game that differs, so both sides are played on per-game streams.

    Raises `BadInput` where the documents share no match-up.
    """
    for side in (before, after):
        require_sound(side)
    before, after = (replace(side, stream="per-game") for side in (before, after))
    seats = before.game.seats
    pairs = max((games or min(before.games, DEFAULT_GAMES)) // seats, 1)
    shared = _shared(before, after)
    same = before.document == after.document and before.entrants == after.entrants
    planned(2 * pairs * seats * len(shared))
    sides = [_play(side, shared, pairs, engine, played) for side in (before, after)]
    found = tuple(
        change
        for matchup in shared
        for two in [(sides[0][matchup], sides[1][matchup])]
        for change in (
            *changes(matchup, *two, before, same),
            *inside(matchup, *two, (before, after), same),
        )
    )
    patched = replace(before, document=after.document, entrants=after.entrants, data_path=after.data_path)
    tables = [_judged(one, side) for one, side in zip((before, patched), sides, strict=True)]
    listed = moved([one.diff for one in found], 1.0 - before.certainty)
    return Comparison(
        same=same,
        certainty=before.certainty,
        games=pairs * seats * len(shared),
        void=sum(one.summary.voided for side in sides for one in side.values()),
        changes=found,
        moved=tuple(replace(found[place], diff=diff) for place, diff in listed.items()),
        exact=exact_changes(before, patched, shared),
        judged=judged_twice(*tables),
    )


def _shared(before: "Experiment", after: "Experiment") -> list[Matchup]:
    """The match-ups of both, in the order of `before`."""
    known = set(after.game.scenarios(after.document)).intersection(after.scenarios)
    theirs = set(after.matchups())
    shared = [one for one in before.matchups() if one.scenario in known and one in theirs]
    if not shared:
        raise BadInput([Defect(str(after.data_path), "", None, "shares no match-up with the other document")])
    return shared


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain values."""
    return {
        "same": comparison.same,
        "certainty": comparison.certainty,
        "games": comparison.games,
        "void": comparison.void,
        "moved": [_plain_change(change) for change in comparison.moved],
        "visible": {figure: half for figure, (half, _) in comparison.visible().items()},
        "exact": [_plain_exact(change) for change in comparison.exact],
        "figures": [_plain_change(change) for change in comparison.changes],
        "verdicts": [_plain_verdict(one) for one in comparison.verdicts],
        "judged": [_plain_verdict(one) for one in comparison.judged],
        "exit_code": comparison.exit_code,
    }


def _plain_change(change: Change) -> dict[str, Any]:
    keys = ("before", "after", "mean", "low", "high", "certainty", "errors", "p_value", "pairs", "changed")
    return {
        "matchup": change.matchup,
        "player": change.player,
        "seat": change.seat,
        "figure": change.figure,
        "item": change.item,
        **{key: getattr(change.diff, key) for key in keys},
    }


def _plain_exact(change: ExactChange) -> dict[str, Any]:
    return {
        "scenario": change.scenario,
        "players": dict(change.players),
        "figure": change.figure,
        "before": change.before,
        "after": change.after,
        "mean": change.mean,
        "exact": True,
    }


def _plain_verdict(one: JudgedTwice) -> dict[str, Any]:
    return {
        "target": one.name,
        "before": one.before.status,
        "after": one.after.status,
        "broken": one.broken,
        "estimates": [_finite(one.before.estimate), _finite(one.after.estimate)],
        "intervals": [[_finite(each.low), _finite(each.high)] for each in (one.before, one.after)],
    }


def _finite(value: float | None) -> float | None:
    """The value as JSON has it: it knows no infinity, such as the efficiency of what costs nothing."""
    return value if value is not None and np.isfinite(value) else None


def _keys(path: Path) -> Sequence[str]:
    from games.documents import read_toml

    return tuple(read_toml(path))


def _play(
    side: "Experiment",
    matchups: Sequence[Matchup],
    pairs: int,
    choice: EngineChoice,
    played: Callable[[int], None],
) -> dict[Matchup, Side]:
    """Both sides are cut into the same batches; a batch may come in several units."""
    job = side.job(keep_games=True)
    arena = Arena(job)
    arena.warm()
    size = batch_pairs(pairs)
    outcomes: dict[Matchup, list[Outcomes]] = {matchup: [] for matchup in matchups}
    crew = engines.crew(choice.name, job, arena, choice.workers, choice.address)
    try:
        work = [unit for matchup in matchups for unit in split(matchup, 0, pairs, size)]
        for outcome in engines.dispatch(crew, work, choice.unit_pairs, choice.time_out):
            outcomes[outcome.unit.matchup].append(outcome)
            played(outcome.unit.pairs * side.game.seats)
    finally:
        crew.close()
    return {matchup: _joined(several, size) for matchup, several in outcomes.items()}


def _joined(outcomes: Sequence[Outcomes], size: int) -> Side:
    ordered = sorted(outcomes, key=lambda outcome: outcome.unit.lo)
    columns = [outcome.games or {} for outcome in ordered]
    joined = {name: np.concatenate([part[name] for part in columns]) for name in columns[0]}
    batches: dict[int, list[Outcomes]] = {}
    for outcome in ordered:
        batches.setdefault(outcome.unit.lo // size, []).append(outcome)
    merged = [merge(one.summary for one in several) for several in batches.values()]
    return Side(merge(merged), joined, merged)


def _judged(experiment: "Experiment", side: Mapping[Matchup, Side]) -> tuple[Verdict, ...]:
    """Targets and gates of one side, in the scenarios that both have."""
    scenarios = {matchup.scenario for matchup in side}
    here = replace(experiment, gates=tuple(one for one in experiment.gates if one.scenario in scenarios))
    measures = measures_of(experiment.game, experiment.document)
    summaries = {matchup.key: one.summary for matchup, one in side.items()}
    return judgement(here, Gates(here, measures), measures, summaries).table
