"""What the match-ups came to."""

from collections.abc import Sequence

from rich.table import Table

from runner.figures import ALL_VOID, MatchupFigures, PlayerFigures
from runner.judge import printed
from runner.judge.estimates import Estimate
from runner.judge.printed import Unit
from runner.show.tables import MOST_ROWS, Shown, left_out, line, percent, plain, table

__all__ = ["figures"]

MOST_NAMES = 5


def figures(rows: Sequence[MatchupFigures], certainty: float) -> Shown:
    """A row a match-up with games that count, seen from its first player; of a single match-up its metrics too."""
    void = [row for row in rows if not row.games]
    rows = [row for row in rows if row.games]
    if void and not rows:
        yield line(ALL_VOID)
    elif void:
        yield line(f"{len(void):,} match-ups have no pair that counts: {_named(void)}")
    if not rows:
        return
    lone = all(" v " not in row.name for row in rows)
    first = "policy" if lone else "match-up, seen from its first player"
    interval = f"{100 * certainty:g} % interval"
    headings = (first, "won", "no winner", "lost", "score", interval, "mean turns", "median", "games")
    yield table(headings, [_cells(row, row.players[0]) for row in rows[:MOST_ROWS]], ("median", "mean turns"))
    yield from left_out(len(rows), "match-ups")
    if len(rows) == 1:
        yield _metrics(rows[0])


def _named(void: Sequence[MatchupFigures]) -> str:
    names = ", ".join(row.name for row in void[:MOST_NAMES])
    return names if len(void) <= MOST_NAMES else f"{names} and {len(void) - MOST_NAMES:,} more"


def _cells(row: MatchupFigures, player: PlayerFigures) -> tuple[str, ...]:
    games = player.wins + player.draws + player.losses
    shares = (percent(n / games if games else None) for n in (player.wins, player.draws, player.losses))
    rate = player.win_rate
    return (
        row.name,
        *shares,
        _value(rate, printed.SHARE),
        printed.interval(rate.low, rate.high, printed.SHARE),
        _value(row.mean_turns, printed.COUNT),
        plain(row.median_turns, "g"),
        f"{games:,}",
    )


def _metrics(row: MatchupFigures) -> Table:
    cells = [
        (name, player.label, _value(one, printed.COUNT), _reach(one), f"{one.number:,}")
        for player in row.players
        for name, one in player.metrics.items()
    ]
    return table(("metric", "player", "mean", "interval", "games"), cells)


def _reach(one: Estimate) -> str:
    return "" if one.low is None else printed.interval(one.low, one.high, printed.COUNT)


def _value(one: Estimate, unit: Unit) -> str:
    return "" if one.value is None else printed.quantity(one.value, unit, one.low, one.high)
