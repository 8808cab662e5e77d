"""Verdicts over many runs, in one question to DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dashboards.app.results import Known
from dashboards.queries import VERDICT_COLUMNS, WORST_FIRST, judged
from dashboards.rows import VerdictRow
from games.defects import BadInput
from runner.counts import VerdictCounts

__all__ = ["Survey", "survey"]

_JUDGED = judged("verdicts")


@dataclass(frozen=True, slots=True)
class Survey:
    """What several runs found, each as it was judged last."""

    lines: tuple[tuple[str, VerdictRow], ...]
    """The key of a run and a verdict, what is broken first."""
    counts: dict[str, VerdictCounts]
    """By key of the run; a run that judged nothing is left out."""
    torn: tuple[str, ...] = ()
    """Keys of runs whose verdicts cannot be read, each with the reason."""

    def total(self, verdict: str = "") -> int:
        """Verdicts in all, or those of one status."""
        return sum(getattr(one, verdict or "total") for one in self.counts.values())


def survey(runs: Sequence[Known], limit: int, verdict: str = "") -> Survey:
    """At most `limit` verdicts of `runs`, only those of one status if `verdict` names one."""
    import duckdb

    folders = [one.info.folder for one in runs if one.info.status != "old"]
    try:
        return _survey(folders, limit, verdict)
    except (duckdb.Error, BadInput):
        reasons = {folder: reason for folder in folders if (reason := _why_not(folder))}
        torn = tuple(f"{folder.name} ({reason})" for folder, reason in reasons.items())
        readable = [folder for folder in folders if folder not in reasons]
        return replace(_survey(readable, limit, verdict), torn=torn)


def _survey(folders: Sequence[Path], limit: int, verdict: str) -> Survey:
    from runner.store import connect_verdicts

    counts = f"""
        SELECT run, count(*) FILTER (verdict = 'missed'), count(*) FILTER (verdict = 'undecided'),
               count(*) FILTER (verdict = 'met')
        FROM {_JUDGED} GROUP BY run"""
    lines = f"""
        SELECT run, {VERDICT_COLUMNS} FROM {_JUDGED} WHERE $verdict IN ('', verdict)
        ORDER BY {WORST_FIRST}, run LIMIT $limit"""
    with connect_verdicts(folders) as connection:
        counted = connection.execute(counts).fetchall()
        found = connection.execute(lines, {"verdict": verdict, "limit": limit}).fetchall()
    return Survey(
        tuple((run, _row(values)) for run, *values in found),
        {run: VerdictCounts(*numbers) for run, *numbers in counted},
    )


def _why_not(folder: Path) -> str:
    """Why the verdicts of a run cannot be read; empty where they can."""
    import duckdb

    from runner.store import connect_verdicts

    try:
        with connect_verdicts([folder]) as connection:
            connection.execute("SELECT count(verdict), count(matchup), count(item) FROM verdicts")
    except BadInput as error:
        return f"{Path(error.defects[0].file).name} {error.defects[0].rule}"
    except duckdb.Error:
        return "a part is damaged"
    return ""


def _row(values: Sequence[object]) -> VerdictRow:
    return VerdictRow(*(tuple(one) if isinstance(one, list) else one for one in values))  # type: ignore[arg-type]
