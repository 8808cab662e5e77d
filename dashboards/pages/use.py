"""Which strategies are worth playing: their shares of optimal play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.figures.intervals import interval_rows
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.ratings import apart, unrated
from dashboards.pages.shell import Cell, Column, Section, estimate, note, plot, table
from dashboards.run import Run
from dashboards.words import interval, percent, with_interval
from runner.judge.estimates import Estimate
from runner.judge.league import PLACES_NOTE, USE_NOTE, League, Member
from runner.judge.strategy import EntrantUse

__all__ = ["use_section"]


def use_section(run: Run, leagues: Mapping[str, League], most: int) -> Section:
    """The section: of at most `most` scenarios a figure and a table."""
    if not leagues:
        return Section("use", "Use", (note(unrated(run)),))
    content: list[Content] = [
        note(
            "If everybody played as well as the entrants allow, how much would each be used? "
            f"{USE_NOTE} Bands are {percent(run.certainty, 0)} for each by itself. {PLACES_NOTE}"
        ),
        *apart(leagues, most),
    ]
    for scenario, league in list(leagues.items())[:most]:
        content += _scenario(scenario if len(leagues) > 1 else "", league)
    return Section("use", "Use", tuple(content))


def _scenario(scenario: str, league: League) -> list[Content]:
    heading: list[Content] = [tag("h3", name(scenario))] if scenario else []
    if league.use is None:
        return [*heading, note(f"{league.why_no_use[0].upper()}{league.why_no_use[1:]}.")]
    members = sorted(league.members, key=lambda member: -(member.use.share if member.use else 0.0))
    rows = [(member, member.use) for member in members if member.use]
    return [
        *heading,
        _lead(league, rows),
        _figure(scenario, [use for _, use in rows]),
        _table(scenario, rows),
    ]


def _lead(league: League, rows: Sequence[tuple[Member, EntrantUse]]) -> Html:
    """The least used, named, with its band."""
    least = rows[-1][1]
    text = with_interval(_share(least))
    return tag("p", ["Least used: ", name(least.name), f", {text} of optimal play."], {"class": "lead"})


def _figure(scenario: str, rows: Sequence[EntrantUse]) -> Html:
    told = [f"{with_interval(_share(one))}<br>all equilibria: {_range(one)}" for one in rows]
    figure = interval_rows(
        [one.name for one in rows],
        [_share(one) for one in rows],
        told,
        "share of optimal play, %",
        ranges=[(one.least, one.most) for one in rows],
        axis={"range": [-2, 102]},
    )
    where = f" in {scenario}" if scenario else ""
    words = (
        f"Share of optimal play of each strategy{where} with its bootstrap band, over a bar for the range of all "
        "equilibria; the table below holds the same figures."
    )
    return plot(figure, words, 480)


def _table(scenario: str, rows: Sequence[tuple[Member, EntrantUse]]) -> Html:
    columns = [
        Column("Strategy", figures=False),
        Column("Share", hint="At the equilibrium whose smallest share is largest, with its bootstrap band"),
        Column("All equilibria", hint="Least and most over every equilibrium of the measured table"),
        Column("Maximum entropy", hint="At the equilibrium of greatest entropy"),
        Column("Places", hint="Share of all places at the table in the games played"),
    ]
    lines: list[list[Cell | Content]] = [
        [
            name(use.name),
            estimate(_share(use)),
            Cell(_range(use), use.least),
            Cell(percent(use.entropy), use.entropy),
            Cell(percent(member.picked), member.picked),
        ]
        for member, use in rows
    ]
    where = f" in {scenario}" if scenario else ""
    return table(f"Use at equilibrium{where}, most used first", columns, lines)


def _range(one: EntrantUse) -> str:
    """Over all equilibria; a single number where that is all there is."""
    return percent(one.share) if one.most - one.least < 1e-6 else interval(one.least, one.most)


def _share(one: EntrantUse) -> Estimate:
    return Estimate(one.share, one.low, one.high)
