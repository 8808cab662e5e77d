"""What a bot comes to in a scenario, as shares of its battles; the figures that gates are put to."""

from typing import NamedTuple

from games.battle.events import CELLS, FIRST_CELL
from games.gates import Counted, Sampled

__all__ = ["BattleFigures", "sampled_figures"]


class BattleFigures(NamedTuple):
    """Counts over the battles of one player in one scenario."""

    scenario: str
    player: str
    games: int
    cells: tuple[float, ...]
    """Share of battles by `CELLS`"""
    history: float
    """Share of battles in which every decision was history's and succeeded"""


def sampled_figures(play: Counted) -> tuple[Sampled, ...]:
    """The figures of the one player of a match-up."""
    games = play.games(0, 0)
    shares = [play.happened(FIRST_CELL + cell, 0) for cell in range(len(CELLS))]
    history = play.share("history_held", 0)
    ends = (
        BattleFigures(
            play.scenario,
            play.players[0],
            round(games[end]),
            tuple(each[end] for each in shares),
            history[end],
        )
        for end in range(3)
    )
    return (Sampled(*ends),)
