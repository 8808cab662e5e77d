"""Luck: known answers of both generators, the keys that pairs and turns are drawn by, and what draws come to."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from games.rng import (
    DEAL,
    KEYED,
    POLICY,
    SEQUENTIAL,
    below,
    fnv1a64,
    mix,
    new_stream,
    rekey,
    shuffle,
    turn_key,
    uniform,
)
from tests.games.walks import pair_key

# Computed with Node.js by the source of deckfight.
SOURCE = json.loads((Path(__file__).parents[1] / "data" / "deckfight.json").read_text(encoding="utf-8"))

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")  # interpreted, 64-bit products wrap


def bits(x: float) -> int:
    """The 53 bits that a uniform number is made of."""
    return int(x * 2.0**53)


@pytest.mark.parametrize("seed", sorted(SOURCE["mulberry32"]))
def test_the_sequential_stream_is_mulberry32(seed: str) -> None:
    stream = new_stream(SEQUENTIAL, int(seed))
    assert [uniform(stream) for _ in range(8)] == SOURCE["mulberry32"][seed]


def test_a_sequential_shuffle_is_the_sources() -> None:
    items = np.arange(10)
    shuffle(new_stream(SEQUENTIAL, 42), items, 10)
    assert items.tolist() == SOURCE["shuffle_0_to_9_seed42"]


def test_the_keyed_stream_is_splitmix64() -> None:
    """Published outputs for seed 0: Vigna's splitmix64.c, as tested by Java's SplittableRandom."""
    stream = new_stream(KEYED, 0)
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [bits(uniform(stream)) for _ in published] == [word >> 11 for word in published]
    assert int(mix(np.uint64(0x9E3779B97F4A7C15))) == published[0]


def test_below_takes_the_upper_half_of_a_word() -> None:
    stream = new_stream(KEYED, 0)
    assert below(stream, 1000) == (0xE220A839 * 1000) >> 32
    assert below(stream, 6) == (0x6E789E6A * 6) >> 32


@pytest.mark.parametrize(
    ("text", "value"),
    [("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8)],
)
def test_labels_are_hashed_by_fnv1a(text: str, value: int) -> None:
    """Test vectors of the FNV draft (Fowler, Noll, Vo, Eastlake)."""
    assert fnv1a64(text) == value


@pytest.mark.parametrize("kind", [KEYED, SEQUENTIAL])
@pytest.mark.parametrize("sides", [2, 6, 52])
def test_below_is_uniform(kind: int, sides: int) -> None:
    stream, n = new_stream(kind, 7), 60_000
    counts = np.bincount([below(stream, sides) for _ in range(n)], minlength=sides)
    assert counts.size == sides
    chi_squared = float(np.sum((counts - n / sides) ** 2) / (n / sides))
    # The 99.9 % point of chi squared with d degrees of freedom (Wilson and Hilferty).
    d = sides - 1
    assert chi_squared < d * (1 - 2 / (9 * d) + 3.0902 * (2 / (9 * d)) ** 0.5) ** 3


def test_first_rolls_of_successive_turns_are_uniform() -> None:
    """Keys, not only the stream behind them: the first draw under each of many neighbouring keys."""
    counts, stream, n = np.zeros(6), new_stream(), 30_000
    for pair in range(n // 30):
        key = pair_key(1, pair)
        for turn in range(15):
            for seat in range(2):
                rekey(stream, np.uint64(turn_key(key, seat, turn)))
                counts[below(stream, 6)] += 1
    assert float(np.sum((counts - n / 6) ** 2) / (n / 6)) < 20.515  # 99.9 % point, 5 degrees of freedom


def test_shuffles_are_uniform() -> None:
    seen: dict[tuple[int, ...], int] = {}
    for seed in range(24_000):
        items = np.arange(4)
        shuffle(new_stream(KEYED, int(mix(np.uint64(seed)))), items, 4)
        seen[tuple(items.tolist())] = seen.get(tuple(items.tolist()), 0) + 1
    assert len(seen) == 24
    assert (
        sum((count - 1000) ** 2 for count in seen.values()) / 1000 < 49.728
    )  # 99.9 %, 23 degrees of freedom


def test_every_slot_of_every_turn_has_a_key_of_its_own() -> None:
    keys = {
        int(turn_key(pair_key(luck, pair), slot, turn))
        for luck in (1, 2)
        for pair in range(40)
        for slot in (0, 1, 2, 3, DEAL, POLICY, POLICY + 1)
        for turn in (0, 1, 2, 255, 256, 1000)
    }
    assert len(keys) == 2 * 40 * 7 * 6


def test_a_turn_can_be_drawn_without_the_turns_before_it() -> None:
    straight, jumped = new_stream(), new_stream()
    key = pair_key(1, 0)
    for turn in range(3):
        rekey(straight, np.uint64(turn_key(key, 0, turn)))
        uniform(straight)
    rekey(jumped, np.uint64(turn_key(key, 0, 2)))
    uniform(jumped)
    assert np.array_equal(straight, jumped)


def test_a_sequential_stream_runs_on_through_every_key() -> None:
    stream, other = new_stream(SEQUENTIAL, 1), new_stream(SEQUENTIAL, 1)
    rekey(stream, np.uint64(99))
    assert uniform(stream) == uniform(other)
