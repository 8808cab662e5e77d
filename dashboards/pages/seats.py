"""What a seat is worth, apart from who sits in it."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.estimates import pooled, pooled_advantages, seat_advantages
from dashboards.figures.seats import seat_effect
from dashboards.markup import Html
from dashboards.pages.shell import Column, Section, estimate, note, plot, table
from dashboards.rows import SeatRow
from dashboards.run import Run
from dashboards.words import count, percent
from runner.judge.estimates import Estimate

__all__ = ["seat_section"]


def seat_section(
    run: Run, totals: Sequence[SeatRow], leads: Sequence[SeatRow], single: Sequence[SeatRow], matchups: int
) -> Section:
    """The section: every seat over all match-ups, then the first seat in the match-ups where it matters most.

    Args:
        totals: every seat, a game without a winner counting what it counts in a win rate.
        leads: the same, such a game counting as no lead.
        single: the first seat in single match-ups.
        matchups: how many there are.
    """
    if run.seats == 1:
        return Section("seats", "Seats", (note("A game for one seat: there is no seat to compare with."),))
    if not totals:
        return Section("seats", "Seats", (note("No games have been stored yet."),))
    whole = pooled_advantages(leads, run.seats, run.certainty)
    # Of two seats, the second's lead is the first's with the sign turned.
    apart = leads if run.seats > 2 else leads[:1]
    hists = [row.hist for row in single if row.hist is not None]
    found = [*whole[: len(apart)], *seat_advantages(hists, run.seats, run.certainty)]
    names = [_label(row) for row in (*apart, *single)]
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
            plot(seat_effect(names, found, len(apart)), words, 560),
            _totals(run, totals, whole),
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


def _totals(run: Run, totals: Sequence[SeatRow], leads: Sequence[Estimate]) -> Html:
    columns = [Column("Seat", figures=False), Column("Score"), Column("Lead"), Column("Pairs")]
    rates = pooled(totals, run.draw_value, run.certainty)
    rows = [
        (f"Seat {row.seat + 1}", estimate(rate), estimate(lead, "seat_advantage"), count(row.pairs))
        for row, rate, lead in zip(totals, rates, leads, strict=True)
    ]
    return table("Seats over all match-ups, each of which weighs the same", columns, rows)
