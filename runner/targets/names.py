"""What targets are called: the figure in words, then whose it is."""

from collections.abc import Sequence

from runner.judge.metrics import kind_of
from runner.plan import Matchup

__all__ = ["name_of", "words"]

_INSIDE = {
    "share": "{item}: share of {player}'s plays",
    "taken": "{item}: taken by {player} when offered",
    "played": "{item}: games in which {player} plays it",
    "effect": "{item}: worth to {player}",
    "efficiency": "{item}: efficiency against its kind",
    "ending": "{item}: games of {table} that end so",
    "event": "{item}: games in which it happens to {player}",
}


def words(metric: str) -> str:
    """A metric as people call it."""
    return kind_of(metric).words or metric.replace("_", " ")


def name_of(
    metric: str,
    matchup: Matchup,
    player: int,
    with_scenario: bool,
    item: str = "",
    seat: int | None = None,
) -> str:
    """The name of one figure; `item` and `seat` for those inside a game."""
    players = matchup.players
    where = f" in {matchup.scenario}" if with_scenario else ""
    if item:
        return f"{_inside(metric, players, player, item, seat)}{where}"
    if metric == "seat_advantage":
        which = f" of seat {player}" if len(players) > 2 else " of the first seat"
        return f"{words(metric)}{which}, {' v '.join(players)}{where}"
    if kind_of(metric).whose == "match-up":
        return f"{words(metric)} of {' v '.join(players)}{where}"
    return (
        f"{words(metric)} of {' v '.join([_told_apart(players, player), *_others(players, player)])}{where}"
    )


def _inside(metric: str, players: Sequence[str], player: int, item: str, seat: int | None) -> str:
    """`Bash: share of heuristic's plays, against random, in seat 1`; a one-seat game has neither."""
    kind = kind_of(metric)
    who = _told_apart(players, player) if players else ""
    told = _INSIDE[metric].format(item=item, player=who, table=" v ".join(players))
    others = " and ".join(_others(players, player)) if kind.whose == "player" else ""
    against = f", against {others}" if others else ""
    if seat is None or len(players) == 1:
        return f"{told}{against}"
    return f"{told}{against}, {'' if kind.whose == 'player' else f'{who} '}in seat {seat + 1}"


def _others(players: Sequence[str], player: int) -> list[str]:
    return [label for i, label in enumerate(players) if i != player]


def _told_apart(players: Sequence[str], player: int) -> str:
    """The player's label; with its number where another at the table bears it too."""
    twin = players.count(players[player]) > 1 and len(set(players)) > 1
    return f"{players[player]} (player {player})" if twin else players[player]
