"""How far a run is that has judged nothing yet."""

from __future__ import annotations

from dashboards.rows import Overview
from dashboards.run import Run
from dashboards.words import count, plural

__all__ = ["not_judged"]


def not_judged(run: Run, size: Overview) -> str:
    """Why there is no verdict: none is asked for, or the first round of games is not over."""
    asked = sum(len(run.configuration.get(key) or ()) for key in ("target", "gate"))
    if not asked:
        return "The experiment names no target. Add a [[target]] to its file."
    whom = f"{plural(asked, 'target or gate', 'targets and gates')} of the experiment"
    most = f"of at most {count(int(run.manifest.get('games') or 0))} a match-up"
    if run.status == "running":
        return (
            f"The {whom} will be judged when the first round of games is over: "
            f"{plural(size.games, 'game')} so far in {plural(size.matchups, 'match-up')}, {most}."
        )
    return (
        f"The run stopped before the {whom} could be judged, after {plural(size.games, 'game')} {most}. "
        "The same command goes on with it."
    )
