"""Targets against summaries: met, missed or undecided, with an interval and the games still needed.

`judge` is a pure function of the whole table of targets and the merged counts, so its answer depends
neither on workers nor on the order of units, and a resumed run ends with the same verdicts. Targets of one
kind are evaluated together: a table of 45,000 is a few array operations.

A use target has no e-value. It and the others share alpha by the number of targets, so that the chance of a
wrong verdict anywhere stays what the run says. What the data alone answers is never wrong and takes no share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from runner.judge import asymptotic, eprocess, ratios, sprt
from runner.judge.asymptotic import Moments
from runner.judge.efficiency import judge_efficiency
from runner.judge.inside import observe_inside
from runner.judge.intervals import confidence_sequence, wilson
from runner.judge.metrics import kind_of
from runner.judge.multiplicity import declared
from runner.judge.observations import Measures, Scores, observe, seats_of, unfinished
from runner.judge.ratios import Ratio
from runner.judge.scores import won_and_drawn
from runner.judge.targets import Target
from runner.judge.unfinished import NO_LIMIT, STAKE, blamed_on, explained, judged_use, shares_of, wagers_of
from runner.judge.use import games_needed, judge_use, matchups_of, use_table
from runner.judge.verdict import Verdict
from runner.judge.wagers import Wagers

if TYPE_CHECKING:
    from runner.summary import Summary

__all__ = ["Measures", "Target", "Verdict", "judge", "open_to_error"]

Ends = tuple[float | None, float | None]
Seen = Scores | Moments | Ratio


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
    results: tuple[float | None, float | None]
    """Shares of games won and drawn, for a win rate."""


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
        "bootstrap": lambda target: _judge_use(target, summaries, measures, each, look),
        "exact": lambda target: judge_efficiency(target, measures),
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
    shares = [unfinished(summaries.get(target.matchup), measures) for target in targets]
    wagers = replace(wagers, unfinished=wagers_of(shares, [target.unfinished for target in targets]))
    log_met, log_missed = wagers.evidence()
    met, missed, bars = declared(log_met, log_missed, alpha, rule)
    undecided = np.flatnonzero(~met & ~missed)
    growth = np.ones(len(targets))
    growth[undecided] = wagers.take(undecided).growth(bars[undecided])
    to_blame, seen, found = blamed_on(wagers, met, missed, bars), shares_of(shares, certainty), []
    for row, exhibit in enumerate(exhibits):
        status = "met" if met[row] else "missed" if missed[row] else "undecided"
        verdict = _verdict(exhibit, status, float(growth[row]))
        found.append(explained(verdict, seen[row], bool(to_blame[row])))
    return tuple(found)


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
        sequences, fixed, wagers = _evaluate(chosen, [seen[i] for i in members], certainty, measures)
        parts.append(wagers)
        for index, sequence, ends in zip(members, sequences, fixed, strict=True):
            target, summary = targets[index], summaries.get(targets[index].matchup)
            results, played = _results(target, summary), summary.pairs if summary else 0
            exhibits[index] = _Exhibit(
                target, seen[index], seats_of(summary), played, sequence, ends, results
            )
    order = np.argsort([index for members in groups.values() for index in members])
    return [exhibits[index] for index in range(len(targets))], Wagers.stack(parts).take(order)


def _observed(target: Target, summary: Summary | None, measures: Measures) -> Seen:
    see = observe_inside if kind_of(target.metric).item else observe
    return see(target, summary, measures)


def _results(target: Target, summary: Summary | None) -> tuple[float | None, float | None]:
    if target.metric != "win_rate" or summary is None or not summary.pairs:
        return None, None
    return won_and_drawn(summary.score_hist[target.player])


def _evaluate(
    targets: Sequence[Target], seen: Sequence[Seen], certainty: float, measures: Measures
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
        limits = [measures.limits_of(target.metric) for target in targets]
        both = zip(moments, limits, strict=True)
        ends = [asymptotic.sequence(one, certainty, reach) or (None, None) for one, reach in both]
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
        won=exhibit.results[0],
        drawn=exhibit.results[1],
    )


def _games_needed(pairs: float, seats: int, growth: float) -> int | None:
    """Games beyond those played; None when not a pair was played or no number of games would decide."""
    if not pairs or not np.isfinite(growth):
        return None
    return max(int(np.ceil(pairs * (growth - 1.0))), 1) * seats


def _judge_use(
    target: Target, summaries: Mapping[str, Summary], measures: Measures, alpha: float, look: int
) -> Verdict:
    """Errs with chance `alpha`. Met only where unfinished games are certainly few in every match-up of the table."""
    limited = target.unfinished < NO_LIMIT
    stake = alpha * (1.0 - STAKE) if limited else alpha
    found, table = judge_use(target, summaries, 1.0 - stake, look), use_table(target, summaries)
    pairs = int(table.pairs.sum()) // 2
    verdict = Verdict(
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
    if not limited or not pairs:
        return verdict
    shares = [unfinished(summaries[key], measures) for key in matchups_of(target, summaries)]
    return judged_use(verdict, shares, alpha)
