"""Whether the stated certainty is kept, over simulated tables whose truth is known.

A table counts as wrong when any one of its verdicts is: met although out of band, or missed although in it.
The slow form prints what it measured; this draws it for the README:

    python -m pytest -m slow -s tests/runner/judge/test_{calibration,use,option_coverage}.py |
        python tests/runner/judge/draw_calibration.py > docs/calibration.svg
"""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy.stats import binom

from runner.judge import eprocess, sprt
from runner.judge.equilibrium import fair_shares
from runner.judge.intervals import confidence_sequence
from runner.judge.multiplicity import declared
from runner.judge.strategy import Bootstrap, judge_usage, strategy_use
from tests.runner.judge.simulated import CELLS, Run, Truth, play_out, win_rate_targets
from tests.runner.judge.test_strategy import sampled_table

ALPHA = 0.05
# Near an edge is where a wrong verdict is likeliest.
SCORES = (0.40, 0.43, 0.445, 0.449, 0.451, 0.46, 0.48, 0.50, 0.52, 0.54, 0.549, 0.551, 0.56, 0.58, 0.60)


def random_truths(number: int, rng: np.random.Generator, scores: Sequence[float] = SCORES) -> list[Truth]:
    return [Truth(rng.choice(scores), rng.uniform(0, 0.5), rng.uniform(-1, 0.6)) for _ in range(number)]


def is_wrong(status: str, truth: Truth, zone: float = 0.0) -> bool:
    """A truth within `zone` of an edge may be called either way."""
    if min(abs(truth.score - 0.45), abs(truth.score - 0.55)) < zone - 1e-9:
        return False
    return status == ("missed" if 0.45 < truth.score < 0.55 else "met")


def told(kind: str, what: str, count: int, size: int, more: str = "") -> None:
    """Print a measured rate, one line in the form that `draw_calibration.py` reads."""
    print(f"\n{kind} | {what} | {count} of {size} | {count / size:.2%}{more}")


def wrong_tables(runs: list[tuple[Run, list[Truth]]], zone: float = 0.0) -> int:
    return sum(
        any(is_wrong(v.status, t, zone) for v, t in zip(run.verdicts, truths, strict=True))
        for run, truths in runs
    )


def simulate(
    tables: int, seed: int, sizes: tuple[int, ...], method: str, cap: int
) -> list[tuple[Run, list[Truth]]]:
    rng = np.random.default_rng(seed)
    runs = []
    for _ in range(tables):
        targets = win_rate_targets(int(rng.choice(sizes)), method)
        truths = random_truths(len(targets), rng)
        runs.append((play_out(targets, truths, rng, cap, first=64), truths))
    return runs


def most_at(alpha: float, trials: int) -> int:
    """Errors that a true rate of `alpha` passes once in a thousand studies."""
    return int(binom.ppf(0.999, trials, alpha))


def check(name: str, runs: list[tuple[Run, list[Truth]]], zone: float = 0.0) -> None:
    statuses = [verdict.status for run, _ in runs for verdict in run.verdicts]
    covered = [inside for run, _ in runs for inside in run.always_covered]
    shares = ", ".join(f"{statuses.count(s) / len(statuses):.1%} {s}" for s in ("met", "missed", "undecided"))
    told("wrong", name, wrong_tables(runs, zone), len(runs), f"; {shares}")
    told("covered", name, covered.count(True), len(covered))
    assert wrong_tables(runs, zone) <= most_at(ALPHA, len(runs))
    assert covered.count(False) <= most_at(ALPHA, len(covered))


def test_the_simulated_law_is_the_truth_asked_for() -> None:
    for truth in (Truth(0.43, 0.4, -1.0), Truth(0.6, 0.1, 0.5), Truth(0.5), Truth(0.55, 0.5, -0.3)):
        law = truth.law()
        assert law.sum() == pytest.approx(1)
        scores = np.array([0, 0.25, 0.5, 0.5, 0.75, 1.0])
        assert law @ scores == pytest.approx(truth.score)
        assert law @ np.array([0, 1, 2, 0, 1, 0]) / 2 == pytest.approx(truth.draws)


@pytest.mark.parametrize(("method", "zone"), [("e-process", 0.0), ("sprt", 0.01)])
def test_a_few_tables_keep_the_certainty(method: str, zone: float) -> None:
    runs = simulate(15, 1, (1, 2, 5), method, cap=4000)
    check(f"{method}, 1 to 5 targets", runs, zone)
    statuses = {verdict.status for run, _ in runs for verdict in run.verdicts}
    assert statuses == {"met", "missed", "undecided"}


PAIR_SCORES = np.linspace(0, 1, 5)
LOOKS = np.unique(np.geomspace(16, 8192, 28).astype(int))


def paths(truths: Sequence[Truth], rng: np.random.Generator) -> np.ndarray:
    """[looks, targets, 5] pair scores counted so far, at looks of up to 8,192 pairs."""
    to_score = np.array([2 * wins + draws for wins, draws in CELLS])[:, None] == np.arange(5)
    steps = np.diff(LOOKS, prepend=0)
    played = np.stack([rng.multinomial(steps, truth.law()) for truth in truths], axis=1)
    return (played @ to_score).cumsum(axis=0)


def errors_of(counts: np.ndarray, truths: Sequence[Truth], method: str, zone: float) -> set[str]:
    """The kinds of wrong verdict, "met" and "missed", that any target got at any look, at the table's alpha."""
    looks, number, _ = counts.shape
    edges = np.full(looks * number, 0.45), np.full(looks * number, 0.55)
    flat = counts.reshape(-1, 5).astype(float)
    if method == "sprt":
        wagers = sprt.band_wagers(PAIR_SCORES, flat, *edges, np.full(looks * number, 0.01))
    else:
        wagers = eprocess.band_wagers(PAIR_SCORES, flat, *edges)
    log_met, log_missed = (side.reshape(looks, number) for side in wagers.evidence())
    found = set()
    for look in range(looks):
        met, missed, _ = declared(log_met[look], log_missed[look], ALPHA)
        statuses = np.where(met, "met", np.where(missed, "missed", "undecided"))
        found |= {str(s) for s, truth in zip(statuses, truths, strict=True) if is_wrong(s, truth, zone)}
    return found


def check_errors(what: str, found: Sequence[set[str]]) -> None:
    """No more tables with a wrong verdict than stated."""
    wrong = sum(bool(kinds) for kinds in found)
    met, missed = (sum(kind in kinds for kinds in found) for kind in ("met", "missed"))
    told("wrong", what, wrong, len(found), f"; falsely met {met}, falsely missed {missed}")
    assert wrong <= most_at(ALPHA, len(found))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "zone"), [("e-process", 0.0), ("sprt", 0.01)])
@pytest.mark.parametrize(("number", "tables"), [(1, 4000), (9, 2000), (45, 600)])
def test_thousands_of_tables_keep_the_certainty(
    method: str, zone: float, number: int, tables: int, study: Callable[[int, int], int]
) -> None:
    rng, found = np.random.default_rng(2), []
    for _ in range(study(tables, 100)):
        truths = random_truths(number, rng)
        found.append(errors_of(paths(truths, rng), truths, method, zone))
    check_errors(f"{method}, {number} target{'s' * (number > 1)}", found)


@pytest.mark.slow
@pytest.mark.parametrize("score", [0.4499, 0.5501, 0.4501, 0.5499])
@pytest.mark.parametrize("number", [1, 9])
def test_the_worst_case_is_just_across_an_edge(
    score: float, number: int, study: Callable[[int, int], int]
) -> None:
    rng, truths = np.random.default_rng(3), [Truth(score)] * number
    found = [errors_of(paths(truths, rng), truths, "e-process", 0.0) for _ in range(study(3000, 100))]
    check_errors(f"truth {score}, {number} target{'s' * (number > 1)}", found)


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("correlation", [-1.0, 0.0, 0.6])
@pytest.mark.parametrize("score", [0.4, 0.5, 0.6])
def test_the_interval_covers_at_every_look(
    score: float, draws: float, correlation: float, study: Callable[[int, int], int]
) -> None:
    rng, size = np.random.default_rng(4), study(2000, 100)
    counts = paths([Truth(score, draws, correlation)] * size, rng).astype(float)
    low, high = confidence_sequence(PAIR_SCORES, counts)
    covered = int(((low <= score) & (score <= high)).all(axis=0).sum())
    told("covered", f"score {score}, draws {draws:.0%}, correlation {correlation:g}", covered, size)
    assert size - covered <= most_at(ALPHA, size)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "zone"), [("e-process", 0.0), ("sprt", 0.01)])
def test_whole_runs_keep_the_certainty(method: str, zone: float, study: Callable[[int, int], int]) -> None:
    """Round by round with the judge's own rule of effort."""
    tables = study(300, 20)
    runs = simulate(tables, 5, (1, 3, 9), method, cap=20_000)
    check(f"{method}, whole runs of 1 to 9 targets", runs, zone)


def usage_covers(chance: np.ndarray, pairs: int, tables: int, seed: int) -> tuple[list[bool], int]:
    """Of each entrant of each table whether its band holds the true share, and wrong usage verdicts."""
    rng = np.random.default_rng(seed)
    truth = fair_shares((2 * chance - 1)[None])[0]
    inside, wrong = [], 0
    for repetition in range(tables):
        table = sampled_table(chance, pairs, rng)
        use = strategy_use(Bootstrap(table, 200, repetition), 0.95)
        inside += [
            row.low - 1e-6 <= share <= row.high + 1e-6 for row, share in zip(use.rows, truth, strict=True)
        ]
        status = judge_usage(table, 0.05, 0.95, draws=200, seed=repetition).status
        wrong += status == ("missed" if truth.min() >= 0.05 else "met")
    return inside, wrong


CYCLE = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
TABLES = {
    "even cycle": 0.5 + 0.05 * CYCLE,
    "uneven cycle": 0.5 + 0.5 * np.array([[0, -0.2, 0.1], [0.2, 0, -0.3], [-0.1, 0.3, 0]]),
    "one entrant at 4 %": 0.5 + 0.5 * np.array([[0, -0.32, 0.027], [0.32, 0, -0.32], [-0.027, 0.32, 0]]),
    "one entrant at 6 %": 0.5 + 0.5 * np.array([[0, -0.3, 0.04], [0.3, 0, -0.3], [-0.04, 0.3, 0]]),
    "clones": 0.5 + 0.1 * CYCLE[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])],
    "all equal": np.full((4, 4), 0.5),
}


def test_a_usage_band_covers_the_share() -> None:
    covered, wrong = usage_covers(TABLES["uneven cycle"], 400, 40, seed=5)
    assert np.mean(covered) >= 0.88
    assert wrong <= most_at(ALPHA, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("pairs", [100, 800, 6400])
def test_usage_bands_cover_the_shares(name: str, pairs: int, study: Callable[[int, int], int]) -> None:
    tables = study(200, 40)
    covered, wrong = usage_covers(TABLES[name], pairs, tables, seed=6)
    what = f"{name}, {pairs} pairs a cell"
    told("use covered", what, covered.count(True), len(covered))
    told("use wrong", what, wrong, tables)
    assert np.mean(covered) >= binom.ppf(0.001, tables, 0.93) / tables
    assert wrong <= most_at(ALPHA, tables)
