"""Outcomes and summaries as table rows, and back; arrays of `Summary` lie flattened in C order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from games.contract import MISSING, NOBODY
from runner.store.schemas import ARRAYS, FAULTS, OPTIONS, UNITS
from runner.store.spans import Span, matchup_of
from runner.summary import (
    CHOICE_COLUMNS,
    FORCED_COLUMNS,
    OPTION_COLUMNS,
    PAIR_OPTION_COLUMNS,
    Summary,
)

if TYPE_CHECKING:
    from runner.plan import Matchup
    from runner.play import Fault

__all__ = [
    "OPTION_SUMS",
    "fault_table",
    "game_tables",
    "option_table",
    "options_in",
    "unit_table",
    "units_in",
]


def unit_table(spans: Sequence[Span[Summary]]) -> pa.Table:
    """Rows of `units`; the option counters are not in them."""
    columns: dict[str, list[Any]] = {name: [] for name in UNITS.names}
    for span in spans:
        matchup, summary = span.matchup, span.value
        row = {
            **_named(span),
            "players": matchup.players,
            "control": matchup.control,
            "pairs": summary.pairs,
            "games": summary.games,
            "voided": summary.voided,
            **{name: getattr(summary, name).ravel() for name in ARRAYS},
            "digest": summary.digest,
        }
        for name, value in row.items():
            columns[name].append(value)
    return pa.table(columns, schema=UNITS)


def units_in(table: pa.Table) -> Iterator[Span[Summary]]:
    """Spans in rows of `units`, their summaries without options: shape [k, k, 0, 12]."""
    from runner.plan import Matchup  # as above

    plain = {name: table[name].to_pylist() for name in UNITS.names if name not in ARRAYS}
    arrays = {name: _cells(table[name].combine_chunks()) for name in ARRAYS}
    for i in range(table.num_rows):
        matchup = Matchup(plain["scenario"][i], tuple(plain["players"][i]), plain["control"][i])
        counts = {name: plain[name][i] for name in ("pairs", "games", "voided", "digest")}
        summary = _shaped(len(matchup.players), counts, {name: arrays[name][i] for name in ARRAYS})
        yield Span(matchup, plain["round"][i], plain["lo"][i], plain["hi"][i], summary)


def option_table(spans: Sequence[Span[np.ndarray]], options: Sequence[str]) -> pa.Table:
    """Rows of `options` from counters [k, k, O, 12], k the same in all spans."""
    if not spans:
        return OPTIONS.empty_table()
    k, n = len(spans[0].matchup.players), len(options)
    span, player, seat, option = (index.ravel() for index in np.indices((len(spans), k, k, n)))
    counters = np.concatenate([each.value.reshape(-1, len(OPTION_COLUMNS)) for each in spans])
    named = [_named(each) for each in spans]
    labels = pa.array([label for each in spans for label in each.matchup.players], pa.string())
    columns = {
        **{name: _taken([row[name] for row in named], OPTIONS.field(name).type, span) for name in named[0]},
        "player": player,
        "policy": labels.take(pa.array(span * k + player)),
        "seat": seat,
        "option": _taken(options, pa.string(), option),
        "option_id": option,
        **{name: counters[:, i] for i, name in enumerate(OPTION_COLUMNS)},
    }
    return pa.table([columns[name] for name in OPTIONS.names], schema=OPTIONS)


OPTION_SUMS = ("matchup", "round", "lo", "hi", *OPTION_COLUMNS)
"""Columns of `options` that counters are made of; the others repeat names."""


def options_in(table: pa.Table, seats: int, options: int) -> Iterator[Span[np.ndarray]]:
    """Spans in rows of `options`: counters [k, k, O, 12]."""
    block = seats * seats * options
    counters = np.stack([table[name].to_numpy() for name in OPTION_COLUMNS], axis=-1)
    heads = table.select(["matchup", "round", "lo", "hi"]).take(np.arange(0, table.num_rows, block))
    for i, head in enumerate(heads.to_pylist()):
        value = counters[i * block : (i + 1) * block].reshape(seats, seats, options, len(OPTION_COLUMNS))
        yield Span(matchup_of(head["matchup"], seats), head["round"], head["lo"], head["hi"], value)


def game_tables(
    matchup: Matchup,
    games: Mapping[str, np.ndarray],
    terminations: Sequence[str],
    schema: pa.Schema,
    size: int,
) -> Iterator[pa.Table]:
    """Rows of `games`, at most `size` a table, from the columns of `Outcomes.games`."""
    endings = pa.array(terminations, pa.string())
    for start in range(0, len(games["pair"]), size):
        cut = {name: column[start : start + size] for name, column in games.items()}
        n = len(cut["pair"])
        columns = [
            pa.repeat(pa.scalar(matchup.key, pa.string()), n),
            cut["pair"],
            cut["rotation"],
            pa.array(cut["winner"], mask=cut["winner"] == NOBODY),
            endings.take(pa.array(cut["termination"])),
            cut["turns"],
            cut["digest"],
        ]
        metrics = cut["metrics"].reshape(n, -1).T
        columns += [pa.array(values, mask=values == MISSING) for values in np.ascontiguousarray(metrics)]
        yield pa.table(columns, schema=schema)


def fault_table(matchup: Matchup, faults: Sequence[Fault]) -> pa.Table:
    """Rows of `faults`."""
    rows = [
        {
            "matchup": matchup.key,
            "pair": fault.pair,
            "rotation": fault.rotation,
            "player": None if fault.player == NOBODY else fault.player,
            "policy": None if fault.player == NOBODY else matchup.players[fault.player],
            "reason": fault.reason,
        }
        for fault in faults
    ]
    return pa.Table.from_pylist(rows, schema=FAULTS)


def _cells(column: pa.ListArray) -> list[np.ndarray]:
    """The int64 array in each cell."""
    ends = column.offsets.to_numpy()
    flat = column.flatten().to_numpy()
    return [flat[start:end] for start, end in pairwise((ends - ends[0]).tolist())]


def _named(span: Span[Any]) -> dict[str, Any]:
    matchup = span.matchup
    return {
        "matchup": span.key,
        "round": span.round,
        "name": matchup.name,
        "scenario": matchup.scenario,
        "lo": span.lo,
        "hi": span.hi,
    }


def _taken(values: Sequence[Any], kind: pa.DataType, indices: np.ndarray) -> pa.Array:
    return pa.array(values, kind).take(pa.array(indices))


def _shaped(seats: int, counts: Mapping[str, Any], flat: Mapping[str, np.ndarray]) -> Summary:
    k = seats
    shapes: dict[str, tuple[int, ...]] = {
        "score_hist": (k, k + 1, k + 1),
        "seat_hist": (k, k + 1, k + 1),
        "seat_results": (k, k, 3),
        "terminations": (-1,),
        "turns_hist": (-1,),
        "faults": (k,),
        "choices": (k, k, len(CHOICE_COLUMNS)),
        "pair_options": (k, -1, len(PAIR_OPTION_COLUMNS)),
        "pair_choices": (k,),
        "used_hist": (k, -1, k + 1),
        "ending_hist": (-1, k + 1),
        "event_games": (-1, k, k),
        "event_hist": (-1, k, k + 1),
        "forced": (k, k, -1, len(FORCED_COLUMNS)),
    }
    sums: dict[str, Any] = {name: flat[name].reshape(shapes.get(name, (-1, k))) for name in ARRAYS}
    return Summary(**sums, **counts, options=np.zeros((k, k, 0, len(OPTION_COLUMNS)), np.int64))
