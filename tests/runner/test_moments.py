"""Everything that a pair adds to the sums of options, choices, endings and events, against a slow reading of it."""

from typing import Any

import numpy as np
import pytest

from games.contract import FIRST_ENDING, HOUSE, NOBODY
from runner.arrays import tally_of
from runner.summary import OPTION_COLUMNS, Summary
from runner.tally import Bench, Rows, tally_pair
from runner.totals import completed

PAIRS, OPTIONS, EVENTS, ENDINGS = 60, 4, 3, FIRST_ENDING + 2
MOST_EVENTS = 5


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_loop_counts_what_a_slow_reading_counts(k: int) -> None:
    rng = np.random.default_rng(k)
    tally = tally_of(Summary.empty(k, ENDINGS, 2, OPTIONS, EVENTS), 5)
    latest, games = np.full(EVENTS, -1), np.zeros(EVENTS, np.int64)
    expected = {name: np.zeros_like(getattr(tally, name)) for name in SLOW}
    for pair in range(PAIRS):
        played = _played(k, rng)
        culprit = HOUSE if pair % 7 == 0 else NOBODY
        tally_pair(*_arguments(played, k), culprit, _bench(played, k, latest, games), tally)
        if pair % 7:
            for name, add in SLOW.items():
                add(expected[name], played, k)
    counted = completed(tally._asdict(), int(tally.counts[0]))
    for name in SLOW:
        assert counted[name].any(), name
        assert (counted[name] == expected[name]).all(), name
    assert counted["terminations"].sum() == PAIRS * k
    assert counted["endings"].sum() == tally.counts[0] * k


def _played(k: int, rng: np.random.Generator) -> dict[str, Any]:
    """A made-up pair: by rotation and seat what was offered, chosen, and what happened."""
    offered = rng.choice([-1, 0, 1, 2, 3, 4], size=(k, k, OPTIONS), p=[0.1, 0.24, 0.2, 0.2, 0.16, 0.1])
    chosen = np.where(rng.random(offered.shape) < 0.4, rng.integers(0, 5, offered.shape), 0)
    return {
        "offered": offered,
        "chosen": np.minimum(chosen, np.maximum(offered, 0)),
        "winner": rng.integers(NOBODY, k, size=k),
        "ending": rng.integers(FIRST_ENDING, ENDINGS, size=k),
        "happened": [
            [rng.integers(0, EVENTS, rng.integers(0, MOST_EVENTS + 1)).tolist() for _ in range(k)]
            for _ in range(k)
        ],
    }


def _arguments(played: dict[str, Any], k: int) -> tuple[Rows, int, int]:
    nothing = np.zeros((k, 2, k), np.int64)
    return Rows(played["winner"], played["ending"], np.full(k, 3), np.zeros(k, np.uint64), nothing), 0, k


def _bench(played: dict[str, Any], k: int, latest: np.ndarray, games: np.ndarray) -> Bench:
    counts = {name: played[name].ravel().astype(np.int64) for name in ("offered", "chosen")}
    lists = np.zeros((k, k, MOST_EVENTS + 4), np.int64)
    for rotation in range(k):
        for seat in range(k):
            ids = played["happened"][rotation][seat]
            lists[rotation, seat, : len(ids) + 1] = [len(ids), *ids]
    blank = np.zeros(k, np.int64)
    own = {
        "made": blank.copy(),
        "ends": blank.copy(),
        "picked": np.zeros((k * OPTIONS, 2), np.int64),
        "happened": lists.ravel(),
        "latest": latest,
        "event_games": games,
    }
    return Bench(**{**dict.fromkeys(Bench._fields, blank), **counts, **own})


def _games(k: int) -> list[tuple[int, int, int]]:
    """(player, rotation, seat) of every game of a pair."""
    return [(p, r, (p + r) % k) for p in range(k) for r in range(k)]


def _add_options(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player, rotation, seat in _games(k):
        all_chosen = int(played["chosen"][rotation, seat].sum())
        won, drawn = (played["winner"][rotation] == who for who in (seat, NOBODY))
        for option in range(OPTIONS):
            times, c = (int(played[name][rotation, seat, option]) for name in ("offered", "chosen"))
            seen, used, o = times != 0, c > 0, max(times, 0)
            row = dict(zip(OPTION_COLUMNS, [0] * len(OPTION_COLUMNS), strict=True))
            row.update(offered=o, chosen=c, games_seen=seen, games_chosen=used)
            row.update(wins_seen=seen and won, wins_chosen=used and won)
            row.update(draws_seen=seen and drawn, draws_chosen=used and drawn)
            row.update(offered_sq=o * o, offered_chosen=o * c, chosen_sq=c * c, chosen_all=c * all_chosen)
            sums[player, seat, option] += np.array(list(row.values()), np.int64)


def _add_choices(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player, rotation, seat in _games(k):
        n = int(played["chosen"][rotation, seat].sum())
        sums[player, seat] += [n, n * n]


def _of_player(played: dict[str, Any], k: int, player: int) -> tuple[np.ndarray, np.ndarray]:
    """[k rotations, O] offered and chosen of a player."""
    seats = [(player + rotation) % k for rotation in range(k)]
    return np.maximum(played["offered"][range(k), seats], 0), played["chosen"][range(k), seats]


def _add_pair_options(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player in range(k):
        o, c = (each.sum(axis=0) for each in _of_player(played, k, player))
        sums[player] += np.stack([o * o, o * c, c * c, c * c.sum()], axis=-1)


def _add_pair_choices(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player in range(k):
        sums[player] += _of_player(played, k, player)[1].sum() ** 2


def _add_used(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player in range(k):
        used = (_of_player(played, k, player)[1] > 0).sum(axis=0)
        sums[player, np.arange(OPTIONS), used] += 1


def _add_endings(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    sums[played["ending"], np.arange(k)] += 1


def _add_ending_hist(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for ending in range(ENDINGS):
        sums[ending, (played["ending"] == ending).sum()] += 1


def _add_events(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player, rotation, seat in _games(k):
        for event in played["happened"][rotation][seat]:
            sums[event, player] += 1


def _add_event_games(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player, rotation, seat in _games(k):
        for event in set(played["happened"][rotation][seat]):
            sums[event, player, seat] += 1


def _add_event_hist(sums: np.ndarray, played: dict[str, Any], k: int) -> None:
    for player in range(k):
        lists = [played["happened"][rotation][(player + rotation) % k] for rotation in range(k)]
        for event in range(EVENTS):
            sums[event, player, sum(event in one for one in lists)] += 1


SLOW = {
    "options": _add_options,
    "choices": _add_choices,
    "pair_options": _add_pair_options,
    "pair_choices": _add_pair_choices,
    "used_hist": _add_used,
    "endings": _add_endings,
    "ending_hist": _add_ending_hist,
    "events": _add_events,
    "event_games": _add_event_games,
    "event_hist": _add_event_hist,
}
