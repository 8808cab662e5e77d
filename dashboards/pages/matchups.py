"""Who beats whom: the matrix, the standing of each policy, and the match-ups furthest from even."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.estimates import pooled, proportion, scores
from dashboards.figures.matrix import matrix, matrix_width
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, linked, note, plot, table
from dashboards.rows import MatchupRow, Overview, PairRow, StandingRow
from dashboards.run import Run
from dashboards.words import count, percent, plural
from runner.figures import ALL_VOID
from runner.judge.estimates import Estimate

__all__ = ["matchup_section", "worth_drawing"]

_MOST_SCENARIOS = 40


def worth_drawing(standings: Sequence[StandingRow], even: float, most: int) -> list[str]:
    """At most `most` policies, strongest first, chosen by missed targets, then match-ups, then distance from even."""
    urgency = sorted(
        standings, key=lambda row: (-row.missed, -row.matchups, -abs((row.score or even) - even), row.policy)
    )
    chosen = {row.policy for row in urgency[:most]}
    return [row.policy for row in standings if row.policy in chosen]


def matchup_section(
    run: Run,
    standings: Sequence[StandingRow],
    drawn: Sequence[str],
    pairs: Sequence[PairRow],
    worst: Sequence[MatchupRow],
    size: Overview,
) -> Section:
    """The section.

    Args:
        standings: the policies listed, strongest first.
        drawn: the policies in the matrix.
        pairs: how the drawn ones did against each other.
        worst: the match-ups listed.
        size: the size of the run, for saying what was left out.
    """
    title = "Win rates" if run.seats > 1 else "Win rates by scenario"
    if not size.games:
        return Section("win-rates", title, (note(nothing_played(size)),))
    content = [
        _reading(run, size.scenarios),
        *_matrix(run, drawn, pairs, size.policies),
        *_listed(len(standings), size.policies),
        _standings(run, standings),
        fold(
            f"Match-ups, {count(len(worst))} of {count(size.matchups)}", _matchups(run, worst, size.matchups)
        ),
    ]
    return Section("win-rates", title, tuple(content))


def nothing_played(size: Overview) -> str:
    """Why there are no figures."""
    return ALL_VOID if size.voided else "No games have been stored yet."


def _reading(run: Run, scenarios: int) -> Html:
    draws = {0.0: "nothing", 0.5: "half a win"}.get(run.draw_value, f"{run.draw_value:g} of a win")
    against = "" if run.seats == 1 else " against the one at the top"
    if run.seats > 2:
        against = f" at tables where the one at the top sits too; even is {percent(1 / run.seats)}"
    several = f" The {scenarios} scenarios weigh the same." if scenarios > 1 and run.seats > 1 else ""
    return note(
        f"Score of the policy at the left{against}: games won, and a game without a winner counts {draws}. "
        f"Beside it the confidence sequence of that cell, {percent(run.certainty, 0)} for each by itself: half of it "
        f"after ±, both its ends where it is lopsided.{several}"
    )


def _matrix(run: Run, drawn: Sequence[str], pairs: Sequence[PairRow], policies: int) -> list[Html]:
    """The heat map and what it leaves out; nothing where it would be a single cell."""
    found = pooled(pairs, run.draw_value, run.certainty)
    cells = {
        (row.row, row.column): (one, row.pairs * row.seats)
        for row, one in zip(pairs, found, strict=True)
        if row.pairs
    }
    scenarios = sorted({row.column for row in pairs})
    columns = list(drawn) if run.seats > 1 else scenarios[:_MOST_SCENARIOS]
    if len(cells) < 2:
        return []
    rows = _rows(drawn, pairs) if run.seats > 1 else list(drawn)
    words = f"Heat map of win rates, {len(rows)} policies by {len(columns)}. The tables below hold the same figures."
    figure = matrix(rows, columns, cells, 1 / max(run.seats, 2))
    if run.root is not None:  # what a cell leads to, for the app's script
        others = columns if run.seats > 1 else [None] * len(columns)
        figure.update_layout(meta={"root": f"{run.root}/match-ups", "rows": rows, "columns": others})
    picture = plot(figure, words, matrix_width(columns))
    return [*_left_out(len(drawn), policies, len(scenarios) - len(columns) if run.seats == 1 else 0), picture]


def _rows(drawn: Sequence[str], pairs: Sequence[PairRow]) -> list[str]:
    """The rows worth drawing: all, or in a gauntlet only its champions, whom every match-up has a part of."""
    met = {(row.row, row.column) for row in pairs}
    hubs = {one for one in drawn if 2 * sum((one, other) in met for other in drawn) >= len(drawn) - 1}
    if all(row in hubs or column in hubs for row, column in met):
        return [one for one in drawn if one in hubs]
    return list(drawn)


def _left_out(drawn: int, policies: int, scenarios: int) -> list[Html]:
    notes = []
    if drawn < policies:
        why = "those with missed targets first, then those furthest from even"
        notes.append(
            note(tag("strong", f"Drawn are {count(drawn)} of {count(policies)} policies"), f": {why}.")
        )
    if scenarios:
        text = f"{plural(scenarios, 'more scenario')} not drawn; all match-ups are in the view "
        notes.append(note(text, tag("code", "units"), "."))
    return notes


def _listed(listed: int, policies: int) -> list[Html]:
    if listed == policies:
        return []
    return [note(tag("strong", f"Listed are the strongest {count(listed)} of {count(policies)} policies."))]


def _standings(run: Run, standings: Sequence[StandingRow]) -> Html:
    columns = [
        Column("Policy", figures=False),
        Column(
            "Score", hint="Mean over its match-ups, each weighing the same; asymptotic confidence sequence"
        ),
        Column("Match-ups"),
        Column("Games"),
        Column("Missed targets"),
    ]
    rows = [
        (
            linked(name(row.policy), run.entrant_address(row.policy)),
            estimate(one),
            count(row.matchups),
            Cell(count(row.games), row.games),
            count(row.missed),
        )
        for row, one in zip(standings, pooled(standings, run.draw_value, run.certainty), strict=True)
    ]
    caption = f"{plural(len(rows), 'policy', 'policies')}, strongest first; each match-up weighs the same"
    return table(caption, columns, rows)


def _matchups(run: Run, worst: Sequence[MatchupRow], total: int) -> list[Content]:
    titles = ("Score of the first player", "No winner", "Length, mean", "Median", "Unfinished", "Games")
    columns = [Column("Match-up", figures=False), *(Column(title) for title in titles)]
    found = scores([row.hist for row in worst], run.seats, run.draw_value, run.certainty)
    rows = [_matchup(run, row, one) for row, one in zip(worst, found, strict=True)]
    shown = (
        f"Shown are the {count(len(rows))} of {count(total)} furthest from even. "
        if len(rows) < total
        else ""
    )
    text = "Unfinished games ended by the turn cap; games that a fault voided are in no figure here."
    return [note(shown + text), table("Match-ups, furthest from even first", columns, rows)]


def _matchup(run: Run, row: MatchupRow, one: Estimate) -> tuple[Cell | Content, ...]:
    players = [[" v " if index else "", name(player)] for index, player in enumerate(row.players)]
    unfinished = proportion(row.unfinished, row.games, run.certainty)
    return (
        linked([players, " in ", name(row.scenario)], run.address(row.matchup)),
        estimate(one),
        estimate(proportion(row.drawn, row.games, run.certainty)),
        Cell("–" if row.mean_turns is None else f"{row.mean_turns:.2f} turns", row.mean_turns),
        Cell("–" if row.median_turns is None else f"{row.median_turns:g} turns", row.median_turns),
        estimate(unfinished),
        Cell(count(row.games), row.games),
    )
