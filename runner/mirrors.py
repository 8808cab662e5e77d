"""Match-ups of a policy against itself, of which a target asks what they show by construction.

They are controls and no targets: a verdict on them would tell nothing about the game, and would take a share of the
error from those that do. Their seats, lengths, draws and the game's own metrics are asked for as any other's.
"""

from collections.abc import Iterator, Sequence

from runner.configuration import TargetTable
from runner.judge.targets import settled_by_construction
from runner.plan import Matchup

__all__ = ["asked_in_vain", "is_settled", "told"]


def is_settled(table: TargetTable, matchup: Matchup) -> bool:
    """Whether the table's figure of the match-up is one half by construction."""
    return settled_by_construction(table.metric, matchup.players, table.draw)


def asked_in_vain(tables: Sequence[TargetTable], matchups: Sequence[Matchup]) -> tuple[Matchup, ...]:
    """The mirrors among `matchups` that the globs of some table pick for a figure that is settled."""
    return tuple(one for one in matchups if any(_picks(table, one) for table in tables))


def told(mirrors: Sequence[Matchup]) -> Iterator[str]:
    """One line on them, if there are any."""
    if mirrors:
        number = len(mirrors)
        what = "1 mirror is a control" if number == 1 else f"{number:,} mirrors are controls"
        name = f"{mirrors[0].players[0]} v itself"
        yield f"{what}, not target{'' if number == 1 else 's'}: {name} scores one half by construction"


def _picks(table: TargetTable, matchup: Matchup) -> bool:
    from runner.targets import matches  # which asks this file in turn

    return (
        is_settled(table, matchup)
        and matches(matchup.scenario, table.scenario)
        and matches(matchup.players[0], table.of)
        and matches(matchup.players[0], table.against)
    )
