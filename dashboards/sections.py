"""Every section that a run can be shown in, by its address in a page: one list for the report and the live app."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from dashboards import estimates, queries, sweeps
from dashboards.pages.board import board
from dashboards.pages.course import ending_section, length_section
from dashboards.pages.exhibits import exhibit_sections
from dashboards.pages.gates import gate_section
from dashboards.pages.made import made_section
from dashboards.pages.matchups import matchup_section, worth_drawing
from dashboards.pages.metrics import metric_section
from dashboards.pages.options import option_section
from dashboards.pages.progress import not_judged
from dashboards.pages.ratings import rating_section
from dashboards.pages.seats import seat_section
from dashboards.pages.shell import Section
from dashboards.pages.sweep import sweep_sections
from dashboards.pages.use import use_section
from dashboards.rows import Overview, StandingRow, StatusRow
from dashboards.run import Run
from runner.judge.league import League

__all__ = ["SECTIONS", "Caps", "Reading", "sections"]


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
    option_policies: int = 40
    """Policies of which options are told, the strongest first."""
    pictures: int = 28
    """Of each kind that a game exhibits."""
    verbatim: int = 60_000
    """Characters of the experiment, and of the game's data, quoted in full."""

    def halved(self) -> Caps:
        """Half of everything, at least one."""
        return Caps(**{one.name: max(getattr(self, one.name) // 2, 1) for one in fields(self)})


@dataclass(frozen=True)
class Reading:
    """A run while it is read for a page; what several sections ask is asked once."""

    run: Run
    caps: Caps = field(default_factory=Caps)

    @property
    def is_sweep(self) -> bool:
        """Whether the run is a sweep, which has sections of its own."""
        return sweeps.is_sweep(self.run)

    @cached_property
    def size(self) -> Overview:
        """The size of the run."""
        return (
            sweeps.size(self.run, sweeps.outcome(self.run)) if self.is_sweep else queries.overview(self.run)
        )

    @cached_property
    def statuses(self) -> tuple[StatusRow, ...]:
        """Targets counted by status."""
        return sweeps.statuses(sweeps.outcome(self.run)) if self.is_sweep else queries.statuses(self.run)

    @cached_property
    def standings(self) -> tuple[StandingRow, ...]:
        """Every policy, strongest first."""
        return queries.standings(self.run)

    @cached_property
    def leagues(self) -> Mapping[str, League]:
        """Ratings and use by scenario."""
        return estimates.leagues(queries.meetings(self.run), self.run.labels, self.run.certainty)


def sections(reading: Reading, wanted: Sequence[str] | None = None) -> list[Section]:
    """The sections `wanted` by their keys in `SECTIONS` (if not given, all that say something of the run's game),
    without those that are empty.

    A sweep has its own, whatever is wanted.
    """
    if reading.is_sweep:
        return sweep_sections(reading.run, reading.caps.verbatim)
    usual = [key for key in SECTIONS if reading.run.seats > 1 or key not in _BETWEEN_SEATS]
    return [one for key in wanted or usual for one in SECTIONS[key](reading) if one is not None]


# What compares those who meet at one table.
_BETWEEN_SEATS = ("ratings", "use", "seats")


def _verdicts(of: Reading) -> list[Section | None]:
    units = {metric.name: metric.unit for metric in of.run.metrics}
    rows = queries.verdicts(of.run, of.caps.verdicts)
    waiting = not_judged(of.run, of.size)
    return [board(rows, of.statuses, of.run.certainty, units, of.run.address, waiting)]


def _gates(of: Reading) -> list[Section | None]:
    return [gate_section(*queries.gates(of.run, of.caps.gates), of.run.certainty, of.run.gates)]


def _win_rates(of: Reading) -> list[Section | None]:
    drawn = worth_drawing(of.standings, 1 / max(of.run.seats, 2), of.caps.drawn)
    matrix, worst = queries.pairs(of.run, drawn), queries.matchups(of.run, of.caps.matchups)
    listed = of.standings[: of.caps.policies]
    return [matchup_section(of.run, listed, drawn, matrix, worst, of.size)]


def _ratings(of: Reading) -> list[Section | None]:
    return [rating_section(of.run, of.leagues, of.caps.leagues, of.caps.policies)]


def _use(of: Reading) -> list[Section | None]:
    return [use_section(of.run, of.leagues, of.caps.leagues)]


def _seats(of: Reading) -> list[Section | None]:
    single = queries.seat_matchups(of.run, of.caps.seats)
    run = of.run
    totals, leads = queries.seats(run, run.draw_value), queries.seats(run, 1 / run.seats)
    return [seat_section(run, totals, leads, single, of.size.matchups)]


def _lengths(of: Reading) -> list[Section | None]:
    rows = queries.lengths(of.run, of.caps.bars)
    return [length_section(of.run, queries.length_summary(of.run), rows)]


def _endings(of: Reading) -> list[Section | None]:
    return [ending_section(of.run, queries.endings(of.run), queries.faults(of.run))]


def _metrics(of: Reading) -> list[Section | None]:
    return [metric_section(of.run, queries.metrics(of.run, of.caps.metrics), of.size.policies)]


def _options(of: Reading) -> list[Section | None]:
    run, caps = of.run, of.caps
    policies = [row.policy for row in of.standings]
    found = estimates.option_rows(run, policies[: caps.option_policies])
    return [option_section(run, queries.options(run), found, len(policies), caps.options)]


def _exhibits(of: Reading) -> list[Section | None]:
    return [*exhibit_sections(of.run, of.caps.pictures)]


def _made(of: Reading) -> list[Section | None]:
    return [made_section(of.run, of.size, of.caps.verbatim)]


SECTIONS: Mapping[str, Callable[[Reading], list[Section | None]]] = {
    "verdicts": _verdicts,
    "gates": _gates,
    "win-rates": _win_rates,
    "ratings": _ratings,
    "use": _use,
    "seats": _seats,
    "lengths": _lengths,
    "endings": _endings,
    "metrics": _metrics,
    "options": _options,
    "exhibits": _exhibits,
    "made": _made,
}
"""In the order of the report."""
