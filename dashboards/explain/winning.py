"""What points leave out, in two sections of pig's exhibit: the goal and the opponent, and the score at stake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dashboards.explain import numbers
from dashboards.explain.numbers import Position, Record
from dashboards.markup import Content, Html, tag
from dashboards.pages.shell import Cell, Column, Section, note, table
from dashboards.words import percent

__all__ = ["two_dice_section", "winning_section"]

# What each policy plays for.
AIMS: Mapping[str, str] = {
    "best_response(to=hold_at(20))": "the chance to win against hold_at(20), and no other",
    "optimal": "the chance to win against its like",
    "keep_pace": "a rule of thumb: hold later when behind, roll to win near the end",
    "four_turns": "a rule of thumb: get there in four scoring turns",
    "hold_at(25)": "a rule of thumb",
    "hold_at(20)": "points of the turn",
    "hold_at(19)": "points of the turn at a score of 0",
    "roll_or_hold": "points of the turn at any score, the risk to the score included",
    "pessimist": "points, with the dice taken at their worst",
}


def winning_section() -> Section:
    """That the chance to win is the right value, and by how much."""
    found = {record.policy: record for record in numbers.records(1)}
    best, most = (
        found[name].both_seats("hold_at(20)") for name in ("optimal", "best_response(to=hold_at(20))")
    )
    cost = ", not the points of the turn. By how much: best play beats holding at 20 in "
    limit = (
        f" of games, both seats taken in turns, and no play can win more than {percent(most, 2)} against it."
    )
    right = [
        "With a goal and an opponent, the right value of a choice is the ",
        tag("strong", "chance to win"),
    ]
    lead = tag("p", [right, cost, tag("strong", percent(best, 2)), limit], {"class": "lead"})
    alone = note(
        "Exact chances, by value iteration; nothing was sampled. Nobody needs fewer turns than about 12.5 alone, "
        "and yet the best players are not the fastest: they look at the other score."
    )
    caption = "How ways to play fare in races to 100 with one die"
    return Section("winning", "Points are not the goal", (
        lead,
        _comparison(caption, found.values(), "hold_at(20)"),
        alone,
        tag("h3", "The same points, other scores"),
        _decisions(numbers.positions()),
        note("Chances to win when both sides play their best from there on."),
    ))  # fmt: skip


def two_dice_section() -> Section:
    """What two dice change, exactly."""
    start, at_two = numbers.crossing(2), numbers.crossing(2, 2)
    found = {record.policy: record for record in numbers.records(2)}
    crude, exact = (found[name].both_seats("optimal") for name in ("hold_at(19)", "roll_or_hold"))
    worth = (
        "A single 1 (10 rolls of 36) loses the turn; 1-1 (1 of 36) loses the turn and the banked score s as well. "
        "The other 25 keep the total and add 8 on average. So a roll is worth "
    )
    where = (
        f": at a score of 0 that is {start.numerator}/{start.denominator} ≈ {float(start):.2f}, no whole number, so a "
        f"player rolls at 18 and holds at 19; at a score of 2 it is {at_two} exactly, and a score of 90 makes it "
        f"{numbers.crossing(2, 90)}."
    )
    rolling = [worth, tag("strong", "(25T + 200 − s) ÷ 36"), " points, and the lines cross at "]
    surprise = note(
        "Exact chances. The sum that weighs the risk to the score point by point wins less than plain hold_at(19): "
        f"{percent(exact, 2)} against best play, to {percent(crude, 2)}. Points lost are not chances lost."
    )
    caption = "How ways to play fare in races to 100 with two dice"
    return Section("two-dice", "Two dice put the score at stake", (
        tag("p", [rolling, tag("strong", "T = (200 − s) ÷ 11"), where], {"class": "lead"}),
        _comparison(caption, found.values(), "hold_at(19)"),
        surprise,
    ))  # fmt: skip


def _comparison(caption: str, records: Iterable[Record], opponent: str) -> Html:
    columns = [
        Column("way to play, and what for", figures=False),
        Column(f"wins v {opponent}", hint="both seats taken in turns"),
        Column("wins v optimal", hint="both seats taken in turns"),
        Column("turns to 100 alone", hint="on average, against nobody"),
    ]
    rows: list[list[Cell | Content]] = [
        [
            [tag("code", one.policy), tag("small", AIMS[one.policy])],
            _chance(one, opponent),
            _chance(one, "optimal"),
            Cell(f"{one.alone:.2f}", one.alone),
        ]
        for one in records
    ]
    return table(f"{caption}; below each chance, moving first / second", columns, rows)


def _chance(record: Record, opponent: str) -> Cell:
    first, second = record.against[opponent]
    seats = f"{percent(first, 1)} / {percent(second, 1)}"
    return Cell([percent(record.both_seats(opponent), 2), tag("small", seats)], record.both_seats(opponent))


def _decisions(positions: list[Position]) -> Html:
    columns = [
        Column("you to opponent", figures=False),
        Column("turn total"),
        Column("points say", figures=False),
        Column("winning says", figures=False),
        Column("chance to win if you hold"),
        Column("chance to win if you roll"),
    ]
    return table("Decisions in races to 100 with one die", columns, [_decision(one) for one in positions])


def _decision(one: Position) -> list[Cell | Content]:
    points = numbers.verdict(one.total)
    winning = "roll" if one.roll > one.hold else "hold"
    gain = f"by {abs(one.roll - one.hold) * 100:.2f} percentage points"
    return [
        f"{one.own} to {one.other}",
        Cell(f"{one.total} points", one.total),
        points,
        [tag("strong", winning) if winning != points else winning, tag("small", gain)],
        Cell(percent(one.hold, 2), one.hold),
        Cell(percent(one.roll, 2), one.roll),
    ]
