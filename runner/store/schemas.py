"""The columns of every table in a run's folder, and how Parquet is written: same rows, same bytes."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from runner.store.manifest import names
from runner.summary import OPTION_COLUMNS

__all__ = [
    "ARRAYS",
    "FAULTS",
    "GAMES_PER_GROUP",
    "GATES",
    "OPTIONS",
    "TABLES",
    "TRIALS",
    "UNITS",
    "VERDICTS",
    "games_schema",
    "schemas",
    "writer_settings",
]

TABLES = ("units", "options", "games", "faults", "verdicts", "gates", "trials")

ARRAYS = (
    "score_hist", "seat_hist", "seat_results", "terminations", "turns_hist",
    "metric_n", "metric_sum", "metric_sumsq", "pair_n", "pair_sum", "pair_sumsq", "faults",
    "events", "choices", "pair_options", "pair_choices", "used_hist", "endings", "ending_hist", "event_games",
    "event_hist", "forced",
)  # fmt: skip
"""Fields of `Summary` that a `units` row holds flattened in C order, shapes as documented there."""

_NAMES = [("matchup", pa.string()), ("round", pa.int64()), ("name", pa.string()), ("scenario", pa.string())]
_RANGE = [("lo", pa.int64()), ("hi", pa.int64())]

UNITS = pa.schema(
    [
        *_NAMES,
        ("players", pa.list_(pa.string())),
        ("control", pa.bool_()),
        *_RANGE,
        ("pairs", pa.int64()),
        ("games", pa.int64()),
        ("voided", pa.int64()),
        *((name, pa.list_(pa.int64())) for name in ARRAYS),
        ("digest", pa.uint64()),
    ]
)
"""A row a match-up, round and contiguous range [lo, hi) of pairs."""

OPTIONS = pa.schema(
    [
        *_NAMES,
        ("player", pa.int64()),
        ("policy", pa.string()),
        ("seat", pa.int64()),
        ("option", pa.string()),
        ("option_id", pa.int64()),
        *((name, pa.int64()) for name in OPTION_COLUMNS),
        *_RANGE,
    ]
)
"""Rows by (player, seat, option) for each row of `units`; options never seen included, as zeros."""

FAULTS = pa.schema(
    [
        ("matchup", pa.string()),
        ("pair", pa.int64()),
        ("rotation", pa.int64()),
        ("player", pa.int64()),
        ("policy", pa.string()),
        ("reason", pa.string()),
    ]
)
"""A row a game that an exception broke off; player and policy are null where the rules did it."""

VERDICTS = pa.schema(
    [
        ("seq", pa.int64()),
        ("target", pa.string()),
        ("metric", pa.string()),
        ("scope", pa.string()),
        ("matchup", pa.string()),
        ("player", pa.int64()),
        ("item", pa.string()),
        ("seat", pa.int64()),
        ("band_low", pa.float64()),
        ("band_high", pa.float64()),
        ("estimate", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("interval", pa.string()),
        ("fixed_low", pa.float64()),
        ("fixed_high", pa.float64()),
        ("games", pa.int64()),
        ("pairs", pa.int64()),
        ("verdict", pa.string()),
        ("needed", pa.int64()),
        ("decided_by", pa.string()),
        ("unfinished", pa.float64()),
        ("unfinished_low", pa.float64()),
        ("unfinished_high", pa.float64()),
        ("why", pa.string()),
        ("won", pa.float64()),
        ("drawn", pa.float64()),
    ]
)
"""A row a target for each time (`seq`) the table was judged; an open side of a band is null. `unfinished`: share
of games that end by the turn cap, with its interval, where the target limits it; `why`: what keeps it from being met
beside its band, or why nothing can be told; `won`, `drawn`: of a win rate, shares of games won and without a winner.
`item`: the option, ending or event that is asked for, `seat` (from 1) the one that is asked of; else null."""

GATES = pa.schema(
    [
        ("seq", pa.int64()),
        ("gate", pa.string()),
        ("scenario", pa.string()),
        ("scope", pa.string()),
        ("asked", pa.string()),
        ("value", pa.float64()),
        ("value_low", pa.float64()),
        ("value_high", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("detail", pa.string()),
        ("verdict", pa.string()),
        ("basis", pa.string()),
    ]
)
"""A row for each thing that a gate asked (`asked`: what, for a gate that asks several), each time the table was judged:
its value, between which ends it lies (the value itself where it is exact), its thresholds (null: none), and whether
"data", "exact" figures or "play" answered."""

TRIALS = pa.schema(
    [
        ("seq", pa.int64()),
        ("trial", pa.int64()),
        ("phase", pa.string()),
        ("round", pa.int64()),
        ("state", pa.string()),
        ("parameters", pa.map_(pa.string(), pa.string())),
        ("change", pa.float64()),
        ("objectives", pa.list_(pa.float64())),
        ("violations", pa.list_(pa.float64())),
        ("distance", pa.float64()),
        ("loss", pa.float64()),
        (
            "readings",
            pa.list_(
                pa.struct(
                    [
                        ("name", pa.string()),
                        ("kind", pa.string()),
                        ("low", pa.float64()),
                        ("high", pa.float64()),
                        ("scale", pa.float64()),
                        ("estimate", pa.float64()),
                        ("at_least", pa.float64()),
                        ("at_most", pa.float64()),
                        ("status", pa.string()),
                        ("metric", pa.string()),
                    ]
                )
            ),
        ),
        ("games", pa.int64()),
        ("played", pa.int64()),
        ("pairs", pa.list_(pa.int64())),
        ("wanted", pa.list_(pa.int64())),
        ("doubtful", pa.bool_()),
        ("run", pa.string()),
    ]
)
"""A row a round of play of a point of a sweep. Parameter values as JSON text; `readings` what each target, gate and
goal came to; `games` of the point so far, `played` in this round; by match-up the `pairs` so far and `wanted` in the
next round, for which a `doubtful` point waits; `run` the digest of the data and entrants that were played."""

GAMES_PER_GROUP = 122_880
"""Rows of a Parquet row group of `games`: the size that DuckDB scans one thread a group."""


def games_schema(manifest: Mapping[str, Any]) -> pa.Schema:
    """The `games` table of this run: fixed columns, then `<metric>_<player>`, null where none applies.

    `winner` is a seat, null where nobody won, and -2 (`games.contract.HOUSE`) where the game beat every seat.
    """
    metrics = names(manifest["metrics"])
    own = [(f"{metric}_{player}", pa.int64()) for metric in metrics for player in range(manifest["seats"])]
    fixed = [
        ("matchup", pa.string()),
        ("pair", pa.int64()),
        ("rotation", pa.int64()),
        ("winner", pa.int64()),
        ("termination", pa.string()),
        ("turns", pa.int64()),
        ("digest", pa.uint64()),
    ]
    return pa.schema([*fixed, *own])


def schemas(manifest: Mapping[str, Any]) -> dict[str, pa.Schema]:
    """The schema of each of `TABLES` in a run with this manifest."""
    fixed = {
        "units": UNITS,
        "options": OPTIONS,
        "faults": FAULTS,
        "verdicts": VERDICTS,
        "gates": GATES,
        "trials": TRIALS,
    }
    return {table: fixed[table] if table in fixed else games_schema(manifest) for table in TABLES}


def writer_settings(schema: pa.Schema) -> dict[str, Any]:
    """Arguments of `ParquetWriter`: nothing that depends on time, machine or thread; page checksums on."""
    flat = {field.name for field in schema if not pa.types.is_nested(field.type)}
    rising = [name for name in ("pair", "lo", "hi") if name in flat]
    noise = [name for name in ("digest",) if name in flat]
    return {
        "version": "2.6",
        "compression": {**{field.name: "zstd" for field in schema}, **dict.fromkeys(noise, "none")},
        "use_dictionary": sorted(flat - {*rising, *noise}),
        "column_encoding": {**dict.fromkeys(rising, "DELTA_BINARY_PACKED"), **dict.fromkeys(noise, "PLAIN")},
        "write_page_checksum": True,
        "store_schema": False,
    }
