"""Outcomes made up by arithmetic on pair numbers: what a game would give, without playing one."""

from __future__ import annotations

import numpy as np

from games.contract import COMMON_ENDINGS, MISSING, NOBODY
from runner.plan import Matchup, Unit
from runner.play import Fault, Outcomes
from runner.summary import OPTION_COLUMNS, Summary

ENDINGS = (*COMMON_ENDINGS, "goal reached", "gave up")
METRICS = ("payoff", "turns", "points left")
OPTIONS = ("Strike", "<b>막기</b>", "never seen")
SEATS = 2
MANIFEST = {
    "name": "made up",
    "game": "none",
    "title": "A game of arithmetic",
    "digest": "0" * 64,
    "configuration": {"seed": 1, "policies": ["a", "b"]},
    "seats": SEATS,
    "terminations": list(ENDINGS),
    "metrics": [{"name": name, "unit": "points", "scale": 1} for name in METRICS],
    "options": [{"name": name, "kind": "card"} for name in OPTIONS],
}
A_B = Matchup("race", ("a", "b"))
A_CONTROL = Matchup("race", ("a", "control"))
A_A = Matchup("race", ("a", "a"), control=True)
MATCHUPS = (A_B, A_CONTROL, A_A, Matchup('the "far" side', ("a", "b")))


def outcomes(matchup: Matchup, lo: int, hi: int, *, keep: bool = True, faulty: int = 0) -> Outcomes:
    """Pairs [lo, hi); every `faulty`-th pair is voided by player 1 (0: none)."""
    pairs = np.arange(lo, hi, dtype=np.int64)
    games = _games(matchup, pairs)
    void = np.repeat(pairs % faulty == 0 if faulty else np.zeros(len(pairs), bool), SEATS)
    games["termination"][void], games["winner"][void] = 3, NOBODY
    faults = tuple(Fault(int(pair), 0, 1, f"ValueError: pair {pair}") for pair in pairs[void[::SEATS]])
    summary = _summary(games, void, matchup)
    return Outcomes(Unit(matchup, lo, hi), summary, faults, games if keep else None)


def noise(*keys: np.ndarray | int) -> np.ndarray:
    """A 31-bit number for each combination of keys."""
    state = np.uint64(88172645463325252)
    with np.errstate(over="ignore"):
        for key in keys:
            state = (state ^ np.asarray(key).astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
            state = state ^ (state >> np.uint64(29))
    return (state >> np.uint64(33)).astype(np.int64)


def _games(matchup: Matchup, pairs: np.ndarray) -> dict[str, np.ndarray]:
    pair = np.repeat(pairs, SEATS)
    rotation = np.tile(np.arange(SEATS), len(pairs))
    salt = sum(matchup.key.encode())
    turns = 3 + noise(salt, pair, rotation, 2) % 40
    metrics = np.stack(
        [
            np.stack(
                [noise(salt, pair, rotation, 3, p) % 7 - 3, turns, noise(salt, pair, rotation, 4, p) % 100]
            )
            for p in range(SEATS)
        ],
        axis=-1,
    ).transpose(1, 0, 2)
    metrics[:, 2][metrics[:, 2] < 30] = MISSING
    return {
        "pair": pair,
        "rotation": rotation,
        "winner": noise(salt, pair, rotation, 1) % 3 - 1,
        "termination": 8 + noise(salt, pair, rotation, 5) % 2,
        "turns": turns,
        "digest": noise(salt, pair, rotation, 6).astype(np.uint64) << np.uint64(33),
        "metrics": np.ascontiguousarray(metrics),
    }


def _summary(games: dict[str, np.ndarray], void: np.ndarray, matchup: Matchup) -> Summary:
    valid = {name: column[~void] for name, column in games.items()}
    n = len(valid["pair"])
    values, there = valid["metrics"], valid["metrics"] != MISSING
    whole = there.reshape(-1, SEATS, len(METRICS), SEATS).all(axis=1)
    held = np.where(there, values, 0)
    totals = np.where(whole, held.reshape(-1, SEATS, len(METRICS), SEATS).sum(axis=1), 0)
    options = np.zeros((SEATS, SEATS, len(OPTIONS), len(OPTION_COLUMNS)), np.int64)
    options[:, :, :2] = _arbitrary(valid, SEATS, SEATS, 2, len(OPTION_COLUMNS))
    cube = np.zeros((SEATS, SEATS + 1, SEATS + 1), np.int64)
    wins = (valid["winner"] == valid["rotation"]).reshape(-1, SEATS).sum(axis=1)
    draws = (valid["winner"] == NOBODY).reshape(-1, SEATS).sum(axis=1)
    np.add.at(cube[0], (wins, draws), 1)
    return Summary(
        pairs=n // SEATS,
        games=n,
        voided=int(void.sum()),
        score_hist=cube,
        seat_hist=cube[::-1].copy(),
        seat_results=np.full((SEATS, SEATS, 3), n, np.int64),
        terminations=np.bincount(games["termination"], minlength=len(ENDINGS)),
        turns_hist=np.bincount(valid["turns"], minlength=1),
        metric_n=there.sum(axis=0),
        metric_sum=held.sum(axis=0),
        metric_sumsq=(held**2).sum(axis=0),
        pair_n=whole.sum(axis=0),
        pair_sum=totals.sum(axis=0),
        pair_sumsq=(totals**2).sum(axis=0),
        faults=np.array([0, int(void.sum()) // SEATS]),
        events=_arbitrary(valid, 3, SEATS),
        options=options,
        choices=_arbitrary(valid, SEATS, SEATS, 2),
        pair_options=_arbitrary(valid, SEATS, len(OPTIONS), 4),
        pair_choices=_arbitrary(valid, SEATS),
        used_hist=_arbitrary(valid, SEATS, len(OPTIONS), SEATS + 1),
        endings=_arbitrary(valid, len(ENDINGS), SEATS),
        ending_hist=_arbitrary(valid, len(ENDINGS), SEATS + 1),
        event_games=_arbitrary(valid, 3, SEATS, SEATS),
        event_hist=_arbitrary(valid, 3, SEATS, SEATS + 1),
        forced=_arbitrary(valid, SEATS, SEATS, len(OPTIONS), 6),
        digest=int(valid["digest"].sum()) % 2**64,
    )


def _arbitrary(games: dict[str, np.ndarray], *shape: int) -> np.ndarray:
    """Sums of that shape, each another one, to which every game adds something of its own."""
    size = int(np.prod(shape))
    return (
        noise(games["pair"][:, None], games["rotation"][:, None], np.arange(size)).sum(axis=0).reshape(shape)
    )
