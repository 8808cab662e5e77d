"""Who beats whom: the matrix, the standing of each policy, and the match-ups furthest from even."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.estimates import Estimate, proportion, scores, standing
from dashboards.figures.matrix import matrix, matrix_width
from dashboards.markup import Content, Html, name
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, plot, table
from dashboards.rows import MatchupRow, PairRow, StandingRow
from dashboards.run import Run
from dashboards.words import count, percent, plural

__all__ = ["matchup_section", "worth_drawing"]


def worth_drawing(standings: Sequence[StandingRow], fair: float, most: int) -> list[str]:
    """At most `most` policies, strongest first: those of missed targets, then those furthest from even."""
    urgent = sorted(standings, key=lambda row: (-row.missed, -abs((row.score or fair) - fair), row.policy))[
        :most
    ]
    chosen = {row.policy for row in urgent}
    return [row.policy for row in standings if row.policy in chosen]


def matchup_section(
    run: Run,
    standings: Sequence[StandingRow],
    drawn: Sequence[str],
    pairs: Sequence[PairRow],
    worst: Sequence[MatchupRow],
    totals: tuple[int, int],
) -> Section:
    """The section; `drawn` are the policies in the matrix, `totals` the numbers of match-ups and scenarios in all."""
    title = "Win rates" if run.seats > 1 else "Win rates by scenario"
    if not pairs:
        return Section("win-rates", title, (note("No games have been stored yet."),))
    content = [
        _reading(run, totals[1]),
        *_capped(drawn, len(standings)),
        _matrix(run, drawn, pairs),
        _standings(run, standings),
        fold(f"Match-ups, {count(len(worst))} of {count(totals[0])}", _matchups(run, worst, totals[0])),
    ]
    return Section("win-rates", title, tuple(content))


def _reading(run: Run, scenarios: int) -> Html:
    sure, draws = (
        percent(run.certainty, 0),
        {0.0: "nothing", 0.5: "half a win"}.get(run.draw_value, f"{run.draw_value:g} of a win"),
    )
    against = (
        "the policy at the left against the one at the top" if run.seats == 2 else "the policy at the left"
    )
    if run.seats > 2:
        against += f" at tables where the one at the top sits too; even is {percent(1 / run.seats)}"
    pooled = f" The {scenarios} scenarios are pooled." if scenarios > 1 and run.seats > 1 else ""
    return note(
        f"Share of games won by {against}. A game without a winner counts {draws}. "
        f"± is half the confidence sequence of that cell, {sure} for each by itself.{pooled}"
    )


def _capped(drawn: Sequence[str], total: int) -> list[Html]:
    if len(drawn) == total:
        return []
    why = "those of missed targets first, then those furthest from even"
    return [
        note(
            f"Drawn are {count(len(drawn))} of {count(total)} policies: {why}. The list below names them all."
        )
    ]


def _matrix(run: Run, drawn: Sequence[str], pairs: Sequence[PairRow]) -> Html:
    found = scores([row.hist for row in pairs], run.seats, run.draw_value, run.certainty)
    cells = {
        (row.row, row.column): (one, row.pairs * row.seats)
        for row, one in zip(pairs, found, strict=True)
        if row.pairs
    }
    columns = list(drawn) if run.seats > 1 else sorted({row.column for row in pairs})
    fair = 1 / max(run.seats, 2)
    words = f"Heat map of win rates, {len(drawn)} policies by {len(columns)}. The tables below hold the same figures."
    return plot(matrix(drawn, columns, cells, fair), words, matrix_width(len(columns)))


def _standings(run: Run, standings: Sequence[StandingRow]) -> Html:
    met = "Opponents" if run.seats > 1 else "Scenarios"
    columns = [
        Column("Policy", figures=False),
        Column(
            "Win rate", hint="Mean over its match-ups, each weighing the same; asymptotic confidence sequence"
        ),
        Column(met),
        Column("Games"),
        Column("Missed targets"),
    ]
    rows = [
        (
            Cell(name(row.policy), row.policy),
            estimate(standing(row, run.certainty)),
            count(row.opponents),
            Cell(count(row.games), row.games),
            count(row.missed),
        )
        for row in standings
    ]
    caption = f"{plural(len(rows), 'policy', 'policies')}, strongest first; each match-up weighs the same"
    return table(caption, columns, rows)


def _matchups(run: Run, worst: Sequence[MatchupRow], total: int) -> list[Content]:
    titles = ("First player wins", "No winner", "Length, mean", "Median", "Unfinished", "Games")
    columns = [Column("Match-up", figures=False), *(Column(title) for title in titles)]
    found = scores([row.hist for row in worst], run.seats, run.draw_value, run.certainty)
    rows = [_matchup(run, row, one) for row, one in zip(worst, found, strict=True)]
    shown = (
        f"Shown are the {count(len(rows))} of {count(total)} furthest from even. "
        if len(rows) < total
        else ""
    )
    text = "Unfinished games ended by the turn cap, an illegal action, a fault or a time-out."
    return [note(shown + text), table("Match-ups, furthest from even first", columns, rows)]


def _matchup(run: Run, row: MatchupRow, one: Estimate) -> tuple[Cell | Content, ...]:
    players = [[" v " if index else "", name(player)] for index, player in enumerate(row.players)]
    unfinished = proportion(row.unfinished, row.played, run.certainty)
    return (
        Cell([players, " in ", name(row.scenario)], " ".join(row.players)),
        estimate(one),
        estimate(proportion(row.drawn, row.games, run.certainty)),
        Cell("–" if row.mean_turns is None else f"{row.mean_turns:.2f} turns", row.mean_turns),
        Cell("–" if row.median_turns is None else f"{row.median_turns} turns", row.median_turns),
        estimate(unfinished),
        Cell(count(row.games), row.games),
    )
