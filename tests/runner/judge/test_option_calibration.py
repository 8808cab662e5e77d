"""Whether verdicts on options keep the stated certainty, over simulated play whose shares are known.

The truth stands exactly on the edge, where "met" of `min` and "missed" of `min` are both as likely as they can be while
wrong: the chance of each is at most alpha, at all looks of a run together. Choices hang together inside a pair in every
way from not at all to entirely; options are common, rare (p = .001) or seldom offered; pairs are of equal, random or
heavy-tailed length. The slow form prints what it measured, as `test_calibration` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import betabinom, binom

from runner.judge import eprocess, ratios
from runner.judge.effort import next_round
from runner.judge.ratios import FEWEST_PAIRS
from runner.judge.verdicts import judge
from runner.judge.wagers import log_mean_exp
from runner.summary import Summary, merge
from tests.runner.judge.simulated_options import MEASURES, Law, laws, summary_of, target
from tests.runner.judge.test_calibration import ALPHA, most_at, told

LOOKS = np.unique(np.geomspace(FEWEST_PAIRS, 8192, 22).astype(int))
SHARES = (0.001, 0.05, 0.5)
TABLE = 40


def sums_at_looks(law: Law, runs: int, rng: np.random.Generator) -> np.ndarray:
    """[looks, runs, 6] pairs, c, N, c c, c N, N N summed up to each look."""
    starts = np.concatenate([[0], LOOKS[:-1]])
    made = []
    for _ in range(runs):
        c, n = (each.astype(float) for each in law.draw(rng, int(LOOKS[-1])))
        columns = np.stack([np.ones_like(c), c, n, c * c, c * n, n * n], axis=-1)
        made.append(np.add.reduceat(columns, starts).cumsum(axis=0))
    return np.stack(made, axis=1)


def wrong(law: Law, runs: int, rng: np.random.Generator, number: int = 1) -> tuple[int, int]:
    """Runs in which evidence above, and below, the true share ever passed the bar of one of `number` targets."""
    sides = ratios._capital(sums_at_looks(law, runs, rng), law.share)
    above, below = ((log_mean_exp(side) >= np.log(number / ALPHA)).any(axis=0) for side in sides)
    return int(above.sum()), int(below.sum())


def check(law: Law, runs: int, seed: int, number: int = 1) -> None:
    above, below = wrong(law, runs, np.random.default_rng(seed), number)
    what = f"options, {law}{f', one of {number}' if number > 1 else ''}"
    told("wrong", what, above + below, runs, f"; falsely met {above}, falsely missed {below}")
    assert max(above, below) <= most_at(ALPHA / number, runs)


@pytest.mark.parametrize(
    "law", [law for share in (0.001, 0.05) for law in laws(share)], ids=lambda law: f"{law.name}, {law.share}"
)
def test_a_few_runs_keep_the_certainty(law: Law) -> None:
    check(law, 25, seed=1)


def test_a_normal_test_would_not_keep_it() -> None:
    """Why the guard is there: the bar of a fixed-sample normal test, at the same looks, on a rare option."""
    rng, runs = np.random.default_rng(2), 60
    law = next(law for law in laws(0.05) if law.name == "all of a pair or none")
    pairs, chosen, among, chosen_sq, chosen_among, among_sq = np.moveaxis(
        sums_at_looks(law, runs, rng), -1, 0
    )
    total = chosen - law.share * among
    squares = chosen_sq - 2 * law.share * chosen_among + law.share**2 * among_sq
    z = total / np.sqrt(np.maximum(squares - total**2 / pairs, 1e-9))
    naive = int((np.abs(z) >= ndtri(1 - ALPHA / 2)).any(axis=0).sum())
    above, below = wrong(law, runs, rng)
    assert naive > most_at(ALPHA, runs) >= max(above, below)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, TABLE])
@pytest.mark.parametrize(
    "law", [law for share in SHARES for law in laws(share)], ids=lambda law: f"{law.name}, {law.share}"
)
def test_thousands_of_runs_keep_the_certainty(
    law: Law, number: int, study: Callable[[int, int], int]
) -> None:
    check(law, study(1000, 50), seed=3, number=number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "law", [law for share in SHARES for law in laws(share)], ids=lambda law: f"{law.name}, {law.share}"
)
def test_intervals_of_options_cover_at_every_look(law: Law, study: Callable[[int, int], int]) -> None:
    runs = study(400, 40)
    sums = sums_at_looks(law, runs, np.random.default_rng(4))
    bars = np.log(2 / ALPHA)
    sides = [log_mean_exp(side) for side in ratios._capital(sums, law.share)]
    covered = int((np.logaddexp(*sides) < bars).all(axis=0).sum())
    told("covered", f"options, {law}", covered, runs)
    assert runs - covered <= most_at(ALPHA, runs)


EFFECTS = {
    "a card that seldom matters": [0.01, 0.0, 0.97, 0.0, 0.02],
    "a card that draws games": [0.05, 0.2, 0.4, 0.25, 0.1],
    "a card that turns every third game": [0.16, 0.0, 0.66, 0.0, 0.18],
}
"""Chances that points with a forced choice less points without are -2, -1, 0, 1, 2."""


def check_effect(name: str, runs: int) -> None:
    """The truth stands on the edge: neither side of it may be proved."""
    rng, chance = np.random.default_rng(7), np.array(EFFECTS[name])
    values = np.linspace(0, 1, 5)
    edge = float(chance @ values)
    steps = rng.multinomial(np.diff(LOOKS, prepend=0), chance, (runs, len(LOOKS)))
    counts = steps.cumsum(axis=1).reshape(-1, 5).astype(float)
    edges = np.full(len(counts), edge)
    for what, low, high in (("met", edges, np.ones_like(edges)), ("missed", np.zeros_like(edges), edges)):
        inside, _ = eprocess.band_wagers(values, counts, low, high).evidence()
        wrong = int((inside.reshape(runs, -1) >= np.log(1 / ALPHA)).any(axis=1).sum())
        told("wrong", f"effects, {name}, falsely {what}", wrong, runs)
        assert wrong <= most_at(ALPHA, runs)


@pytest.mark.parametrize("name", EFFECTS)
def test_a_few_effects_keep_the_certainty(name: str) -> None:
    check_effect(name, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", EFFECTS)
def test_effects_keep_the_certainty(name: str, study: Callable[[int, int], int]) -> None:
    check_effect(name, study(1000, 50))


METRICS = ("share", "taken", "played")


def whole_run(rng: np.random.Generator, cards: int, cap: int) -> tuple[Sequence[str], Sequence[bool]]:
    """A table of targets of three kinds on `cards` options each, by the judge's own rule of effort.

    Returns the statuses, and of each target whether its true figure lies in its band. Pairs of two games of which the
    second repeats the first's tendency, so that the games of a pair hang together.
    """
    seats = {f"m{i}": 2 for i in range(cards)}
    takes = dict(zip(seats, rng.choice([0.03, 0.2, 0.5], cards), strict=True))
    offers = dict(zip(seats, rng.choice([0.02, 0.3], cards), strict=True))
    targets, true = [], []
    for key in seats:
        figures = _truth(takes[key], offers[key])
        metric = str(rng.choice(METRICS))
        inside = bool(rng.random() < 0.5)
        edge = figures[metric] * (rng.choice([0.8, 0.999]) if inside else rng.choice([1.001, 1.25]))
        targets.append(target(metric, edge, 1.0, matchup=key))
        true.append(inside)
    sums: dict[str, Summary] = {}
    for _ in range(100):
        verdicts = judge(targets, sums, 1 - ALPHA, MEASURES)
        added = next_round(targets, verdicts, sums, seats, cap)
        if not added:
            return [verdict.status for verdict in verdicts], true
        for key, pairs in added.items():
            part = _games(rng, pairs, takes[key], offers[key])
            sums[key] = merge([sums[key], part]) if key in sums else part
    raise AssertionError("the run does not end")


_MOOD = 2.0


def _games(rng: np.random.Generator, pairs: int, takes: float, offers: float) -> Summary:
    choices = np.full((pairs, 2), 12)
    offered = rng.binomial(choices, offers)
    mood = rng.beta(_MOOD * takes, _MOOD * (1 - takes), (pairs, 1))
    return summary_of(offered, rng.binomial(offered, np.broadcast_to(mood, offered.shape)), choices)


def _truth(takes: float, offers: float) -> dict[str, float]:
    """Share of choices, taken of offered, and games with a choice of it: the last from the beta-binomial law."""
    times = np.arange(13)
    none = (betabinom(times, _MOOD * takes, _MOOD * (1 - takes)).pmf(0) * binom(12, offers).pmf(times)).sum()
    return {"share": takes * offers, "taken": takes, "played": 1.0 - float(none)}


def count_wrong(tables: int, cards: int, cap: int, seed: int) -> tuple[int, list[str]]:
    rng, count, seen = np.random.default_rng(seed), 0, []
    for _ in range(tables):
        statuses, true = whole_run(rng, cards, cap)
        count += any(s == ("missed" if inside else "met") for s, inside in zip(statuses, true, strict=True))
        seen += statuses
    return count, seen


def test_a_few_whole_runs_keep_the_certainty() -> None:
    count, seen = count_wrong(8, 4, 8_000, seed=5)
    assert count <= most_at(ALPHA, 8)
    assert {"met", "missed"} <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [3, TABLE])
def test_whole_runs_on_options_keep_the_certainty(cards: int, study: Callable[[int, int], int]) -> None:
    tables = study(600 // cards, 8)
    count, seen = count_wrong(tables, cards, 20_000, seed=6)
    shares = ", ".join(f"{seen.count(s) / len(seen):.1%} {s}" for s in ("met", "missed", "undecided"))
    told("wrong", f"options, whole runs of {cards} targets", count, tables, f"; {shares}")
    assert count <= most_at(ALPHA, tables)
