"""The use of options (cards, tactics): how often, with what result, and which look too strong for their kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboards.figures.intervals import interval_rows
from dashboards.figures.scatter import use_against_effect
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, fold, note, plot, table
from dashboards.rows import OptionRow
from dashboards.run import Run
from dashboards.words import count, number, percent, with_interval
from runner.judge.choice import ALONE_NOTE, CHOICE_NOTE
from runner.judge.estimates import Estimate
from runner.judge.options import BIAS_NOTE, OptionImpact

__all__ = ["option_section"]


Both = tuple[OptionRow, OptionImpact]
"""The counts of an option, and what they say."""
_DRAWN = 24
# Of fewer options a scatter shows nothing that the table does not.
_FEWEST = 3


def option_section(
    run: Run,
    found: Sequence[Both],
    by_policy: Mapping[str, Sequence[Both]],
    total: int,
    counted: int,
    matchups: int,
) -> Section:
    """The section.

    Args:
        run: the run.
        found: the options shown, most played first.
        by_policy: the same for single policies.
        total: options in all.
        counted: match-ups that the same-luck effects are taken from ...
        matchups: ... of so many.
    """
    if not found:
        return Section("options", "Options", (note("This game counts no options."),))
    rows = [row for row, _ in found]
    content: list[Content] = [
        _extremes(rows),
        note(_reading(run, rows)),
        *_same_luck(run, found, counted, matchups),
        *_scatter(run, found),
    ]
    if len(found) < total:
        content.append(note(f"Shown are the {count(len(found))} most played of {count(total)} options."))
    content.append(_table(run, "Options, all policies together", found))
    if len(by_policy) > 1:
        content += [
            fold(["Played by ", name(policy)], _table(run, f"Options of {policy}", own))
            for policy, own in by_policy.items()
        ]
    return Section("options", "Options", tuple(content))


def _same_luck(run: Run, found: Sequence[Both], counted: int, matchups: int) -> list[Content]:
    """How to read the effect, and a figure of the effects that are known, the greatest first."""
    if run.seats == 1:
        return [note(ALONE_NOTE)]
    part = f" Here: the {count(counted)} of {count(matchups)} match-ups with most games." * (
        counted < matchups
    )
    told = note(CHOICE_NOTE + part)
    known = sorted(
        (one for _, one in found if one.effect.value is not None), key=lambda one: one.effect.radius or 0.0
    )
    if not known:
        return [told]
    drawn = sorted(known[:_DRAWN], key=lambda one: -(one.effect.value or 0.0))
    more = f", the {count(_DRAWN)} of {count(len(known))} known best" if len(drawn) < len(known) else ""
    figure = interval_rows(
        [one.option for one in drawn],
        [one.effect for one in drawn],
        [
            f"{_points(one.effect)}<br>{count(one.effect.number)} pairs in which players differed"
            for one in drawn
        ],
        "same-luck effect, points of score a game",
    )
    words = f"Same-luck effect of options with intervals{more}; the table below holds the same figures."
    return [told, plot(figure, words, 480)]


def _scatter(run: Run, found: Sequence[Both]) -> list[Content]:
    """How often each option is taken against what taking it does: on the same luck, or in a game for one its IWD."""
    pairs = [(one, one.effect if run.seats > 1 else one.iwd) for _, one in found]
    known = [(one, effect) for one, effect in pairs if None not in (effect.value, one.pick_rate.value)]
    if len(known) < _FEWEST:
        return []
    shown = sorted(known, key=lambda pair: pair[1].radius or 0.0)[:_DRAWN]
    what = "same-luck effect" if run.seats > 1 else "IWD (biased, see above)"
    figure = use_against_effect(
        [one.option for one, _ in shown],
        [one.pick_rate for one, _ in shown],
        [effect for _, effect in shown],
        [f"taken {with_interval(one.pick_rate)}<br>{what} {_points(effect)}" for one, effect in shown],
        f"{what}, points of score a game",
    )
    part = f", the {count(_DRAWN)} known best" if len(shown) < len(known) else ""
    return [
        plot(
            figure,
            f"How often options are taken against their {what}{part}; the table holds the figures.",
            480,
        )
    ]


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
        "games taken as independent; IWD by Newcombe’s. Plays per game is a plain mean of exact counts; its spread is "
        f"not stored. {BIAS_NOTE}"
    )
    if any(row.efficiency is not None for row in rows):
        text += f" OP? marks an efficiency of at least {run.flag_ratio:g} × the median of its kind."
    return text


def _table(run: Run, caption: str, found: Sequence[Both]) -> Html:
    has_facts = any(row.efficiency is not None for row, _ in found)
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
        *(
            [Column("Same luck", hint="Effect of choosing it on the score of a game")]
            if run.seats > 1
            else []
        ),
        Column("GIH WR", hint="Win rate of the games in which it was seen (games in hand)"),
        Column("GNS WR", hint="Win rate of the games in which it was not seen"),
        Column("IWD", hint="Improvement when drawn: GIH WR less GNS WR"),
        Column("Win rate when played"),
        Column("… when seen, not played"),
        Column("Games seen", hint=f"Of {count(found[0][1].gp)} games (GP)"),
        Column("Games played"),
    ]
    return table(caption, columns, [_line(run, row, one, has_facts) for row, one in found])


def _line(run: Run, row: OptionRow, one: OptionImpact, has_facts: bool) -> list[Cell | Content]:
    flag = tag(
        "span", "OP?", {"class": "flag", "title": f"at least {run.flag_ratio:g} × the median of its kind"}
    )
    return [
        [name(row.option), [" ", flag] if row.suspicious(run.flag_ratio) else None],
        *([row.kind and name(row.kind), _efficiency(row)] if has_facts else []),
        Cell([count(row.chosen), tag("small", _rate(row))], row.chosen),
        estimate(one.pick_rate),
        *([_effect(one.effect)] if run.seats > 1 else []),
        estimate(one.gih_wr),
        estimate(one.gns_wr),
        estimate(one.iwd, "seat_advantage"),
        estimate(one.chosen_wr),
        estimate(one.passed_wr),
        Cell(count(row.games_seen), row.games_seen),
        Cell(count(row.games_chosen), row.games_chosen),
    ]


def _effect(effect: Estimate) -> Cell:
    """The effect with its interval, or that these pairs cannot tell."""
    if effect.value is None:
        return Cell(tag("span", "cannot tell", {"class": "quiet"}), -1e300)
    return estimate(effect, "seat_advantage")


def _points(effect: Estimate) -> str:
    return with_interval(effect, "seat_advantage")


def _rate(row: OptionRow) -> str:
    return f"{row.chosen / row.games:.3f} per game" if row.games else "no games"


def _efficiency(row: OptionRow) -> Cell:
    if row.efficiency is None:
        return Cell("–", -1.0)
    over = None
    if row.median:
        over = tag("small", f"{row.efficiency / row.median:.2f} × {number(row.median)}")
    return Cell([number(row.efficiency), over], row.efficiency)
