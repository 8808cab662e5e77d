"""From the match-ups of a run to its option table."""

from collections.abc import Mapping, Sequence

import numpy as np

from runner.judge.options import OptionFigures, SeatCounts, option_figures
from runner.plan import Matchup
from runner.summary import Summary

__all__ = ["options_of", "seat_counts"]


def options_of(
    matchups: Sequence[Matchup],
    summaries: Mapping[str, Summary],
    options: Sequence[str],
    certainty: float,
    dealt: bool,
) -> tuple[OptionFigures, ...]:
    """What each of `options` does, by scenario, policy and seat; `dealt`: whether the game deals them."""
    played = [(one, summaries[one.key]) for one in matchups if one.key in summaries and not one.control]
    return option_figures(options, seat_counts(played), certainty=certainty, dealt=dealt) if options else ()


def seat_counts(played: Sequence[tuple[Matchup, Summary]]) -> list[SeatCounts]:
    """What was counted of every policy in every seat, in the order of the match-ups.

    Of a policy that meets itself only the first player counts, so that all that is pooled is of different luck.
    """
    cells: dict[tuple[str, str], list[tuple[int, Summary]]] = {}
    for matchup, total in played:
        for policy in dict.fromkeys(matchup.players):
            cells.setdefault((matchup.scenario, policy), []).append((matchup.players.index(policy), total))
    return [
        SeatCounts(
            scenario, policy, seat,
            options=np.stack([total.options[player, seat] for player, total in those]),
            results=np.stack([total.seat_results[player, seat] for player, total in those]),
            choices=np.stack([total.choices[player, seat] for player, total in those]),
            forced=np.stack([total.forced[player, seat] for player, total in those]),
        )
        for (scenario, policy), those in cells.items()
        for seat in range(those[0][1].seats)
    ]  # fmt: skip
