"""A run's result for programs: one JSON object."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner.figures import ALL_VOID, Axes, MatchupFigures, figures_of
from runner.gate_words import plain_gates
from runner.judge import league as judge
from runner.judge.league import League
from runner.judge.option_notes import notes
from runner.judge.options import OptionFigures
from runner.judge.payoffs import Meeting
from runner.judge.verdicts import Verdict
from runner.options import options_of

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.run import RunResult

__all__ = ["as_json", "figures", "impacts", "leagues"]


def figures(experiment: "Experiment", result: "RunResult") -> list[MatchupFigures]:
    """The figures of every match-up that was played, in the order of the plan."""
    game = experiment.game
    axes = Axes(game.metrics_of(experiment.document), game.terminations, game.options(experiment.document))
    return figures_of(experiment.matchups(), result.summaries, axes, experiment.certainty)


def impacts(experiment: "Experiment", result: "RunResult") -> tuple[OptionFigures, ...]:
    """What each option of the game does, by scenario, policy and seat."""
    game, dealt = experiment.game, experiment.game.rules.seen is not None
    names = game.options(experiment.document)
    return options_of(experiment.matchups(), result.summaries, names, experiment.certainty, dealt)


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
        **_options(experiment, result),
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
        "unfinished": None if verdict.unfinished is None else dataclasses.asdict(verdict.unfinished),
        "why": verdict.why,
        "won": verdict.won,
        "drawn": verdict.drawn,
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


def _options(experiment: "Experiment", result: "RunResult") -> dict[str, Any]:
    """The option table, the options that nobody saw, and how to read it."""
    found = impacts(experiment, result)
    seen = {row.option for row in found}
    return {
        "options": [dataclasses.asdict(one) for one in found],
        "options_unseen": [name for name in experiment.game.options(experiment.document) if name not in seen],
        "options_note": " ".join(notes(found, experiment.certainty)),
    }


def _finite(bound: float) -> float | None:
    return bound if abs(bound) < float("inf") else None
