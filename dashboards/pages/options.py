"""The use of options (cards, tactics): how often, with what result, and which look too strong for their kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.estimates import proportion
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, table
from dashboards.rows import OptionRow
from dashboards.run import Run
from dashboards.words import count, number, percent

__all__ = ["option_section"]


def option_section(
    run: Run, rows: Sequence[OptionRow], by_policy: Mapping[str, Sequence[OptionRow]], total: int
) -> Section:
    """The section; `by_policy` holds the same rows for single policies, `total` the number of options in all."""
    if not rows:
        return Section("options", "Options", (note("This game counts no options."),))
    content: list[Content] = [_extremes(rows), note(_reading(run, rows))]
    if len(rows) < total:
        content.append(note(f"Shown are the {count(len(rows))} most played of {count(total)} options."))
    content.append(_table(run, "Options, all policies together", rows))
    if len(by_policy) > 1:
        content += [
            fold(["Played by ", name(policy)], _table(run, f"Options of {policy}", own))
            for policy, own in by_policy.items()
        ]
    return Section("options", "Options", tuple(content))


def _extremes(rows: Sequence[OptionRow]) -> Html:
    """Most and least played, named; ties are all counted, the first is named."""
    if not any(row.chosen for row in rows):
        return tag("p", "No option has been played yet.", {"class": "lead"})
    most, least = rows[0], min(rows, key=lambda row: row.chosen)
    never = sum(row.chosen == 0 for row in rows)
    tail: list[Content] = ["least played ", name(least.option), f" ({count(least.chosen)} plays)"]
    if never > 1:
        tail = [f"{count(never)} were never played, ", name(least.option), " among them"]
    return tag(
        "p",
        ["Most played ", name(most.option), f" ({count(most.chosen)} plays); ", *tail, "."],
        {"class": "lead"},
    )


def _reading(run: Run, rows: Sequence[OptionRow]) -> str:
    text = (
        f"Games are counted once for each player. Win rates: Wilson intervals, {percent(run.certainty, 0)} each, "
        "games taken as independent. Plays per game is a plain mean of exact counts; its spread is not stored. What is "
        "drawn late is seen in long games: the three win rates compare games, not the worth of one play."
    )
    if any(row.efficiency is not None for row in rows):
        text += f" OP? marks an efficiency of at least {run.flag_ratio:g} × the median of its kind."
    return text


def _table(run: Run, caption: str, rows: Sequence[OptionRow]) -> Html:
    has_facts = any(row.efficiency is not None for row in rows)
    facts = (
        [
            Column("Kind", figures=False),
            Column("Efficiency", hint="From the game's data; below it the ratio to the median of its kind"),
        ]
        if has_facts
        else []
    )
    columns = [
        Column("Option", figures=False),
        *facts,
        Column("Plays", hint="Over all games, and plays per game"),
        Column("Taken", hint="Plays over offers"),
        Column("Games seen"),
        Column("Games played"),
        Column("Win rate when seen"),
        Column("… when played"),
        Column("… when seen, not played"),
    ]
    return table(caption, columns, [_line(run, row, has_facts) for row in rows])


def _line(run: Run, row: OptionRow, has_facts: bool) -> list[Cell | Content]:
    draw = run.draw_value
    kept = (
        row.games_seen - row.games_chosen,
        row.wins_seen - row.wins_chosen,
        row.draws_seen - row.draws_chosen,
    )
    results = [
        (row.games_seen, row.wins_seen, row.draws_seen),
        (row.games_chosen, row.wins_chosen, row.draws_chosen),
        kept,
    ]
    flag = tag(
        "span", "OP?", {"class": "flag", "title": f"at least {run.flag_ratio:g} × the median of its kind"}
    )
    return [
        [name(row.option), [" ", flag] if row.suspicious(run.flag_ratio) else None],
        *([row.kind and name(row.kind), _efficiency(row)] if has_facts else []),
        Cell([count(row.chosen), tag("small", _rate(row))], row.chosen),
        estimate(proportion(row.chosen, row.offered, run.certainty)),
        Cell(count(row.games_seen), row.games_seen),
        Cell(count(row.games_chosen), row.games_chosen),
        *(estimate(proportion(wins + draw * draws, games, run.certainty)) for games, wins, draws in results),
    ]


def _rate(row: OptionRow) -> str:
    return f"{row.chosen / row.games:.3f} per game" if row.games else "no games"


def _efficiency(row: OptionRow) -> Cell:
    if row.efficiency is None:
        return Cell("–", -1.0)
    over = None
    if row.median:
        over = tag("small", f"{row.efficiency / row.median:.2f} × {number(row.median)}")
    return Cell([number(row.efficiency), over], row.efficiency)
