"""The targets of an experiment: each `[[target]]` table, spread over the match-ups and players that its globs pick.

A figure is looked at once: a rate or a length that all players of a game share belongs to one player of the match-up,
and where a band is even about one half, the second of two players is the mirror of the first.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from games.contract import Game
from games.defects import Findings
from runner.configuration import TargetTable
from runner.judge.metrics import kind_of
from runner.judge.targets import DATA, ON_RESULTS, USE, Target
from runner.judge.unfinished import NO_LIMIT
from runner.mirrors import asked_in_vain, is_settled
from runner.plan import Matchup
from runner.targets.globs import check_globs, matches
from runner.targets.names import name_of
from runner.targets.settings import check, check_inside, ends_of, items_of, metrics_of

__all__ = [
    "Figure",
    "check",
    "check_globs",
    "check_inside",
    "figures",
    "items_of",
    "matches",
    "metrics_of",
    "spread",
]


@dataclass(frozen=True)
class Figure:
    """One number that a table asks for."""

    name: str
    matchup: str
    player: int
    item: str = ""
    seat: int | None = None


def spread(
    tables: Sequence[TargetTable],
    matchups: Sequence[Matchup],
    findings: Findings,
    game: Game | None = None,
    document: Any = None,
    most_unfinished: float = NO_LIMIT,
) -> tuple[Target, ...]:
    """The targets of all sound tables, in order; a table that gives none, or one again, goes to `findings`.

    `most_unfinished` is the share of games that the turn cap may end, where a table on results sets none. Without
    `game` and `document` there are no targets of options, endings and events.
    """
    several = len({matchup.scenario for matchup in matchups}) > 1
    sources: dict[Target, int] = {}
    for index, table in enumerate(tables):
        path = f"target[{index}]"
        if findings.any_at(path):
            continue
        if table.metric == USE:
            found = list(_uses(path, table, matchups, several, findings))
        else:
            items = items_of(table.metric, game, document) if game and document is not None else ()
            found = list(_picked(table, matchups, items))
        if findings.any_at(path):
            continue
        found = [replace(target, unfinished=_limit(table, most_unfinished)) for target in found]
        if not found and asked_in_vain([table], matchups):
            rule = "asks only for mirrors (A v A), which score one half by construction"
            findings.add(
                path, None, rule, "let different policies meet, or ask for seat_advantage or draw_rate"
            )
        elif not found:
            hint = "look at the schedule: who meets whom where?"
            findings.add(path, None, "matches no match-up of the experiment", hint)
        again = [target for target in found if sources.setdefault(target, index) != index]
        if again:
            rule = f"asks again what target[{sources[again[0]]}] asks"
            findings.add(path, again[0].name, rule, "remove one of them")
    return _named_apart(list(sources))


def _limit(table: TargetTable, most_unfinished: float) -> float:
    """The share of unfinished games that a target of this table allows."""
    if table.metric not in ON_RESULTS:
        return NO_LIMIT
    return most_unfinished if table.unfinished is None else table.unfinished


def _picked(table: TargetTable, matchups: Sequence[Matchup], items: Sequence[str]) -> Iterator[Target]:
    low, high = ends_of(table, len(matchups[0].players) if matchups else 2)
    for one in figures(table, matchups, items, _is_even(table, low, high)):
        yield Target(
            one.name,
            table.metric,
            one.matchup,
            one.player,
            low,
            high,
            table.draw,
            table.method,
            table.margin,
            item=one.item,
            seat=one.seat,
        )


def _is_even(table: TargetTable, low: float, high: float) -> bool:
    """Whether of two players the second is the mirror of the first."""
    return table.metric == "win_rate" and table.draw == 0.5 and math.isclose(low + high, 1.0, abs_tol=1e-12)


def figures(table: Any, matchups: Sequence[Matchup], items: Sequence[str], even: bool) -> Iterator[Figure]:
    """What the globs of a table pick; names tell the scenario where there are several.

    Args:
        table: a `TargetTable`, or another with its keys `metric`, `of`, `against`, `scenario`, `seat` and of items.
        matchups: who meets whom.
        items: the options, endings or events that the game has, for a metric of one.
        even: whether of two players one is enough.
    """
    kind = kind_of(table.metric)
    glob = getattr(table, kind.item) if kind.item else None
    chosen = [item for item in items if matches(item, glob)] if glob is not None else [""]
    if kind.whose == "data":
        nowhere = Matchup("", ())
        yield from (Figure(name_of(table.metric, nowhere, 0, False, item), DATA, 0, item) for item in chosen)
        return
    several = len({matchup.scenario for matchup in matchups}) > 1
    for matchup in matchups:
        if matches(matchup.scenario, table.scenario) and not is_settled(table, matchup):
            for player in _players(table, matchup, even):
                for seat in _seats(table, len(matchup.players)):
                    for item in chosen:
                        name = name_of(table.metric, matchup, player, several, item, seat)
                        yield Figure(name, matchup.key, player, item, seat)


def _players(table: Any, matchup: Matchup, even: bool) -> list[int]:
    """The players (seats, for a seat advantage) of the match-up whose figure is a target."""
    players, whose = matchup.players, kind_of(table.metric).whose
    matching = [
        player
        for player, label in enumerate(players)
        if matches(label, table.of)
        and all(matches(other, table.against) for i, other in enumerate(players) if i != player)
    ]
    if not matching:
        return []
    if whose == "seat":
        return [0] if len(players) == 2 else list(range(len(players)))
    shared = whose == "match-up" and table.seat is None
    if shared or len(set(players)) == 1 or (even and len(players) == 2):
        return matching[:1]
    return matching


def _seats(table: Any, seats: int) -> list[int | None]:
    """The seats, from 0, whose games are looked at by themselves; None: all together."""
    if table.seat is not None:
        return [table.seat - 1]
    return list(range(seats)) if seats > 1 and kind_of(table.metric).by_seat == "each" else [None]


def _uses(
    path: str, table: TargetTable, matchups: Sequence[Matchup], several: bool, findings: Findings
) -> Iterator[Target]:
    """A target a scenario: the share of every entrant that `of` picks, in the table of those entrants."""
    for scenario in dict.fromkeys(matchup.scenario for matchup in matchups):
        if not matches(scenario, table.scenario):
            continue
        here = [matchup.players for matchup in matchups if matchup.scenario == scenario]
        entrants = tuple(dict.fromkeys(one for players in here for one in players if matches(one, table.of)))
        met = {frozenset(players) for players in here}
        if not all(frozenset(two) in met for two in combinations(entrants, 2)):
            rule = "needs a table in which everybody meets everybody"
            findings.add(path, None, rule, 'use schedule = "round-robin", or pick fewer with `of`')
            return
        low = table.min or 0.0
        if low * len(entrants) >= 1:
            rule = f"is out of reach: {len(entrants)} shares of {low:g} leave no room in a whole"
            findings.add(f"{path}.min", low, rule, f"below {1 / len(entrants):.3g} can be shown")
            return
        if len(entrants) > 1:
            whom = "every strategy" if table.of == "*" else f"every {table.of}"
            name = f"use of {whom}{f' in {scenario}' if several else ''}"
            yield Target(name, USE, Matchup(scenario, ()).key, 0, low, 1.0, entrants=entrants)


def _named_apart(targets: list[Target]) -> tuple[Target, ...]:
    """Targets that ask different things of one figure get their bands into their names."""
    times = Counter(target.name for target in targets)
    return tuple(
        replace(target, name=f"{target.name} [{target.low:g}, {target.high:g}]")
        if times[target.name] > 1
        else target
        for target in targets
    )
