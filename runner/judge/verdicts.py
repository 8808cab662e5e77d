"""Targets against summaries: met, missed or undecided, with an interval and the games still needed.

`judge` is a pure function of the whole table of targets and the merged counts, so its answer depends
neither on workers nor on the order of units, and a resumed run ends with the same verdicts. Targets of one
kind are evaluated together: a table of 45,000 is a few array operations.

A use target has no e-value. It and the others share alpha by the number of targets, so that the chance of a
wrong verdict anywhere stays what the run says. What the data alone answers is never wrong and takes no share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runner.judge import asymptotic, eprocess, ratios, sprt
from runner.judge.asymptotic import Moments
from runner.judge.inside import observe_inside
from runner.judge.intervals import confidence_sequence, wilson
from runner.judge.metrics import kind_of
from runner.judge.multiplicity import declared
from runner.judge.observations import Measures, Scores, observe, seats_of
from runner.judge.ratios import Ratio
from runner.judge.targets import Target
from runner.judge.use import games_needed, judge_use, use_table
from runner.judge.wagers import Wagers

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["Measures", "Target", "Verdict", "judge", "open_to_error"]

Ends = tuple[float | None, float | None]
Seen = Scores | Moments | Ratio


@dataclass(frozen=True)
class Verdict:
    """What is known about one target."""

    target: Target
    status: str
    """`met`, `missed` or `undecided`."""
    estimate: float | None
    """The sample mean; None before the first pair."""
    low: float | None
    high: float | None
    """The always-valid interval at the run's certainty: the whole range of a rate before the first pair,
    None for a quantity without bounds before the second."""
    interval: str
    """Name of that interval: `confidence sequence`, `asymptotic confidence sequence`, `bootstrap band` or `exact`."""
    wilson_low: float | None
    wilson_high: float | None
    """Fixed-n Wilson interval of a rate, for comparison; None for other quantities."""
    games: int
    pairs: int
    needed: int | None
    """Games still needed if the truth is the estimate; 0 once decided, None where no number would do."""
    decided_by: str | None
    """The test that decided: `e-process`, `sprt`, `asymptotic`, `bootstrap` or `data`; None while undecided."""
    why: str | None = None
    """Why no number of games may tell, where something stands in the way; "never offered"."""


@dataclass(frozen=True)
class _Exhibit:
    """One target with what was observed and the intervals around it."""

    target: Target
    seen: Seen
    seats: int
    played: int
    """Pairs of the match-up, whether they told anything or not."""
    sequence: Ends
    fixed: Ends


def judge(
    targets: Sequence[Target],
    summaries: Mapping[str, Summary],
    certainty: float,
    measures: Measures,
    rule: str = "family-wise",
    alpha: float | None = None,
    look: int = 1,
) -> tuple[Verdict, ...]:
    """Judge the whole table at once.

    Args:
        targets: every target of the run; one alpha is shared by all of them.
        summaries: merged counts by match-up; a match-up not yet played may be absent.
        certainty: in (0, 1), the chance that no verdict of the table is wrong.
        measures: names and scales of the game's metrics, in the order of the summaries.
        alpha: the chance of a wrong verdict among these targets, where others share the run's; else all of
            1 - certainty.
        rule: `family-wise`, or `false-discovery` for "which of 500 are off": see `multiplicity`.
        look: how many times the table has been judged, this time included; for use targets alone, as the
            evidence of the others holds at every look.

    Returns:
        One verdict per target, in order.

    Raises:
        ValueError: certainty out of range, an unknown metric, or a seat advantage of a one-seat game.
    """
    if not 0.0 < certainty < 1.0:
        raise ValueError(f"certainty is {certainty}; expected a number between 0 and 1, such as 0.95")
    if not targets:
        return ()
    each = (1.0 - certainty if alpha is None else alpha) / max(open_to_error(targets), 1)
    banded = [target for target in targets if kind_of(target.metric).test not in ("bootstrap", "exact")]
    told = iter(_judge_bands(banded, summaries, certainty, each * len(banded), measures, rule))
    others = {
        "bootstrap": lambda target: _judge_use(target, summaries, 1.0 - each, look),
        "exact": lambda target: _judge_efficiency(target, measures),
    }
    return tuple(
        others[test](target) if (test := kind_of(target.metric).test) in others else next(told)
        for target in targets
    )


def open_to_error(targets: Sequence[Target]) -> int:
    """How many of the targets share alpha: all but those that the data answers."""
    return sum(kind_of(target.metric).test != "exact" for target in targets)


def _judge_bands(
    targets: Sequence[Target],
    summaries: Mapping[str, Summary],
    certainty: float,
    alpha: float,
    measures: Measures,
    rule: str,
) -> tuple[Verdict, ...]:
    """Verdicts on figures of single match-ups: wrong anywhere with chance `alpha`; intervals at `certainty`."""
    if not targets:
        return ()
    exhibits, wagers = _exhibits(targets, summaries, certainty, measures)
    log_met, log_missed = wagers.evidence()
    met, missed, bars = declared(log_met, log_missed, alpha, rule)
    undecided = np.flatnonzero(~met & ~missed)
    growth = np.ones(len(targets))
    growth[undecided] = wagers.take(undecided).growth(bars[undecided])
    return tuple(
        _verdict(exhibit, "met" if is_met else "missed" if is_missed else "undecided", float(factor))
        for exhibit, is_met, is_missed, factor in zip(exhibits, met, missed, growth, strict=True)
    )


def _exhibits(
    targets: Sequence[Target], summaries: Mapping[str, Summary], certainty: float, measures: Measures
) -> tuple[list[_Exhibit], Wagers]:
    """Every target with its observation, and the wagers on all of them, in order."""
    groups: dict[tuple[object, ...], list[int]] = {}
    seen = [_observed(target, summaries.get(target.matchup), measures) for target in targets]
    for index, (target, one) in enumerate(zip(targets, seen, strict=True)):
        kind = (target.method, one.values) if isinstance(one, Scores) else (type(one),)
        groups.setdefault(kind, []).append(index)
    exhibits: dict[int, _Exhibit] = {}
    parts = []
    for members in groups.values():
        chosen = [targets[i] for i in members]
        sequences, fixed, wagers = _evaluate(chosen, [seen[i] for i in members], certainty)
        parts.append(wagers)
        for index, sequence, ends in zip(members, sequences, fixed, strict=True):
            summary = summaries.get(targets[index].matchup)
            played = summary.pairs if summary else 0
            seats = seats_of(summary)
            exhibits[index] = _Exhibit(targets[index], seen[index], seats, played, sequence, ends)
    order = np.argsort([index for members in groups.values() for index in members])
    return [exhibits[index] for index in range(len(targets))], Wagers.stack(parts).take(order)


def _observed(target: Target, summary: Summary | None, measures: Measures) -> Seen:
    see = observe_inside if kind_of(target.metric).item else observe
    return see(target, summary, measures)


def _evaluate(
    targets: Sequence[Target], seen: Sequence[Seen], certainty: float
) -> tuple[list[Ends], list[Ends], Wagers]:
    """Confidence sequences, Wilson intervals and wagers of targets of one kind."""
    shares = [one for one in seen if isinstance(one, Ratio)]
    if shares:
        low, high = [t.low for t in targets], [t.high for t in targets]
        lower, upper = ratios.sequences(shares, certainty)
        always: list[Ends] = list(zip(lower.tolist(), upper.tolist(), strict=True))
        return always, [(None, None)] * len(shares), ratios.band_wagers(shares, low, high)
    moments = [one for one in seen if isinstance(one, Moments)]
    if moments:
        low, high = [t.low for t in targets], [t.high for t in targets]
        ends = [asymptotic.sequence(one, certainty) or (None, None) for one in moments]
        return list(ends), [(None, None)] * len(moments), asymptotic.band_wagers(moments, low, high)
    scores = [one for one in seen if isinstance(one, Scores)]
    return _evaluate_scores(targets, scores, certainty)


def _evaluate_scores(
    targets: Sequence[Target], scores: Sequence[Scores], certainty: float
) -> tuple[list[Ends], list[Ends], Wagers]:
    values, counts = np.array(scores[0].values), np.stack([one.counts for one in scores])
    low = np.array([one.score_of(target.low) for target, one in zip(targets, scores, strict=True)])
    high = np.array([one.score_of(target.high) for target, one in zip(targets, scores, strict=True)])
    if targets[0].method == "sprt":
        margin = np.array([target.margin / one.span for target, one in zip(targets, scores, strict=True)])
        wagers = sprt.band_wagers(values, counts, low, high, margin)
    else:
        wagers = eprocess.band_wagers(values, counts, low, high)
    always = _shown(scores, confidence_sequence(values, counts, certainty))
    seats = np.array([one.seats for one in scores])
    fixed = wilson(counts @ values * seats, counts.sum(-1) * seats, certainty)
    return always, _shown(scores, fixed), wagers


def _shown(scores: Sequence[Scores], ends: tuple[np.ndarray, np.ndarray]) -> list[Ends]:
    """Ends of score intervals in the unit of the quantity."""
    return [
        (one.quantity_of(low), one.quantity_of(high)) for one, low, high in zip(scores, *ends, strict=True)
    ]


def _verdict(exhibit: _Exhibit, status: str, growth: float) -> Verdict:
    target, seen = exhibit.target, exhibit.seen
    bounded = isinstance(seen, Scores)
    pairs = round(seen.pairs)
    method = target.method if bounded else "asymptotic"
    growth_pairs = exhibit.played if kind_of(target.metric).item else seen.pairs
    return Verdict(
        target=target,
        status=status,
        estimate=seen.estimate,
        low=exhibit.sequence[0],
        high=exhibit.sequence[1],
        interval="confidence sequence" if bounded else "asymptotic confidence sequence",
        wilson_low=exhibit.fixed[0],
        wilson_high=exhibit.fixed[1],
        games=round(growth_pairs * exhibit.seats),
        pairs=pairs,
        needed=0 if status != "undecided" else _games_needed(growth_pairs, exhibit.seats, growth),
        decided_by=None if status == "undecided" else method,
        why=None if isinstance(seen, Moments) else seen.why or None,
    )


def _judge_efficiency(target: Target, measures: Measures) -> Verdict:
    """What the data says is exact: the value is its own interval."""
    value = dict(measures.efficiencies).get(target.item)
    inside = value is not None and target.low <= value <= target.high
    return Verdict(
        target=target,
        status="undecided" if value is None else "met" if inside else "missed",
        estimate=value,
        low=value,
        high=value,
        interval="exact",
        wilson_low=None,
        wilson_high=None,
        games=0,
        pairs=0,
        needed=None if value is None else 0,
        decided_by=None if value is None else "data",
        why="the data says nothing of its efficiency" if value is None else None,
    )


def _games_needed(pairs: float, seats: int, growth: float) -> int | None:
    """Games beyond those played; None when not a pair was played or no number of games would decide."""
    if not pairs or not np.isfinite(growth):
        return None
    return max(int(np.ceil(pairs * (growth - 1.0))), 1) * seats


def _judge_use(target: Target, summaries: Mapping[str, Summary], certainty: float, look: int) -> Verdict:
    found, table = judge_use(target, summaries, certainty, look), use_table(target, summaries)
    pairs = int(table.pairs.sum()) // 2
    return Verdict(
        target=target,
        status=found.status,
        estimate=found.use.smallest if pairs else None,
        low=found.use.smallest_low,
        high=found.use.smallest_high,
        interval="bootstrap band",
        wilson_low=None,
        wilson_high=None,
        games=2 * pairs,
        pairs=pairs,
        needed=games_needed(found, table),
        decided_by=None if found.status == "undecided" else "bootstrap",
    )
