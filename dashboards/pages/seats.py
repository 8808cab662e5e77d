"""What a seat is worth, apart from who sits in it."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.estimates import scores, seat_advantages
from dashboards.figures.seats import seat_effect
from dashboards.markup import Html
from dashboards.pages.shell import Column, Section, estimate, note, plot, table
from dashboards.rows import SeatRow
from dashboards.run import Run
from dashboards.words import count, percent

__all__ = ["seat_section"]


def seat_section(run: Run, totals: Sequence[SeatRow], single: Sequence[SeatRow], matchups: int) -> Section:
    """The section: every seat over all games, then the first seat in the match-ups where it matters most."""
    if run.seats == 1:
        return Section("seats", "Seats", (note("A game for one seat: there is no seat to compare with."),))
    if not totals:
        return Section("seats", "Seats", (note("No games have been stored yet."),))
    apart = (
        totals if run.seats > 2 else totals[:1]
    )  # of two seats, the second's lead is the first's with the sign turned
    rows = [*apart, *single]
    leads = seat_advantages([row.hist for row in rows], run.seats, run.certainty)
    names = [_label(row) for row in rows]
    words = "Lead of each seat in points of win rate with intervals; the table below holds the totals."
    return Section(
        "seats",
        "Seats",
        (
            note(
                "Every pair is the same luck played with the seats rotated, so what is left is the seat’s own worth. "
                f"Lead: the seat’s win rate less the mean of the others. Intervals: confidence sequences, "
                f"{percent(run.certainty, 0)} each. {_shown(len(single), matchups)}"
            ),
            plot(seat_effect(names, leads, len(apart)), words, 560),
            _totals(run, totals),
        ),
    )


def _shown(single: int, matchups: int) -> str:
    if single < matchups:
        part = f"{count(single)} of {count(matchups)} match-ups"
        return f"Below the total: the first seat in the {part} where it matters most."
    return "Below the total: the first seat in each match-up."


def _label(row: SeatRow) -> str:
    if row.matchup is None:
        return f"Seat {row.seat + 1}, all match-ups"
    return f"{' v '.join(row.players)}, {row.scenario}"


def _totals(run: Run, totals: Sequence[SeatRow]) -> Html:
    columns = [Column("Seat", figures=False), Column("Win rate"), Column("Lead"), Column("Pairs")]
    rates = scores([row.hist for row in totals], run.seats, run.draw_value, run.certainty)
    leads = seat_advantages([row.hist for row in totals], run.seats, run.certainty)
    rows = [
        (f"Seat {row.seat + 1}", estimate(rate), estimate(lead, "seat_advantage"), count(row.pairs))
        for row, rate, lead in zip(totals, rates, leads, strict=True)
    ]
    return table("Seats over all match-ups", columns, rows)
