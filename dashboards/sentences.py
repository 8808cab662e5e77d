"""The one sentence about a target that a producer reads."""

from __future__ import annotations

from dashboards.claims import Name, claim_inside
from dashboards.rows import VerdictRow
from dashboards.words import band_words, bound, interval, percent, quantity, typeset

__all__ = ["Name", "sentence"]


def sentence(row: VerdictRow, certainty: float, unit: str = "") -> list[str]:
    """The verdict in one plain sentence, in pieces; names from data are `Name`s.

    `optimal wins 57.1 % against hold_at(20); the band ends at 55 %; certain at 95 %.`
    """
    if row.matchup is None:
        return _gate(row, certainty)
    if row.estimate is None:
        if row.why:
            return [Name(row.target), f": {row.why}."]
        who = _table(row) or ["Every match-up in ", Name(row.scenario)]
        return [*who, " has not been played yet."]
    return [*_claim(row, unit), *_judgement(row, certainty, unit)]


def _gate(row: VerdictRow, certainty: float) -> list[str]:
    """`The gate usage is open in river-line, nearest at phase 3, Red: 0.11; known without play.`"""
    if row.estimate is None:
        return ["The gate ", Name(row.target), " waits for games."]
    state = {"met": "is open", "missed": "is shut"}.get(row.verdict, "is undecided")
    sure = "known without play" if row.interval == "exact" else f"by play, at {percent(certainty, 0)}"
    value = quantity(row.estimate, row.metric)
    return ["The gate ", Name(row.target), f" {state} at {value}; {_edge(row, '')}; {sure}."]


def _claim(row: VerdictRow, unit: str) -> list[str]:
    """What was measured."""
    player = Name(row.players[row.player]) if row.players else Name(row.scope)
    value = quantity(row.estimate, row.metric, unit, _spread(row))
    games = [f"{value} of games of ", *_table(row)]
    claims: dict[str, list[str]] = {
        "win_rate": [player, *_scored(row, value)],
        "loss_rate": [player, f" loses {value}", *_against(row)],
        "draw_rate": [*games, " have no winner"],
        "unfinished_rate": [*games, " end by the turn cap"],
        "turns": ["Games of ", *_table(row), f" last {value} on average"],
        "use": ["The least used strategy in ", Name(row.scenario), f" has {value} of optimal play"],
        "seat_advantage": [f"Seat {row.player + 1} is {_lead(row, value)} in ", *_table(row)],
    }
    if row.item is not None:
        return claim_inside(row, value, player, _against(row), _table(row))
    return claims.get(row.metric) or ["Mean ", Name(row.metric), " of ", player, *_against(row), f": {value}"]


def _scored(row: VerdictRow, value: str) -> list[str]:
    """`wins 57.1 % against B`; where games had no winner it is a score, told with the share that was won."""
    if not row.drawn or row.won is None:
        return [f" wins {value}", *_against(row)]
    if row.won == row.estimate:  # a game without a winner counts nothing
        return [f" wins {value}", *_against(row), f"; {percent(row.drawn)} of the games have no winner"]
    rest = f"; {percent(row.drawn)} have no winner" if row.won + row.drawn < 1 else ""
    none = "; none of the games has a winner" if row.drawn == 1.0 else rest
    return [f" scores {value}", *_against(row), f", winning {percent(row.won)} of the games{none}"]


def _lead(row: VerdictRow, value: str) -> str:
    return f"{value.lstrip('+−')} {'ahead' if (row.estimate or 0.0) >= 0 else 'behind'}"


def _against(row: VerdictRow) -> list[str]:
    """`against B and C`, or the scenario of a one-seat game."""
    others = [name for seat, name in enumerate(row.players) if seat != row.player]
    if not others:
        return [" in ", Name(row.scenario)]
    pieces = [" against "]
    for index, other in enumerate(others):
        joint = "" if not index else " and " if index == len(others) - 1 else ", "
        pieces += [joint, Name(other)]
    return pieces


def _table(row: VerdictRow) -> list[str]:
    """The match-up by its players' names."""
    return [
        piece for index, player in enumerate(row.players) for piece in (" v " if index else "", Name(player))
    ]


def _judgement(row: VerdictRow, certainty: float, unit: str) -> list[str]:
    sure = "; known without play." if row.interval == "exact" else f"; certain at {percent(certainty, 0)}."
    if row.why is not None:
        why = typeset(row.why.removeprefix("certainly "))
        return [
            f", {_inside(row, unit)}" if _is_inside(row) else "",
            f"; but {why}",
            sure if row.verdict == "missed" else ".",
        ]
    if row.verdict == "met":
        return [f", {_inside(row, unit)}", sure]
    if row.verdict == "missed":
        return [f"; {_edge(row, unit)}", sure]
    if row.low is None:
        return [f"; too few games for an interval; {_edge(row, unit)}."]
    reach = interval(row.low, row.high, row.metric)
    return [f"; anywhere in {reach} is possible; {_edge(row, unit)}; not certain yet."]


def _is_inside(row: VerdictRow) -> bool:
    low, high = row.band_low, row.band_high
    value = row.estimate or 0.0
    return (low is None or low <= value) and (high is None or value <= high)


def _inside(row: VerdictRow, unit: str) -> str:
    words = band_words(row.band_low, row.band_high, row.metric, unit)
    return f"{'within' if row.band_low is None or row.band_high is None else 'inside'} the {words}"


def _edge(row: VerdictRow, unit: str) -> str:
    """The nearer edge of the band, in words."""
    value, low, high = row.estimate or 0.0, row.band_low, row.band_high
    if low is None or high is None:
        return f"the limit is {bound(high if low is None else low, row.metric, unit)}"
    below = abs(value - low) < abs(value - high)
    return f"the band {'begins' if below else 'ends'} at {bound(low if below else high, row.metric, unit)}"


def _spread(row: VerdictRow) -> float | None:
    return None if row.low is None or row.high is None else (row.high - row.low) / 2
