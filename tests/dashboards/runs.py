"""Run folders for tests: small Parquet parts and a manifest to the stored schema, drawn with a fixed seed.

The counts obey the sums that real games obey (wins of a match-up add up, pairs times seats are games), so that
queries can be checked against them. Verdicts come from the real judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from games.contract import COMMON_ENDINGS
from runner.judge.observations import Measures
from runner.judge.targets import USE, Target
from runner.judge.verdicts import judge
from runner.plan import Matchup, gauntlet, mirror, round_robin
from runner.play import Fault
from runner.store.checksums import Checksums, sum_of
from runner.store.manifest import FORM, write_manifest
from runner.store.parts import Part, unit_part, write_part
from runner.store.rows import Span, fault_table, option_table, unit_table
from runner.store.schemas import FAULTS, OPTIONS, UNITS, VERDICTS
from runner.store.verdicts import verdict_table
from runner.summary import Summary
from tests.dashboards.recipes import HOSTILE, Recipe

__all__ = ["METRICS", "played", "vouch", "write_run"]

METRICS = (("payoff", "points", 1), ("turns", "turns", 1), ("hp_on_win", "HP", 1))


def write_run(folder: Path, recipe: Recipe, seed: int = 1) -> Path:
    """Write the run that `recipe` describes into `folder` and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    matchups, counts = played(recipe, seed)
    _write_units(folder, counts, recipe)
    _write_options(folder, counts, recipe)
    _write_verdicts(folder, matchups, counts, recipe)
    if recipe.faults:
        _write_faults(folder, counts, recipe)
    vouch(folder, manifest(recipe))
    return folder


def vouch(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write a manifest, and checksums of the parts as they are: what a store does bit by bit."""
    write_manifest(folder, manifest)
    parts = {str(path.relative_to(folder)): sum_of(path) for path in sorted(folder.glob("*/*.parquet"))}
    Checksums(folder, parts).rewrite()


def played(recipe: Recipe, seed: int = 1) -> tuple[tuple[Matchup, ...], dict[Matchup, Summary]]:
    """The match-ups of the plan, and the counts of each and of the control that were played."""
    rng = np.random.default_rng(seed)
    table = _schedule(recipe)
    control = mirror(recipe.policies[:1], recipe.scenarios[:1], recipe.seats, control=True)
    done = (*table, *control) if recipe.controls else table
    if recipe.alike:
        return table, dict.fromkeys(done, summary(recipe, done[0], rng))
    return table, {one: summary(recipe, one, rng) for one in done if recipe.pairs}


def _schedule(recipe: Recipe) -> tuple[Matchup, ...]:
    if recipe.champions:
        return gauntlet(recipe.champions, recipe.policies, recipe.scenarios, recipe.seats)
    if len(recipe.policies) > 1 and recipe.seats > 1:
        return round_robin(recipe.policies, recipe.scenarios, recipe.seats)
    return mirror(recipe.policies, recipe.scenarios, recipe.seats)


def summary(recipe: Recipe, matchup: Matchup, rng: np.random.Generator) -> Summary:
    """Made-up counts of one match-up."""
    k, pairs = len(matchup.players), recipe.pairs
    power = [
        recipe.strengths[recipe.policies.index(player) % len(recipe.strengths)] for player in matchup.players
    ]
    blank = Summary.empty(k, len(COMMON_ENDINGS) + 1, len(METRICS), len(recipe.options), len(recipe.events))
    score, seat_hist, results = blank.score_hist, blank.seat_hist, blank.seat_results
    winners = _winners(np.array(power), k, pairs, recipe, rng)
    for player in range(k):
        won, drawn = (winners == player).sum(1), (winners < 0).sum(1)
        np.add.at(score[player], (won, drawn), 1)
        for rotation in range(k):
            seat = (player + rotation) % k
            column = winners[:, rotation]
            results[player, seat] += [
                (column == player).sum(),
                (column < 0).sum(),
                ((column >= 0) & (column != player)).sum(),
            ]
    in_seat = np.where(winners < 0, -1, (winners + np.arange(k)) % k)
    for seat in range(k):
        np.add.at(seat_hist[seat], ((in_seat == seat).sum(1), (winners < 0).sum(1)), 1)
    turns = np.clip(
        rng.normal(recipe.length, recipe.length / 5, (pairs, k)).round().astype(np.int64), 1, None
    )
    _metrics(blank, winners, turns, rng)
    _options(blank, winners, recipe, rng)
    if len(set(matchup.players)) > 1 or k == 1:
        _forced(blank, recipe, pairs)
    blank.events[:] = np.round(np.array(recipe.events) * pairs * k).astype(np.int64)[:, None]
    endings = blank.terminations
    endings[8], endings[1], endings[3] = pairs * k - recipe.turn_caps, recipe.turn_caps, recipe.faults
    blank.endings[8], blank.endings[1, 0] = pairs, recipe.turn_caps
    blank.endings[8, 0] -= recipe.turn_caps
    blank.ending_hist[1, :2] = pairs - recipe.turn_caps, recipe.turn_caps
    blank.ending_hist[8, k - 1 :] = recipe.turn_caps, pairs - recipe.turn_caps
    faults = blank.faults.copy()
    faults[0] = recipe.faults
    return replace(
        blank, pairs=pairs, games=pairs * k, voided=recipe.faults * k, faults=faults,
        turns_hist=np.bincount(turns.ravel()), digest=int(rng.integers(2**63)),
    )  # fmt: skip


def _winners(power: np.ndarray, k: int, pairs: int, recipe: Recipe, rng: np.random.Generator) -> np.ndarray:
    """[pairs, k rotations] the winning player, or -1."""
    if k == 1:
        return np.where(rng.random((pairs, 1)) < 0.5 + power[0], 0, -1)
    luck = rng.gumbel(size=(pairs, 1, k)) * 0.7 + rng.gumbel(size=(pairs, k, k)) * 0.3
    seat = (np.arange(k)[None, :] + np.arange(k)[:, None]) % k
    gain = 4 * power[None, None, :] + recipe.seat_edge * 4 * (seat == 0)[None]
    winners = (0.8 * luck + gain).argmax(2)
    return np.where(rng.random((pairs, k)) < recipe.drawn, -1, winners)


def _metrics(blank: Summary, winners: np.ndarray, turns: np.ndarray, rng: np.random.Generator) -> None:
    k = winners.shape[1]
    for player in range(k):
        won = winners == player
        hp = rng.normal(70, 6, winners.shape).round().astype(np.int64)
        for metric, (values, held) in enumerate([(won.astype(np.int64), None), (turns, None), (hp, won)]):
            held = np.ones_like(won) if held is None else held
            kept = np.where(held, values, 0)
            blank.metric_n[metric, player] = held.sum()
            blank.metric_sum[metric, player], blank.metric_sumsq[metric, player] = kept.sum(), (kept**2).sum()
            whole = held.all(1)
            total = kept.sum(1)[whole]
            blank.pair_n[metric, player] = whole.sum()
            blank.pair_sum[metric, player], blank.pair_sumsq[metric, player] = total.sum(), (total**2).sum()


def _options(blank: Summary, winners: np.ndarray, recipe: Recipe, rng: np.random.Generator) -> None:
    k = winners.shape[1]
    for player in range(k):
        for rotation in range(k):
            won, drawn = winners[:, rotation] == player, winners[:, rotation] < 0
            used = [_use_of(option, won, recipe, rng) for option in range(len(recipe.options))]
            every = (
                np.sum([3 * chosen for _, chosen in used], axis=0) if used else np.zeros(len(won), np.int64)
            )
            seat = (player + rotation) % k
            blank.choices[player, seat] += [every.sum(), (every**2).sum()]
            for option, (seen, chosen) in enumerate(used):
                blank.options[player, seat, option] += _counters(5 * seen, 3 * chosen, every, won, drawn)


def _use_of(
    option: int, won: np.ndarray, recipe: Recipe, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Whether the option was seen, and chosen, in each game of a player in a seat."""
    use = recipe.usage[option % len(recipe.usage)]
    seen = rng.random(len(won)) < min(1.0, use * 2 + 0.05)
    return seen, seen & (rng.random(len(won)) < np.where(won, use, use * 0.9))


def _counters(
    o: np.ndarray, c: np.ndarray, every: np.ndarray, won: np.ndarray, drawn: np.ndarray
) -> list[int]:
    """`OPTION_COLUMNS` of games in which it was offered `o` and chosen `c` times, of `every` choice."""
    seen, chosen = o > 0, c > 0
    columns = (
        o, c, seen, chosen, seen & won, chosen & won, seen & drawn, chosen & drawn, o * o, o * c, c * c, c * every,
    )  # fmt: skip
    return [int(column.sum()) for column in columns]


def _forced(blank: Summary, recipe: Recipe, pairs: int) -> None:
    """Forced choices of every option in every seat, and some that could not be forced."""
    rng = np.random.default_rng(pairs)
    shape = blank.forced.shape[:3]
    blank.forced[..., :5] = rng.multinomial(recipe.effects, [0.1, 0.05, 0.6, 0.1, 0.15], size=shape)
    blank.forced[..., 5] = recipe.effects // 20


def _shares(total: Summary, parts: int) -> list[Summary]:
    """`total` as the sum of several summaries, as a run that is still writing holds it."""
    counts = {f.name: np.asarray(getattr(total, f.name)) for f in fields(Summary) if f.name != "digest"}
    small = {name: value // parts for name, value in counts.items()}
    rest = {name: value - small[name] * (parts - 1) for name, value in counts.items()}
    return [_summary(small)] * (parts - 1) + [_summary(rest)]


def _summary(counts: dict[str, np.ndarray]) -> Summary:
    return Summary(**{name: value if value.ndim else int(value) for name, value in counts.items()}, digest=7)


def _write_units(folder: Path, played: dict[Matchup, Summary], recipe: Recipe) -> None:
    spans = [
        Span(one, part, part * total.pairs, part * total.pairs + share.pairs, share)
        for one, total in played.items()
        for part, share in enumerate(_shares(total, recipe.parts))
    ]
    _write(unit_part(folder / "units", 1), UNITS, unit_table(spans))


def _write_options(folder: Path, played: dict[Matchup, Summary], recipe: Recipe) -> None:
    spans = [Span(one, 0, 0, total.pairs, total.options) for one, total in played.items()]
    _write(
        unit_part(folder / "options", 1), OPTIONS, option_table(spans, [name for name, _ in recipe.options])
    )


def _write_faults(folder: Path, played: dict[Matchup, Summary], recipe: Recipe) -> None:
    one = next(iter(played))
    faults = [Fault(pair, 0, 0, f"ZeroDivisionError: {HOSTILE[0]}") for pair in range(recipe.faults)]
    _write(unit_part(folder / "faults", 1), FAULTS, fault_table(one, faults))


def _write_verdicts(
    folder: Path, table: Sequence[Matchup], played: dict[Matchup, Summary], recipe: Recipe
) -> None:
    targets = [
        Target(one["name"], one["metric"], matchup.key, 0, *one["band"])
        for one in recipe.targets
        for matchup in table
        if one["metric"] != USE
    ]
    targets += [
        Target(
            f"use in {scenario}", USE, Matchup(scenario, ()).key, 0, *one["band"], entrants=recipe.policies
        )
        for one in recipe.targets
        for scenario in recipe.scenarios
        if one["metric"] == USE
    ]
    names, scales = tuple(name for name, _, _ in METRICS), tuple(scale for _, _, scale in METRICS)
    measures = Measures(names, scales, 1)
    early = judge(targets, {}, 0.95, measures)
    late = judge(targets, {one.key: total for one, total in played.items()}, 0.95, measures)
    for seq, verdicts in enumerate((early, late)):
        _write(unit_part(folder / "verdicts", seq + 1), VERDICTS, verdict_table(seq, verdicts, recipe.seats))


def _write(part: Part, schema: pa.Schema, table: pa.Table) -> None:
    if table.num_rows:
        with write_part(part, schema) as write:
            write(table)


def manifest(recipe: Recipe) -> dict[str, Any]:
    """The manifest of the run, as the store writes it."""
    return {
        "name": recipe.name, "title": recipe.title, "game": recipe.game, "rules_version": "1", "status": recipe.status,
        "configuration": {
            "name": recipe.name, "game": recipe.game, "policies": list(recipe.policies), "schedule": "round-robin",
            "seed": 1, "stop": "decided", "stream": "per-game", "certainty": 0.95, "flag_ratio": 1.5,
            "target": [dict(one) for one in recipe.targets],
        },
        "document": {"goal": 100, "dice": 1}, "data": f"configs/games/{recipe.game}/base", "seed": 1,
        "versions": {"equipoise": "0.1.0", "python": "3.11.7", "numpy": "2.3.0", "numba": "0.68.0"},
        "form": FORM,
        "digest": "3f9ac01d", "seats": recipe.seats, "scenarios": list(recipe.scenarios), "certainty": 0.95,
        "terminations": [*COMMON_ENDINGS, "goal reached"],
        "metrics": [{"name": name, "unit": unit, "scale": scale} for name, unit, scale in METRICS],
        "options": [{"name": name, **facts} for name, facts in recipe.options], "dealt": recipe.dealt,
        "entrants": [{"label": label} for label in recipe.policies],
        "controls": [
            {"name": f"mirror: {recipe.policies[0]}", "passed": True, "detail": "exactly 1/2 in each of 128 pairs"}
        ],
        "timings": {"engine": "local", "workers": 2, "seconds": 3.2},
        **dict(recipe.extra),
    }  # fmt: skip
