"""A patch judged on the same luck: two data documents, one set of match-ups, pair by pair.

Both documents meet the same pairs, so what differs is the patch and nothing else; the difference of a pair has far less
noise than two separate win rates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from games.contract import MISSING, Metric
from games.defects import BadInput, Defect
from runner import engines
from runner.judge.estimates import Estimate
from runner.judge.options import OptionImpact, difference, option_impacts
from runner.judge.paired import PairDiff, moved, paired_metric, paired_scores, verdict_changes
from runner.judge.verdicts import Verdict, judge
from runner.plan import Matchup, Unit
from runner.play import Arena, Outcomes
from runner.run import LOCAL, EngineChoice, measures_of
from runner.summary import Summary, merge

if TYPE_CHECKING:
    from runner.experiment import Experiment

__all__ = ["Change", "Comparison", "OptionChange", "after_of", "compare", "plain"]

DEFAULT_GAMES = 20_000


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one player in one match-up, before and after."""

    matchup: str
    player: str
    figure: str
    """"score" or a metric's name."""
    diff: PairDiff


@dataclass(frozen=True, slots=True)
class OptionChange:
    """How often a player takes an option when it is offered, before and after."""

    matchup: str
    player: str
    option: str
    before: Estimate
    after: Estimate
    difference: Estimate
    """With Newcombe's interval, as if the games were separate: wider than it need be on the same luck."""


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
    """Those that moved, largest first, by e-BH over all of them."""
    options: tuple[OptionChange, ...]
    """Options whose use changed beyond their interval."""
    verdicts: tuple[tuple[Verdict, Verdict], ...]
    """Targets whose verdict changed."""


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
    before, after = (replace(side, stream="per-game") for side in (before, after))
    seats = before.game.seats
    pairs = max((games or min(before.games, DEFAULT_GAMES)) // seats, 1)
    shared = [matchup for matchup in before.matchups() if matchup in set(after.matchups())]
    if not shared:
        raise BadInput([Defect(str(after.data_path), "", None, "shares no match-up with the other document")])
    same = before.document == after.document and before.entrants == after.entrants
    sides = [_play(side, shared, pairs, engine, played) for side in (before, after)]
    changes = tuple(
        change
        for matchup in shared
        for change in _changes(matchup, sides[0][matchup], sides[1][matchup], before, same)
    )
    by_diff = {id(change.diff): change for change in changes}
    return Comparison(
        same=same,
        certainty=before.certainty,
        games=pairs * seats * len(shared),
        changes=changes,
        moved=tuple(by_diff[id(diff)] for diff in moved([c.diff for c in changes], 1.0 - before.certainty)),
        options=() if same else _options(shared, sides, before, after),
        verdicts=_verdicts(before, sides),
    )


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


@dataclass(frozen=True)
class _Side:
    """One match-up of one side: its sums, and its columns in order of pair and rotation."""

    summary: Summary
    columns: Mapping[str, np.ndarray]


def _keys(path: Path) -> Sequence[str]:
    from games.documents import read_toml

    return tuple(read_toml(path))


def _play(
    side: "Experiment",
    matchups: Sequence[Matchup],
    pairs: int,
    choice: EngineChoice,
    played: Callable[[int], None],
) -> dict[Matchup, _Side]:
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


def _joined(outcomes: Sequence[Outcomes]) -> _Side:
    ordered = sorted(outcomes, key=lambda outcome: outcome.unit.lo)
    columns = [outcome.games or {} for outcome in ordered]
    joined = {name: np.concatenate([part[name] for part in columns]) for name in columns[0]}
    return _Side(merge(outcome.summary for outcome in ordered), joined)


def _changes(
    matchup: Matchup, before: _Side, after: _Side, experiment: "Experiment", same: bool
) -> list[Change]:
    game, certainty = experiment.game, experiment.certainty
    k = game.seats
    found = []
    for player, label in enumerate(matchup.players[:1] if k <= 2 else matchup.players):
        old, new = (_scores(side.columns, player, k) for side in (before, after))
        diff = paired_scores(matchup.name, old, new, certainty, same_rules=same)
        found.append(Change(matchup.title(len(experiment.scenarios)), label, "score", diff))
    for player, label in enumerate(matchup.players):
        for index, metric in enumerate(game.all_metrics):
            if metric.name != "payoff" and (metric.name != "turns" or player == 0):
                diff = _metric(matchup.name, before, after, player, index, metric, k, certainty, same)
                found.append(Change(matchup.title(len(experiment.scenarios)), label, metric.name, diff))
    return found


def _scores(columns: Mapping[str, Any], player: int, k: int) -> np.ndarray:
    """[pairs] mean score of a player over the rotations, a game without a winner counted as one half."""
    winner = columns["winner"].reshape(-1, k)
    seat = (player + np.arange(k)) % k
    return np.where(winner == seat, 1.0, np.where(winner == -1, 0.5, 0.0)).mean(axis=1)


def _metric(
    name: str,
    before: _Side,
    after: _Side,
    player: int,
    index: int,
    metric: Metric,
    k: int,
    certainty: float,
    same: bool,
) -> PairDiff:
    """Difference of a metric over the pairs in which it applies on both sides."""
    sides = [side.columns["metrics"][:, index, player].reshape(-1, k) for side in (before, after)]
    whole = ~((sides[0] == MISSING) | (sides[1] == MISSING)).any(axis=1)
    old, new = (side[whole].sum(axis=1) for side in sides)
    return paired_metric(name, old, new, scale=metric.scale * k, certainty=certainty, same_rules=same)


def _options(
    shared: Sequence[Matchup],
    sides: Sequence[Mapping[Matchup, _Side]],
    before: "Experiment",
    after: "Experiment",
) -> tuple[OptionChange, ...]:
    game = before.game
    names = [game.options(side.document) for side in (before, after)]
    found = []
    for matchup in shared:
        for player, label in enumerate(dict.fromkeys(matchup.players)):
            rows = [
                _played(side[matchup].summary, player, options, before.certainty)
                for side, options in zip(sides, names, strict=True)
            ]
            for option in rows[0].keys() & rows[1].keys():
                old, new = rows[0][option], rows[1][option]
                gap = difference(new, old)
                if gap.value is not None and gap.excludes(0.0):
                    title = matchup.title(len(before.scenarios))
                    found.append(OptionChange(title, label, option, old, new, gap))
    return tuple(sorted(found, key=lambda change: (-abs(change.difference.value or 0.0), change.option)))


def _played(summary: Summary, player: int, names: Sequence[str], certainty: float) -> dict[str, Estimate]:
    """Share of offers that were taken, by option."""
    impacts: Sequence[OptionImpact] = option_impacts(
        names, summary.options[player], summary.seat_results[player], certainty=certainty
    )
    return {impact.option: impact.pick_rate for impact in impacts}


def _verdicts(
    experiment: "Experiment", sides: Sequence[Mapping[Matchup, _Side]]
) -> tuple[tuple[Verdict, Verdict], ...]:
    measures = measures_of(experiment.game.all_metrics)
    tables = [
        judge(
            experiment.targets,
            {matchup.key: one.summary for matchup, one in side.items()},
            experiment.certainty,
            measures,
        )
        for side in sides
    ]
    return verdict_changes(*tables)
