"""A patch judged on the same luck: two data documents, one set of match-ups, pair by pair.

Both documents meet the same pairs, so what differs is the patch and nothing else; the difference of a pair has far less
noise than two separate win rates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from games.defects import BadInput, Defect
from runner import engines
from runner.changes import Change, OptionChange, Side, changes, option_changes
from runner.gates import Gates
from runner.guests import require_sound
from runner.judge.paired import moved, verdict_changes
from runner.judge.verdicts import Verdict
from runner.judgement import judgement
from runner.plan import Matchup, Unit
from runner.play import Arena, Outcomes
from runner.run import LOCAL, EngineChoice, measures_of
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
    changes: tuple[Change, ...]
    """Every figure, in the order of the plan."""
    moved: tuple[Change, ...]
    """Those that moved, by e-BH over all of them: scores first, then a metric at a time, the largest first."""
    options: tuple[OptionChange, ...]
    """Options whose use changed beyond their interval."""
    verdicts: tuple[tuple[Verdict, Verdict], ...]
    """Targets and gates whose verdict changed."""


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
    known = set(after.game.scenarios(after.document)).intersection(after.scenarios)
    theirs = set(after.matchups())
    shared = [one for one in before.matchups() if one.scenario in known and one in theirs]
    if not shared:
        raise BadInput([Defect(str(after.data_path), "", None, "shares no match-up with the other document")])
    same = before.document == after.document and before.entrants == after.entrants
    sides = [_play(side, shared, pairs, engine, played) for side in (before, after)]
    found = tuple(
        change
        for matchup in shared
        for change in changes(matchup, sides[0][matchup], sides[1][matchup], before, same)
    )
    patched = replace(before, document=after.document, entrants=after.entrants, data_path=after.data_path)
    tables = [_judged(one, side) for one, side in zip((before, patched), sides, strict=True)]
    return Comparison(
        same=same,
        certainty=before.certainty,
        games=pairs * seats * len(shared),
        changes=found,
        moved=_moved(found, before),
        options=() if same else option_changes(shared, sides, before, after),
        verdicts=verdict_changes(*tables),
    )


def _moved(found: Sequence[Change], experiment: "Experiment") -> tuple[Change, ...]:
    """What moved, in an order that compares like with like."""
    by_diff = {id(change.diff): change for change in found}
    kept = [by_diff[id(diff)] for diff in moved([one.diff for one in found], 1.0 - experiment.certainty)]
    figures = ["score", *(metric.name for metric in experiment.game.all_metrics)]
    return tuple(sorted(kept, key=lambda change: figures.index(change.figure)))


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain values."""
    return {
        "same": comparison.same,
        "certainty": comparison.certainty,
        "games": comparison.games,
        "moved": [_plain_change(change) for change in comparison.moved],
        "figures": [_plain_change(change) for change in comparison.changes],
        "options": [asdict(change) for change in comparison.options],
        "verdicts": [
            {"target": new.target.name, "before": old.status, "after": new.status}
            for old, new in comparison.verdicts
        ],
    }


def _plain_change(change: Change) -> dict[str, Any]:
    diff = change.diff
    return {
        "matchup": change.matchup,
        "player": change.player,
        "figure": change.figure,
        **{key: getattr(diff, key) for key in ("before", "after", "mean", "low", "high", "pairs", "changed")},
    }


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
    job = side.job(keep_games=True)
    arena = Arena(job)
    arena.warm()
    outcomes: dict[Matchup, list[Outcomes]] = {matchup: [] for matchup in matchups}
    crew = engines.crew(choice.name, job, arena, choice.workers, choice.address)
    try:
        work = [Unit(matchup, 0, pairs) for matchup in matchups]
        for outcome in engines.dispatch(crew, work, choice.unit_pairs, choice.time_out):
            outcomes[outcome.unit.matchup].append(outcome)
            played(outcome.unit.pairs * side.game.seats)
    finally:
        crew.close()
    return {matchup: _joined(several) for matchup, several in outcomes.items()}


def _joined(outcomes: Sequence[Outcomes]) -> Side:
    ordered = sorted(outcomes, key=lambda outcome: outcome.unit.lo)
    columns = [outcome.games or {} for outcome in ordered]
    joined = {name: np.concatenate([part[name] for part in columns]) for name in columns[0]}
    return Side(merge(outcome.summary for outcome in ordered), joined)


def _judged(experiment: "Experiment", side: Mapping[Matchup, Side]) -> tuple[Verdict, ...]:
    """Targets and gates of one side, in the scenarios that both have."""
    scenarios = {matchup.scenario for matchup in side}
    here = replace(experiment, gates=tuple(one for one in experiment.gates if one.scenario in scenarios))
    measures = measures_of(experiment.game.all_metrics)
    summaries = {matchup.key: one.summary for matchup, one in side.items()}
    return judgement(here, Gates(here, measures), measures, summaries).table
