"""The targets of an experiment: each `[[target]]` table, spread over the match-ups and players that its globs pick.

A figure is looked at once: a rate or a length that all players of a game share belongs to one player of the match-up,
and where a band is even about one half, the second of two players is the mirror of the first.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import combinations

from games.contract import Game
from games.defects import Findings, suggestion
from runner.configuration import GateTable, TargetTable
from runner.judge.targets import BOUNDED_METRICS, ON_RESULTS, USE, Target
from runner.judge.unfinished import NO_LIMIT
from runner.mirrors import asked_in_vain, is_settled
from runner.plan import Matchup

__all__ = ["check", "check_globs", "matches", "spread"]

_WORDS = {
    "win_rate": "win rate",
    "draw_rate": "draw rate",
    "loss_rate": "loss rate",
    "seat_advantage": "seat advantage",
    "unfinished_rate": "unfinished games",
}
# Figures that every player of a match-up shares.
_SHARED = ("draw_rate", "unfinished_rate", "turns")


def check(
    tables: Sequence[TargetTable],
    game: Game | None,
    labels: Sequence[str] | None,
    scenarios: Sequence[str] | None,
    findings: Findings,
) -> None:
    """Note what is wrong with each table by itself; None where game, labels or scenarios are not known."""
    for index, table in enumerate(tables):
        path = f"target[{index}]"
        if findings.any_at(path):
            continue
        metrics = _metrics(game) if game else [table.metric]
        if table.metric not in metrics:
            hint = suggestion(table.metric, metrics)
            findings.add(f"{path}.metric", table.metric, "is not a metric of the game", hint)
        else:
            _check_settings(path, table, game.seats if game else 2, findings)
        _check_band(path, table, game.seats if game else 2, findings)
        whom = (("of", labels, "policy"), ("against", labels, "policy"), ("scenario", scenarios, "scenario"))
        check_globs(path, table, whom, findings)


def spread(
    tables: Sequence[TargetTable],
    matchups: Sequence[Matchup],
    findings: Findings,
    most_unfinished: float = NO_LIMIT,
) -> tuple[Target, ...]:
    """The targets of all sound tables, in order; a table that gives none, or one again, goes to `findings`.

    `most_unfinished` is the share of games that the turn cap may end, where a table on results sets none.
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
            found = list(_picked(table, matchups, several))
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


def _metrics(game: Game) -> list[str]:
    return [*BOUNDED_METRICS, USE, *(metric.name for metric in game.all_metrics)]


def _check_band(path: str, table: TargetTable, seats: int, findings: Findings) -> None:
    ends = [("min", table.min), ("max", table.max)]
    if table.band is not None:
        both = [name for name, end in ends if end is not None]
        if both:
            findings.add(path, None, f"has a band and {' and '.join(both)}", "keep one of them")
        ends = [("band[0]", table.band[0]), ("band[1]", table.band[1])]
    elif table.min is None and table.max is None:
        findings.add(path, None, "says no value to reach", "add band = [low, high], min or max")
    least, most = _limits(table.metric, seats)
    for name, end in ends:
        if end is not None and not least <= end <= most:
            rule = f"is outside [{least:g}, {most:g}], where every {_words(table.metric)} lies"
            findings.add(f"{path}.{name}", end, rule, "45 % is written 0.45" if end > 1 else "")
    low, high = (end for _, end in ends)
    if low is not None and high is not None and low >= high:
        rule = "is empty" if low > high else "holds a single value, which no number of games can show"
        hint = f"did you mean [{high:g}, {low:g}]?" if low > high else "give it some width"
        findings.add(f"{path}.{'band' if table.band else 'min'}", None, f"{rule}: {low:g} to {high:g}", hint)


def _check_settings(path: str, table: TargetTable, seats: int, findings: Findings) -> None:
    """Settings that would be ignored are errors."""
    given = table.model_fields_set
    if "draw" in given and table.metric != "win_rate":
        findings.add(f"{path}.draw", table.draw, "counts in a win rate alone", "remove it")
    if "margin" in given and table.method != "sprt":
        findings.add(
            f"{path}.margin", table.margin, "is for the sprt alone", 'remove it, or set method = "sprt"'
        )
    if table.method == "sprt" and table.metric not in BOUNDED_METRICS:
        findings.add(
            f"{path}.method", table.method, "needs a rate", "remove it: this metric has a test of its own"
        )
    low, high = _ends(table, seats)
    if table.method == "sprt" and 0 <= (high - low) / 2 < table.margin:
        findings.add(
            f"{path}.margin", table.margin, "is more than half the band", "narrow it, or widen the band"
        )
    if "unfinished" in given and table.metric not in ON_RESULTS:
        findings.add(f"{path}.unfinished", table.unfinished, "is for targets on results", "remove it")
    if seats == 1 and "against" in given:
        findings.add(f"{path}.against", table.against, "asks for an opponent in a one-seat game", "remove it")
    if table.metric == USE:
        _check_use(path, table, seats, findings)
    if seats == 1 and table.metric == "seat_advantage":
        findings.add(f"{path}.metric", table.metric, "compares seats, and the game has one")


def _check_use(path: str, table: TargetTable, seats: int, findings: Findings) -> None:
    """What a use target cannot ask."""
    given = table.model_fields_set
    if "against" in given:
        findings.add(
            f"{path}.against", table.against, "has no meaning for use, which looks at the whole table"
        )
    for key in ("band", "max"):
        if getattr(table, key) is not None:
            findings.add(f"{path}.{key}", None, "is not for use: a share is enough or not", "say min = 0.05")
    if seats != 2:
        rule = f"needs a game for two, whose results make a pay-off table; this one seats {seats}"
        findings.add(f"{path}.metric", table.metric, rule)


def _limits(metric: str, seats: int) -> tuple[float, float]:
    if metric == "seat_advantage":
        return -1.0 / max(seats - 1, 1), 1.0
    return (0.0, 1.0) if metric in (*BOUNDED_METRICS, USE) else (-math.inf, math.inf)


def _ends(table: TargetTable, seats: int) -> tuple[float, float]:
    """The band, an open side at the limit of the metric."""
    low, high = table.band or (table.min, table.max)
    least, most = _limits(table.metric, seats)
    return (least if low is None else low), (most if high is None else high)


def check_globs(
    path: str,
    table: TargetTable | GateTable,
    picked: Sequence[tuple[str, Sequence[str] | None, str]],
    findings: Findings,
) -> None:
    """Note each glob of the table that by itself picks nothing: (key, what it may pick or None, what that is)."""
    for key, names, noun in picked:
        found = getattr(table, key)
        listed = isinstance(found, list)
        for index, glob in enumerate(found if listed else [found]):
            if names is not None and not any(matches(name, glob) for name in names):
                place = f"{path}.{key}[{index}]" if listed else f"{path}.{key}"
                findings.add(place, glob, f"matches no {noun}", suggestion(glob, names))


def matches(name: str, globs: str | Sequence[str]) -> bool:
    """Whether a glob, or one of several, picks a name; a name matches itself, whatever signs of a glob it holds."""
    several = [globs] if isinstance(globs, str) else globs
    return any(_fits(name, glob) for glob in several)


@lru_cache(maxsize=65_536)
def _fits(name: str, glob: str) -> bool:
    return name == glob or fnmatchcase(name, glob)


def _picked(table: TargetTable, matchups: Sequence[Matchup], several: bool) -> Iterator[Target]:
    """The table's targets; their names tell the scenario where there are `several`."""
    for matchup in matchups:
        if matches(matchup.scenario, table.scenario) and not is_settled(table, matchup):
            low, high = _ends(table, len(matchup.players))
            for player in _players(table, matchup, low, high):
                name = _name(table.metric, matchup, player, several)
                yield Target(
                    name, table.metric, matchup.key, player, low, high, table.draw, table.method, table.margin
                )


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


def _players(table: TargetTable, matchup: Matchup, low: float, high: float) -> list[int]:
    """The players (seats, for a seat advantage) of the match-up whose figure is a target."""
    players = matchup.players
    matching = [
        player
        for player, label in enumerate(players)
        if matches(label, table.of)
        and all(matches(other, table.against) for i, other in enumerate(players) if i != player)
    ]
    if not matching:
        return []
    if table.metric == "seat_advantage":
        return [0] if len(players) == 2 else list(range(len(players)))
    if table.metric in _SHARED:
        return matching[:1]
    even = table.metric == "win_rate" and table.draw == 0.5 and math.isclose(low + high, 1.0, abs_tol=1e-12)
    if len(set(players)) == 1 or (even and len(players) == 2):
        return matching[:1]
    return matching


def _name(metric: str, matchup: Matchup, player: int, with_scenario: bool) -> str:
    words, players = _words(metric), matchup.players
    where = f" in {matchup.scenario}" if with_scenario else ""
    if metric == "seat_advantage":
        seat = f" of seat {player}" if len(players) > 2 else " of the first seat"
        return f"{words}{seat}, {' v '.join(players)}{where}"
    if metric in _SHARED:
        return f"{words} of {' v '.join(players)}{where}"
    others = [label for i, label in enumerate(players) if i != player]
    twin = f" (player {player})" if players.count(players[player]) > 1 and len(set(players)) > 1 else ""
    return f"{words} of {' v '.join([players[player] + twin, *others])}{where}"


def _words(metric: str) -> str:
    return _WORDS.get(metric, metric.replace("_", " "))


def _named_apart(targets: list[Target]) -> tuple[Target, ...]:
    """Targets that ask different things of one figure get their bands into their names."""
    times = Counter(target.name for target in targets)
    return tuple(
        replace(target, name=f"{target.name} [{target.low:g}, {target.high:g}]")
        if times[target.name] > 1
        else target
        for target in targets
    )
