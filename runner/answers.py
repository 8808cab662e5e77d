"""A run's result for programs: one JSON object."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.figures import ALL_VOID, Axes, MatchupFigures, figures_of, impacts_of
from runner.gate_words import plain_gates
from runner.judge import league as judge
from runner.judge.choice import CHOICE_NOTE
from runner.judge.league import League
from runner.judge.options import BIAS_NOTE, OptionImpact
from runner.judge.payoffs import Meeting
from runner.judge.verdicts import Verdict

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.run import RunResult

__all__ = ["as_json", "figures", "impacts", "leagues"]


def figures(experiment: "Experiment", result: "RunResult") -> list[MatchupFigures]:
    """The figures of every match-up that was played, in the order of the plan."""
    game = experiment.game
    axes = Axes(game.metrics_of(experiment.document), game.terminations, game.options(experiment.document))
    return figures_of(experiment.matchups(), result.summaries, axes, experiment.certainty)


def impacts(experiment: "Experiment", result: "RunResult") -> tuple[OptionImpact, ...]:
    """What each option of the game does, over all match-ups."""
    options = experiment.game.options(experiment.document)
    return impacts_of(experiment.matchups(), result.summaries, options, experiment.certainty)


def leagues(experiment: "Experiment", result: "RunResult") -> dict[str, League]:
    """Ratings and use at equilibrium by scenario, where entrants met two by two."""
    met = (
        (matchup.scenario, Meeting(*matchup.players, result.summaries[matchup.key].score_hist[0]))
        for matchup in experiment.matchups()
        if len(matchup.players) == 2 and matchup.key in result.summaries
    )
    return judge.leagues(experiment.labels, met, experiment.certainty)


def as_json(
    experiment: "Experiment", result: "RunResult", page: Path | None, allow_undecided: bool = False
) -> dict[str, Any]:
    """The whole result as plain values; the keys that programs rely on are listed in the README."""
    rows = figures(experiment, result)
    return {
        "run": str(result.folder),
        "report": None if page is None else str(page),
        "verdicts": [_verdict(verdict) for verdict in result.verdicts],
        "gates": plain_gates(result.gates),
        "controls": [dataclasses.asdict(control) for control in result.controls],
        "faults": [dataclasses.asdict(fault) for fault in result.faults],
        "warnings": list(result.warnings),
        "games": result.games,
        "control_games": result.counts.controls,
        "certainty": experiment.certainty,
        "figures": [dataclasses.asdict(row) for row in rows if row.games],
        "void": [row.name for row in rows if not row.games],
        "note": ALL_VOID if rows and not any(row.games for row in rows) else None,
        "leagues": [_league(scenario, one) for scenario, one in leagues(experiment, result).items()],
        "options": [dataclasses.asdict(one) for one in impacts(experiment, result)],
        "options_note": f"{BIAS_NOTE} {CHOICE_NOTE}",
        "seconds": round(result.seconds, 3),
        "exit_code": result.allowing(allow_undecided),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    target = verdict.target
    return {
        "target": target.name,
        "metric": target.metric,
        "item": target.item or None,
        "seat": None if target.seat is None else target.seat + 1,
        "scope": target.matchup or target.name,
        "band": [_finite(target.low), _finite(target.high)],
        "estimate": None if verdict.estimate is None else _finite(verdict.estimate),
        "low": None if verdict.low is None else _finite(verdict.low),
        "high": None if verdict.high is None else _finite(verdict.high),
        "interval": verdict.interval,
        "games": verdict.games,
        "verdict": verdict.status,
        "needed": verdict.needed,
        "decided_by": verdict.decided_by,
        "why": verdict.why,
    }


def _league(scenario: str, one: League) -> dict[str, Any]:
    return {
        "scenario": scenario,
        "cycles": dataclasses.asdict(one.cycles),
        "draw_parameter": one.nu,
        "groups": one.groups,
        "why_no_use": one.why_no_use or None,
        "entrants": [dataclasses.asdict(member) for member in one.members],
    }


def _finite(bound: float) -> float | None:
    return bound if abs(bound) < float("inf") else None
