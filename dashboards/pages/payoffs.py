"""Matrix games of a scenario: what each option is worth against each other, and how often it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from dashboards.estimates import Estimate, proportion
from dashboards.exhibits import MatrixGame, Side
from dashboards.figures.payoffs import PAYOFF_WIDTH, payoff_matrix
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, plot, table
from dashboards.rows import UseRow
from dashboards.run import Run
from dashboards.words import count, number, percent, plural

__all__ = ["payoff_section"]

Shares = tuple[tuple[Estimate, ...], tuple[Estimate, ...]]
"""How often each option was chosen, row player first"""


def payoff_section(run: Run, games: Sequence[MatrixGame], uses: Sequence[UseRow], limit: int) -> Section:
    """The section: by scenario, at most `limit` pictures in all, and a table of every option."""
    chosen = {(row.scenario, row.seat, row.option): row.chosen for row in uses}
    content: list[Content] = [_lead(games), note(_reading(run))]
    if len(games) > limit:
        content.append(
            note(f"Drawn are the first {count(limit)} of {count(len(games))}; the tables hold all.")
        )
    drawn = set(map(id, games[:limit]))
    for scenario, group in groupby(games, key=lambda game: game.scenario):
        listed = [(game, _played(game, chosen, run.certainty)) for game in group]
        pictures = [_picture(game, shares) for game, shares in listed if id(game) in drawn]
        content += [
            tag("h3", name(scenario)),
            tag("div", pictures, {"class": "gallery"}),
            fold("The same in figures", _table(scenario, listed)),
        ]
    return Section("payoffs", "Payoffs", tuple(content))


def _lead(games: Sequence[MatrixGame]) -> Html:
    """The option that is used least at equilibrium, and how many fall under the line."""
    listed = [(use.usage, game, side, use) for game in games for side in game.players for use in side.options]
    usage, game, side, use = min(listed, key=lambda entry: entry[0])
    under = sum(share < where.least_usage for share, where, _, _ in listed)
    line = percent(game.least_usage, 0)
    told = f"{plural(under, 'option')} under {line}" if under else f"none under {line}"
    where = [name(use.name), " of ", name(side.name), ", ", name(game.part), " of ", name(game.scenario)]
    return tag(
        "p", ["Least used at equilibrium: ", *where, f", {percent(usage)}; {told}."], {"class": "lead"}
    )


def _reading(run: Run) -> str:
    return (
        "Cells: what the row player gets and the column player pays. Bars: use at equilibrium, of several equilibria "
        "the one that uses the least used option most; whiskers: the range over all of them. Rings: fictitious play. "
        "Diamonds: as chosen in this run, all policies together. Dotted: the line under which an option counts as "
        "unused. "
        f"Equilibria are computed, not sampled; choices bear Wilson intervals, {percent(run.certainty, 0)} each, "
        "taken as independent."
    )


def _played(game: MatrixGame, chosen: Mapping[tuple[str, int, str], int], certainty: float) -> Shares:
    """Shares of what a side chose in that part; without games, estimates of nothing."""
    row, column = (_shares(game, side, chosen, certainty) for side in game.players)
    return row, column


def _shares(
    game: MatrixGame, side: Side, chosen: Mapping[tuple[str, int, str], int], certainty: float
) -> tuple[Estimate, ...]:
    times = [chosen.get((game.scenario, side.seat, use.option), 0) for use in side.options]
    return tuple(proportion(one, sum(times), certainty) for one in times)


def _picture(game: MatrixGame, played: Shares) -> Html:
    value = f"value {number(game.value, 0.05)}, fictitious play {number(game.fictitious_value, 0.05)}"
    words = f"Payoffs of {game.part} of {game.scenario}, and the use of each option; {value}. The table has all of it."
    title = tag("p", [tag("strong", name(game.part)), " · ", value], {"class": "picture-title"})
    return tag("div", [title, plot(payoff_matrix(game, played), words, PAYOFF_WIDTH)])


def _table(scenario: str, listed: Sequence[tuple[MatrixGame, Shares]]) -> Html:
    columns = [
        Column("Part", figures=False),
        Column("Side", figures=False),
        Column("Option", figures=False),
        Column("At equilibrium", hint="Of several equilibria the one that uses the least used option most"),
        Column("Over all equilibria"),
        Column("Fictitious play"),
        Column("As chosen"),
    ]
    rows = [
        _line(game, side, at, played[at])
        for game, shares in listed
        for side, played in zip(game.players, shares, strict=True)
        for at in range(len(side.options))
    ]
    return table(f"Use of the options of {scenario}", columns, rows)


def _line(game: MatrixGame, side: Side, at: int, played: Estimate) -> list[Cell | Content]:
    use = side.options[at]
    line = percent(game.least_usage, 0)
    flag = [" ", tag("span", f"under {line}", {"class": "flag"})] if use.usage < game.least_usage else None
    spread = percent(use.low) if use.high == use.low else f"{percent(use.low)} to {percent(use.high)}"
    return [
        name(game.part),
        name(side.name),
        [name(use.name), flag],
        Cell(percent(use.usage), use.usage),
        Cell(spread, use.low),
        Cell(percent(use.fictitious), use.fictitious),
        estimate(played),
    ]
