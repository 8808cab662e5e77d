"""What can be wrong with a `[[target]]` table by itself: its metric, its band, and keys that would have no effect."""

from collections.abc import Sequence
from typing import Any

from games.contract import Game
from games.defects import Findings, suggestion
from runner.configuration import TargetTable
from runner.judge.metrics import METRICS, kind_of, limits
from runner.judge.targets import ON_RESULTS, USE
from runner.measures import efficiencies, endings_of, events_of
from runner.targets.globs import check_globs
from runner.targets.names import words

__all__ = ["check", "check_inside", "ends_of", "items_of", "metrics_of"]

ITEMS = ("option", "ending", "event")


def check(
    tables: Sequence[TargetTable],
    game: Game | None,
    labels: Sequence[str] | None,
    scenarios: Sequence[str] | None,
    findings: Findings,
    document: Any = None,
) -> None:
    """Note what is wrong with each table by itself; None where game, labels, scenarios or data are not known."""
    for index, table in enumerate(tables):
        path = f"target[{index}]"
        if findings.any_at(path):
            continue
        seats = game.seats if game else 2
        metrics = metrics_of(game) if game else [table.metric]
        if table.metric not in metrics:
            hint = suggestion(table.metric, metrics)
            findings.add(f"{path}.metric", table.metric, "is not a metric of the game", hint)
        else:
            _check_settings(path, table, seats, findings)
            check_inside(path, table, game, document, findings)
        _check_band(path, table, seats, findings)
        whom = (("of", labels, "policy"), ("against", labels, "policy"), ("scenario", scenarios, "scenario"))
        check_globs(path, table, whom, findings)


def metrics_of(game: Game) -> list[str]:
    """Every metric that a target of the game may ask for."""
    return list(dict.fromkeys((*METRICS, *(metric.name for metric in game.all_metrics))))


def items_of(metric: str, game: Game, document: Any) -> tuple[str, ...]:
    """The options, endings or events that the metric can be asked of."""
    if metric == "efficiency":
        return tuple(efficiencies(game, document))
    kind = kind_of(metric).item
    if kind == "option":
        return tuple(game.options(document))
    return endings_of(game) if kind == "ending" else events_of(game, document) if kind == "event" else ()


def ends_of(table: TargetTable, seats: int) -> tuple[float, float]:
    """The band, an open side at the limit of the metric."""
    low, high = table.band or (table.min, table.max)
    least, most = limits(table.metric, seats)
    return (least if low is None else low), (most if high is None else high)


def _check_band(path: str, table: TargetTable, seats: int, findings: Findings) -> None:
    ends = [("min", table.min), ("max", table.max)]
    if table.band is not None:
        both = [name for name, end in ends if end is not None]
        if both:
            findings.add(path, None, f"has a band and {' and '.join(both)}", "keep one of them")
        ends = [("band[0]", table.band[0]), ("band[1]", table.band[1])]
    elif table.min is None and table.max is None:
        findings.add(path, None, "says no value to reach", "add band = [low, high], min or max")
    least, most = limits(table.metric, seats)
    for name, end in ends:
        if end is not None and not least <= end <= most:
            rule = f"is outside [{least:g}, {most:g}], where every {words(table.metric)} lies"
            findings.add(f"{path}.{name}", end, rule, "45 % is written 0.45" if end > 1 else "")
    low, high = (end for _, end in ends)
    if low is not None and high is not None and low >= high:
        rule = "is empty" if low > high else "holds a single value, which no number of games can show"
        hint = f"did you mean [{high:g}, {low:g}]?" if low > high else "give it some width"
        findings.add(f"{path}.{'band' if table.band else 'min'}", None, f"{rule}: {low:g} to {high:g}", hint)


def _check_settings(path: str, table: TargetTable, seats: int, findings: Findings) -> None:
    """Settings that would be ignored are errors."""
    given, kind = table.model_fields_set, kind_of(table.metric)
    if "draw" in given and table.metric != "win_rate":
        findings.add(f"{path}.draw", table.draw, "counts in a win rate alone", "remove it")
    if "margin" in given and table.method != "sprt":
        findings.add(
            f"{path}.margin", table.margin, "is for the sprt alone", 'remove it, or set method = "sprt"'
        )
    if table.method == "sprt" and kind.test != "scores":
        findings.add(
            f"{path}.method", table.method, "needs a rate", "remove it: this metric has a test of its own"
        )
    low, high = ends_of(table, seats)
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
    if seats == 1 and kind.single:
        findings.add(f"{path}.metric", table.metric, kind.single)


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


def check_inside(path: str, table: Any, game: Game | None, document: Any, findings: Findings) -> None:
    """Note what is wrong with the keys of a target inside a game: `option`, `ending`, `event` and `seat`."""
    kind = kind_of(table.metric)
    for key in ITEMS:
        glob = getattr(table, key)
        if key != kind.item and glob is not None:
            findings.add(f"{path}.{key}", glob, f"has no effect on {table.metric}", "remove it")
    if kind.item and getattr(table, kind.item) is None:
        rule = f"is missing: {table.metric} is of an {kind.item}"
        findings.add(f"{path}.{kind.item}", None, rule, f'{kind.item} = "*" asks for each of them')
    elif kind.item and game is not None and document is not None:
        _check_item(path, table, game, document, findings)
    _check_seat(path, table, game, findings)
    if kind.whose == "data":
        for key in ("of", "against", "scenario"):
            if key in table.model_fields_set:
                value = getattr(table, key)
                rule = f"has no effect on {table.metric}, which the data alone tells"
                findings.add(f"{path}.{key}", value, rule, "remove it")


def _check_item(path: str, table: Any, game: Game, document: Any, findings: Findings) -> None:
    key = kind_of(table.metric).item
    names = items_of(table.metric, game, document)
    if names:
        check_globs(path, table, ((key, names, f"{key} of the game"),), findings)
    elif table.metric == "efficiency":
        findings.add(f"{path}.metric", table.metric, f"is told of no option by the data of {game.title}")
    else:
        findings.add(f"{path}.metric", table.metric, f"asks for {key}s, and {game.title} has none")


def _check_seat(path: str, table: Any, game: Game | None, findings: Findings) -> None:
    if table.seat is None:
        return
    if not kind_of(table.metric).by_seat:
        findings.add(f"{path}.seat", table.seat, f"has no effect on {table.metric}", "remove it")
    elif game is not None and game.seats == 1:
        findings.add(f"{path}.seat", table.seat, "has no effect in a one-seat game", "remove it")
    elif game is not None and not 1 <= table.seat <= game.seats:
        findings.add(f"{path}.seat", table.seat, f"should be 1 to {game.seats}, a seat of the game")
