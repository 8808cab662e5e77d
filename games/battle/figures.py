"""What a bot comes to in a scenario, as shares of its battles; the figures that gates are put to."""

from typing import NamedTuple

from games.battle.layout import CELLS
from games.gates import Counted, Sampled

__all__ = ["BINS", "CELL_NAMES", "BattleFigures", "cell_metrics", "sampled_figures"]

BINS = ("low", "middle", "high")
"""Below 40, 40 to 69, from 70"""


CELL_NAMES = tuple(f"mission {m}, preservation {p}" for m in BINS for p in BINS)


class BattleFigures(NamedTuple):
    """Counts over the battles of one player in one scenario."""

    scenario: str
    player: str
    games: int
    cells: tuple[float, ...]
    """[CELLS] share of battles by mission bin, then preservation bin"""
    history: float
    """Share of battles in which every decision was history's and succeeded"""


def cell_metrics() -> tuple[str, ...]:
    """Names of the metrics that count cells, by cell."""
    return tuple(f"cell_{BINS[cell // 3]}_{BINS[cell % 3]}" for cell in range(CELLS))


def sampled_figures(play: Counted) -> tuple[Sampled, ...]:
    """The figures of the one player of a match-up."""
    games = play.games(0, 0)
    shares = [play.share(name, 0) for name in cell_metrics()]
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
