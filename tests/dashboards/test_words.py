"""Numbers and sentences as a producer reads them."""

from __future__ import annotations

from typing import Any

import pytest

from dashboards.rows import VerdictRow
from dashboards.sentences import Name, sentence
from dashboards.words import band_words, bound, count, interval, number, percent, quantity, with_interval
from runner.judge.estimates import Estimate


def plain(text: str) -> str:
    """With ordinary spaces and signs."""
    return text.replace("\u202f", " ").replace("−", "-")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.5714, "57.1 %"),
        (0.99999, ">99.9 %"),
        (0.00001, "<0.1 %"),
        (-0.031, "-3.1 %"),
    ],
)
def test_percent_never_rounds_to_certainty(value: float | None, shown: str) -> None:
    assert plain(percent(value)) == shown


def test_a_narrow_interval_brings_digits_that_tell_its_ends_apart() -> None:
    assert plain(interval(0.9989, 0.9995)) == "99.89 – 99.95 %"
    assert plain(quantity(0.99923, "win_rate", spread=0.0003)) == "99.92 %"
    assert plain(interval(0.552, 0.59)) == "55.2 – 59.0 %"


def test_negative_ends_are_joined_by_a_word() -> None:
    assert plain(interval(-0.182, -0.155, "seat_advantage")) == "-18.2 to -15.5 points"


@pytest.mark.parametrize(
    ("value", "spread", "shown"),
    [
        (None, None, "–"),
        (5.6650, 0.046, "5.665"),
        (76.7211, 0.23, "76.721"),
        (0.48752, None, "0.4875"),
        (9.0, None, "9"),
        (-0.0001, 0.5, "0.000"),
        (1234567.0, 800.0, "1 234 567"),
        (-2.5, 0.5, "-2.500"),
    ],
)
def test_a_number_is_rounded_below_its_uncertainty(
    value: float | None, spread: float | None, shown: str
) -> None:
    assert plain(number(value, spread)) == shown


def test_thousands_stand_apart() -> None:
    assert plain(count(1234567)) == "1 234 567"


def test_what_has_no_interval_says_so() -> None:
    assert interval(None, None) == "no interval yet"
    assert with_interval(Estimate(None)) == "–"
    assert plain(with_interval(Estimate(0.571, 0.552, 0.59))) == "57.1 % (55.2 – 59.0 %)"


@pytest.mark.parametrize(
    ("low", "high", "metric", "shown"),
    [
        (0.45, 0.55, "win_rate", "band of 45 to 55 %"),
        (None, 0.1, "draw_rate", "limit of at most 10 %"),
        (0.333, None, "win_rate", "limit of at least 33.3 %"),
        (-0.05, 0.05, "seat_advantage", "band of -5 to +5 points"),
        (18.0, 24.0, "turns", "band of 18 to 24 turns"),
        (None, None, "turns", "no limit"),
        (0.05, None, "share", "limit of at least 5 %"),
        (-0.03, 0.03, "effect", "band of -3 to +3 points"),
        (None, 1.5, "efficiency", "limit of at most 1.5 ×"),
    ],
)
def test_bands_read_as_they_were_written(
    low: float | None, high: float | None, metric: str, shown: str
) -> None:
    assert plain(band_words(low, high, metric, "turns" if metric == "turns" else "")) == shown


def test_an_open_end_has_no_figure() -> None:
    assert bound(None, "win_rate") == "no limit"


BASE: dict[str, Any] = {
    "target": "t", "metric": "win_rate", "scope": "s", "matchup": "m", "scenario": "race",
    "players": ("optimal", "hold_at(20)"), "player": 0, "band_low": 0.45, "band_high": 0.55, "estimate": 0.571,
    "low": 0.552, "high": 0.59, "interval": "confidence sequence", "fixed_low": 0.56, "fixed_high": 0.58,
    "games": 4000, "pairs": 2000, "verdict": "missed", "needed": 0, "decided_by": "e-process",
}  # fmt: skip


def said(certainty: float = 0.95, unit: str = "", **changed: Any) -> str:
    """The sentence of a verdict."""
    return plain("".join(sentence(VerdictRow(**{**BASE, **changed}), certainty, unit)))


def test_a_missed_target_names_the_edge_it_passed() -> None:
    assert said() == "optimal wins 57.1 % against hold_at(20); the band ends at 55 %; certain at 95 %."
    below = said(estimate=0.41, low=0.4, high=0.42, certainty=0.99)
    assert below == "optimal wins 41.0 % against hold_at(20); the band begins at 45 %; certain at 99 %."


def test_a_met_target_names_its_band() -> None:
    met = said(verdict="met", estimate=0.502)
    assert met == "optimal wins 50.2 % against hold_at(20), inside the band of 45 to 55 %; certain at 95 %."
    limit = said(verdict="met", metric="draw_rate", estimate=0.01, band_low=None, band_high=0.1)
    assert limit == (
        "1.0 % of games of optimal v hold_at(20) have no winner, within the limit of at most 10 %; certain at 95 %."
    )


def test_an_undecided_target_claims_nothing() -> None:
    text = said(verdict="undecided", estimate=0.54, low=0.51, high=0.57)
    assert text == (
        "optimal wins 54.0 % against hold_at(20); anywhere in 51.0 – 57.0 % is possible; "
        "the band ends at 55 %; not certain yet."
    )
    assert "certain at" not in text
    early = said(
        verdict="undecided", metric="hp", estimate=3.0, low=None, high=None, band_low=None, band_high=9.0
    )
    assert early.endswith("too few games for an interval; the limit is 9.")
    assert said(estimate=None, verdict="undecided") == "optimal v hold_at(20) has not been played yet."


@pytest.mark.parametrize(
    ("changed", "start"),
    [
        ({"players": ("a",), "scenario": "even"}, "a wins 57.1 % in even;"),
        ({"players": ("a", "b", "c"), "player": 1}, "b wins 57.1 % against a and c;"),
        ({"metric": "loss_rate"}, "optimal loses 57.1 % against"),
        (
            {"metric": "unfinished_rate"},
            "57.1 % of games of optimal v hold_at(20) end by the turn cap;",
        ),
        (
            {"metric": "seat_advantage", "estimate": -0.062},
            "Seat 1 is 6.2 points behind in optimal v hold_at(20);",
        ),
        (
            {"metric": "turns", "estimate": 21.97, "low": 21.9, "high": 22.0},
            "Games of optimal v hold_at(20) last 21.970",
        ),
        (
            {"metric": "hp", "estimate": 3.0, "low": 2.9, "high": 3.1},
            "Mean hp of optimal against hold_at(20): 3.000;",
        ),
    ],
)
def test_each_metric_has_its_sentence(changed: dict[str, Any], start: str) -> None:
    assert said(**changed).startswith(start)


INSIDE: dict[str, Any] = {"item": "Bash", "estimate": 0.0099, "low": 0.008, "high": 0.012, "band_low": 0.05,
                          "band_high": None}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"metric": "share"}, "1.0 % of what optimal plays against hold_at(20) is Bash; the limit is 5 %; certain at"),
        (
            {"metric": "taken", "seat": 2},
            "optimal in seat 2 against hold_at(20) takes Bash in 1.0 % of its offers; the limit is 5 %;",
        ),
        ({"metric": "played", "players": ("a",)}, "a in race plays Bash in 1.0 % of games; the limit is 5 %;"),
        (
            {"metric": "effect", "estimate": -0.021, "band_low": -0.01},
            "Choosing Bash is worth -2.1 points to optimal against hold_at(20); the limit is -1 points;",
        ),
        (
            {"metric": "ending", "item": "turn cap"},
            "1.0 % of games of optimal v hold_at(20) end by turn cap; the limit is 5 %;",
        ),
        (
            {"metric": "event", "item": "crit", "seat": 1},
            "crit happens to optimal in seat 1 against hold_at(20) in 1.0 % of games; the limit is 5 %;",
        ),
        (
            {"metric": "efficiency", "players": (), "interval": "exact", "estimate": 1.6, "band_high": 1.5,
             "band_low": None},
            "Bash has 1.6 × the efficiency of the median of its kind; the limit is 1.5 ×; known without play.",
        ),
        (
            {"metric": "efficiency", "players": (), "interval": "exact", "estimate": float("inf"), "band_high": 1.5,
             "band_low": None, "low": float("inf"), "high": float("inf")},
            "Bash costs nothing: its efficiency is without bound; the limit is 1.5 ×; known without play.",
        ),
    ],
)  # fmt: skip
def test_what_is_counted_inside_a_game_has_its_sentence(changed: dict[str, Any], text: str) -> None:
    assert said(**{**INSIDE, **changed}).startswith(text)


def test_what_cannot_be_told_says_why() -> None:
    never = said(
        **{**INSIDE, "metric": "share", "estimate": None, "verdict": "undecided", "why": "never offered"},
        target="Bash: share of a's plays",
    )
    assert never == "Bash: share of a's plays: never offered."


def test_names_in_a_sentence_are_marked_as_names() -> None:
    pieces = sentence(VerdictRow(**{**BASE, "players": ("<b>", "<i>")}), 0.95)
    assert [piece for piece in pieces if "<" in piece] == [Name("<b>"), Name("<i>")]
    assert all(isinstance(piece, Name) for piece in pieces if "<" in piece)
