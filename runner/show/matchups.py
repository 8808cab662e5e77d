"""The match-ups that matter for the question asked: one line each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from runner.figures import ALL_VOID, MatchupFigures
from runner.order import worst_first
from runner.show.tables import Shown, line, percent, percents, plain, table
from runner.show.verdicts import dense

if TYPE_CHECKING:
    from runner.experiment import Experiment
    from runner.run import RunResult

__all__ = ["MOST_MATCHUPS", "matchups", "that_matter"]

MOST_MATCHUPS = 6


def that_matter(
    experiment: "Experiment", result: "RunResult", rows: Sequence[MatchupFigures]
) -> list[MatchupFigures]:
    """Rows of what is missed or undecided, the worst first, else of every target, else those farthest from even."""
    played = [one for one in experiment.matchups() if one.key in result.summaries]
    by_key = {one.key: row for one, row in zip(played, rows, strict=True)}
    asked = [verdict for verdict in worst_first(result.verdicts) if verdict.target.matchup in by_key]
    still = [verdict for verdict in asked if verdict.status != "met"] or asked
    chosen = [by_key[key] for key in dict.fromkeys(verdict.target.matchup for verdict in still)]
    even = 1 / max(experiment.game.seats, 2)
    return chosen or sorted(rows, key=lambda row: -abs((row.players[0].win_rate.value or even) - even))


def matchups(rows: Sequence[MatchupFigures], total: int, certainty: float, most: int) -> Shown:
    """A short row a match-up, as seen from its first player; `rows` are those that matter of `total`."""
    shown = rows[:most]
    if not shown:
        return
    if not any(row.games for row in rows):
        yield line(ALL_VOID)
        return
    drawn = any(row.players[0].draws for row in shown)
    lone = all(" v " not in row.name for row in rows)
    headings = ["policy" if lone else "match-up", "won", *["no winner"] * drawn]
    headings += [f"score ({100 * certainty:g} %)", "turns", "games"]
    yield dense(table(headings, [_cells(row, drawn) for row in shown]))
    if total > len(shown):
        yield line(f"and {total - len(shown):,} more match-ups")


def _cells(row: MatchupFigures, drawn: bool) -> tuple[str, ...]:
    player = row.players[0]
    games = player.wins + player.draws + player.losses
    counts = (player.wins, *((player.draws,) if drawn else ()))
    shares = (percent(n / games if games else None) for n in counts)
    return (
        row.name,
        *shares,
        percents(player.win_rate),
        plain(row.mean_turns.value, ".1f"),
        f"{games:,}",
    )
