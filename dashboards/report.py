"""One self-contained HTML file for a run: opens from a disk or a mail, without a network, and small for any run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from dashboards import estimates, queries
from dashboards.pages.board import board
from dashboards.pages.course import ending_section, length_section
from dashboards.pages.exhibits import exhibit_sections
from dashboards.pages.frame import document
from dashboards.pages.gates import gate_section
from dashboards.pages.made import made_section
from dashboards.pages.matchups import matchup_section, worth_drawing
from dashboards.pages.metrics import metric_section
from dashboards.pages.options import option_section
from dashboards.pages.ratings import rating_section
from dashboards.pages.seats import seat_section
from dashboards.pages.shell import Section
from dashboards.pages.use import use_section
from dashboards.rows import OptionRow, Overview, StatusRow
from dashboards.run import Run
from runner.judge.options import OptionImpact

__all__ = ["LARGEST", "Caps", "report", "write_report"]

LARGEST = 5_900_000
"""Bytes of a page at most; Plotly's script is 4.8 million of them."""
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Caps:
    """What a page shows at most, so that it stays readable and small. What is left out is said where it is left out."""

    verdicts: int = 200
    gates: int = 400
    drawn: int = 40
    policies: int = 500
    matchups: int = 100
    seats: int = 20
    leagues: int = 4
    """Scenarios of which ratings and use are shown."""
    bars: int = 60
    metrics: int = 60
    options: int = 400
    options_by_policy: int = 6
    effects: int = 2_000
    """Match-ups that same-luck effects are taken from."""
    pictures: int = 28
    """Of each kind that a game exhibits."""
    verbatim: int = 60_000
    """Characters of the experiment, and of the game's data, quoted in full."""

    def halved(self) -> Caps:
        """Half of everything, at least one."""
        return Caps(**{one.name: max(getattr(self, one.name) // 2, 1) for one in fields(self)})


def write_report(run_folder: Path, out: Path | None = None) -> Path:
    """Write the page of a run, finished or not, and return its path.

    Args:
        run_folder: a folder that a run wrote.
        out: where to; `report.html` in the run's folder if not given.

    Raises:
        BadInput: the folder holds no run.
        StoreError: the page cannot be written there.
    """
    from runner.store.files import whole_file

    path = Path(out) if out else Path(run_folder) / "report.html"
    page = _patiently(Path(run_folder))
    with whole_file(path, durable=False) as file:
        file.write(page.encode())
    return path


def report(run: Run, caps: Caps | None = None) -> str:
    """The page as text: at most `LARGEST` bytes, with less shown where names are so long that it would be more."""
    caps = caps or Caps()
    size, statuses = queries.overview(run), queries.statuses(run)
    page = document(run, size, statuses, _sections(run, size, statuses, caps))
    if len(page.encode()) <= LARGEST or caps == caps.halved():
        return page
    return report(run, caps.halved())


def _patiently(folder: Path) -> str:
    """The page, read once more when a run that is writing merged away what the connection had looked up."""
    import duckdb

    for _ in range(_TRIES - 1):
        try:
            with Run.open(folder) as run:
                return report(run)
        except duckdb.IOException:
            continue
    with Run.open(folder) as run:
        return report(run)


def _sections(run: Run, size: Overview, statuses: Sequence[StatusRow], caps: Caps) -> list[Section]:
    units = {metric.name: metric.unit for metric in run.metrics}
    standings = queries.standings(run)
    drawn = worth_drawing(standings, 1 / max(run.seats, 2), caps.drawn)
    matrix = queries.pairs(run, drawn)
    worst = queries.matchups(run, caps.matchups)
    single = queries.seat_matchups(run, caps.seats)
    lengths = queries.lengths(run, caps.bars)
    leagues = estimates.leagues(queries.meetings(run), run.labels, run.certainty)
    sections = [
        board(queries.verdicts(run, caps.verdicts), statuses, run.certainty, units),
        gate_section(*queries.gates(run, caps.gates), run.certainty, run.gates),
        matchup_section(run, standings[: caps.policies], drawn, matrix, worst, size),
        rating_section(run, leagues, caps.leagues, caps.policies),
        use_section(run, leagues, caps.leagues),
        seat_section(run, queries.seats(run), single, size.matchups),
        length_section(run, queries.length_summary(run), lengths),
        ending_section(run, queries.endings(run), queries.faults(run)),
        metric_section(run, queries.metrics(run, caps.metrics), size.policies),
        _options(run, [row.policy for row in standings], size.matchups, caps),
        *exhibit_sections(run, caps.pictures),
        made_section(run, size, caps.verbatim),
    ]
    return [section for section in sections if section is not None]


def _options(run: Run, policies: Sequence[str], matchups: int, caps: Caps) -> Section:
    def found(policy: str | None = None) -> list[tuple[OptionRow, OptionImpact]]:
        effects = queries.effects(run, caps.effects, policy)
        return estimates.impacts(run, queries.options(run, policy), queries.results(run, policy), effects)

    together = found()
    few = 1 < len(policies) <= caps.options_by_policy and len(together) * len(policies) <= caps.options
    by_policy = {policy: found(policy) for policy in policies} if few else {}
    return option_section(
        run, together[: caps.options], by_policy, len(together), min(matchups, caps.effects), matchups
    )
