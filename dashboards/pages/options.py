"""The use of options (cards, tactics): how often, what choosing them does, and which look too strong for their kind."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.figures.intervals import interval_rows
from dashboards.figures.scatter import use_against_effect
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.shell import Cell, Column, Section, estimate, note, plot, table
from dashboards.rows import OptionRow
from dashboards.run import Run
from dashboards.words import count, number, with_interval
from runner.judge.estimates import Estimate
from runner.judge.option_notes import forced_was_asked, most_telling, notes, reasons
from runner.judge.options import OptionFigures

__all__ = ["option_section"]

_DRAWN = 24
# Of fewer options a scatter shows nothing that the table does not.
_FEWEST = 3
_CARDS = ("gih_wr", "gns_wr", "iwd")


def option_section(
    run: Run, rows: Sequence[OptionRow], found: Sequence[OptionFigures], policies: int, shown: int
) -> Section:
    """The section.

    Args:
        run: the run.
        rows: counts of every option, most played first.
        found: what each does, by scenario, policy and seat.
        policies: policies of the run, of which `found` may hold some only.
        shown: rows of a table at most.
    """
    if not rows:
        return Section("options", "Options", (note("This game counts no options."),))
    content: list[Content] = [_extremes(rows), *(note(text) for text in _reading(run, rows, found))]
    held = len({one.policy for one in found})
    if held < policies and found:
        content.append(note(f"Figures are of the {count(held)} strongest of {count(policies)} policies."))
    telling = most_telling(found)
    content += [*_intervals(found, telling), *_scatter(found, telling)]
    if len(found) > shown:
        content.append(note(f"Shown are the {count(shown)} most telling of {count(len(found))} rows."))
    if found:
        content.append(_figures(run, telling[:shown]))
    if len(rows) > shown:
        content.append(
            note(f"Counted below are the {count(shown)} most played of {count(len(rows))} options.")
        )
    content.append(_counts(run, rows[:shown]))
    return Section("options", "Options", tuple(content))


def _reading(run: Run, rows: Sequence[OptionRow], found: Sequence[OptionFigures]) -> list[str]:
    told = list(notes(found, run.certainty)) if found else []
    known = sum(one.compared.value is not None for one in found)
    if found:
        apart = sum(one.differs for one in found)
        told.append(
            f"Chosen less passed: {count(apart)} of {count(known)} are not 0, certain for all of them at once; "
            f"{count(len(found) - known)} cannot be told."
        )
    if any(row.efficiency is not None for row in rows):
        told.append(f"OP? marks an efficiency of at least {run.flag_ratio:g} × the median of its kind.")
    return told


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


# --- figures ---------------------------------------------------------------------------------------------


def _main(found: Sequence[OptionFigures]) -> tuple[str, str]:
    """The field that is drawn and its name: the forced choice where it was asked for."""
    if forced_was_asked(found):
        return "effect", "forced choice"
    return "compared", "chosen less passed"


def _intervals(found: Sequence[OptionFigures], telling: Sequence[OptionFigures]) -> list[Content]:
    """The most telling differences with their intervals, the greatest first."""
    field, what = _main(found)
    known = [one for one in telling if getattr(one, field).value is not None]
    if not known:
        return []
    drawn = sorted(known[:_DRAWN], key=lambda one: -getattr(one, field).value)
    figure = interval_rows(
        [_where(one, found) for one in drawn],
        [getattr(one, field) for one in drawn],
        [f"{_points(getattr(one, field))}<br>{count(getattr(one, field).number)} games" for one in drawn],
        f"{what}, points of score a game",
    )
    more = f", the {count(_DRAWN)} most telling of {count(len(known))}" if len(drawn) < len(known) else ""
    return [plot(figure, f"{what.capitalize()} with intervals{more}; the table holds the same figures.", 480)]


def _scatter(found: Sequence[OptionFigures], telling: Sequence[OptionFigures]) -> list[Content]:
    """How often each option is taken against what taking it does."""
    field, what = _main(found)
    known = [one for one in telling if getattr(one, field).value is not None and one.taken.value is not None]
    if len(known) < _FEWEST:
        return []
    shown = sorted(known, key=lambda one: getattr(one, field).radius or 0.0)[:_DRAWN]
    figure = use_against_effect(
        [_where(one, found) for one in shown],
        [one.taken for one in shown],
        [getattr(one, field) for one in shown],
        [f"taken {with_interval(one.taken)}<br>{what} {_points(getattr(one, field))}" for one in shown],
        f"{what}, points of score a game",
    )
    part = f", the {count(_DRAWN)} known best" if len(shown) < len(known) else ""
    words = f"How often options are taken against {what}{part}; the table holds the figures."
    return [plot(figure, words, 480)]


def _where(one: OptionFigures, found: Sequence[OptionFigures]) -> str:
    """The option, with what tells its row from others'."""
    parts = [one.option, one.policy]
    if len({row.seat for row in found}) > 1:
        parts.append(f"seat {one.seat}")
    if len({row.scenario for row in found}) > 1:
        parts.append(one.scenario)
    return ", ".join(parts)


# --- tables ----------------------------------------------------------------------------------------------


def _figures(run: Run, found: Sequence[OptionFigures]) -> Html:
    forced = forced_was_asked(found)
    cards = any(one.iwd.value is not None or one.gih_wr.value is not None for one in found)
    columns = [
        Column("Option", figures=False),
        Column("Scenario", figures=False),
        Column("Policy", figures=False),
        *([Column("Seat")] if run.seats > 1 else []),
        Column("Chosen less passed", hint="Within one match-up and seat; opponents weigh the same"),
        *(
            [Column("Forced choice", hint="Points of score that the option adds where it was forced")]
            if forced
            else []
        ),
        Column("Taken", hint="Plays over offers"),
        Column("Share", hint="Of all choices of the policy in that seat"),
        Column("Score when chosen"),
        Column("… when passed", hint="It was there and was not chosen"),
        *([Column("GIH WR"), Column("GNS WR"), Column("IWD")] if cards else []),
        Column("Games chosen", hint="Of the games in which it was seen"),
        Column("Left out", figures=False, hint="Match-ups that chosen less passed could not be taken in"),
    ]
    return table("Options by policy and seat", columns, [_line(run, one, forced, cards) for one in found])


def _line(run: Run, one: OptionFigures, forced: bool, cards: bool) -> list[Cell | Content]:
    left = one.left_out.get("compared", {})
    return [
        name(one.option),
        name(one.scenario),
        name(one.policy),
        *([Cell(str(one.seat), one.seat)] if run.seats > 1 else []),
        _difference(one.compared, one.differs),
        *([_difference(one.effect, one.effect_differs)] if forced else []),
        *(_rate(rate) for rate in (one.taken, one.share, one.chosen_wr, one.passed_wr)),
        *([_rate(one.gih_wr), _rate(one.gns_wr), _difference(one.iwd, False)] if cards else []),
        Cell(f"{count(one.games_chosen)} of {count(one.games_seen)}", one.games_chosen),
        f"{reasons(left)}; of {count(one.matchups)}" if left else "",
    ]


def _rate(rate: Estimate) -> Cell:
    return estimate(rate)


def _difference(one: Estimate, differs: bool) -> Cell:
    """A difference with its interval, or that these games cannot tell."""
    if one.value is None:
        return Cell(tag("span", "cannot tell", {"class": "quiet"}), -1e300)
    cell = estimate(one, "seat_advantage")
    mark = tag("strong", " *", {"title": "not 0, certain for the whole table"}) if differs else None
    return Cell([cell.content, mark], cell.sort)


def _points(effect: Estimate) -> str:
    return with_interval(effect, "seat_advantage")


def _counts(run: Run, rows: Sequence[OptionRow]) -> Html:
    has_facts = any(row.efficiency is not None for row in rows)
    facts = [
        Column("Kind", figures=False),
        Column("Efficiency", hint="From the game's data; below it the ratio to the median of its kind"),
    ]
    columns = [
        Column("Option", figures=False),
        *(facts if has_facts else []),
        Column("Plays", hint="Over all games, and plays per game"),
        Column("Games seen", hint=f"Of {count(rows[0].games)} games (GP), counted once for each player"),
        Column("Games played"),
    ]
    return table("Options, all policies together", columns, [_counted(run, row, has_facts) for row in rows])


def _counted(run: Run, row: OptionRow, has_facts: bool) -> list[Cell | Content]:
    flag = tag(
        "span", "OP?", {"class": "flag", "title": f"at least {run.flag_ratio:g} × the median of its kind"}
    )
    per_game = f"{row.chosen / row.games:.3f} per game" if row.games else "no games"
    return [
        [name(row.option), [" ", flag] if row.suspicious(run.flag_ratio) else None],
        *([row.kind and name(row.kind), _efficiency(row)] if has_facts else []),
        Cell([count(row.chosen), tag("small", per_game)], row.chosen),
        Cell(count(row.games_seen), row.games_seen),
        Cell(count(row.games_chosen), row.games_chosen),
    ]


def _efficiency(row: OptionRow) -> Cell:
    if row.efficiency is None:
        return Cell("–", -1.0)
    over = None
    if row.median:
        over = tag("small", f"{row.efficiency / row.median:.2f} × {number(row.median)}")
    return Cell([number(row.efficiency), over], row.efficiency)
