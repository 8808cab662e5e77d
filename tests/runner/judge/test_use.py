"""Strategy use as a target: judged beside the others, played on for, and met or missed rightly."""

import json
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from runner.judge.effort import FIRST_PAIRS, next_round
from runner.judge.targets import USE, Target
from runner.judge.use import level, matchups_of
from runner.judge.verdicts import Measures, Verdict, judge
from runner.summary import Summary
from tests.runner.judge.simulated import CELLS, Truth
from tests.runner.judge.tables import two_seat_summary
from tests.runner.judge.test_calibration import CYCLE, TABLES, most_at, told

RPS = ("rock", "paper", "scissors")


def key(*players: str, scenario: str = "s") -> str:
    return json.dumps([scenario, *players])


def use_target(least: float = 0.05, entrants: tuple[str, ...] = RPS) -> Target:
    return Target("use of every strategy", USE, key(), 0, least, 1.0, entrants=entrants)


def at(chance: np.ndarray, pairs: Mapping[str, int], rng: np.random.Generator) -> dict[str, Summary]:
    """So many pairs of each match-up, `chance [n, n]` that the first player wins a game."""
    found = {}
    for matchup, number in pairs.items():
        _, row, column = json.loads(matchup)
        counts = rng.multinomial(number, Truth(chance[RPS.index(row), RPS.index(column)]).law())
        found[matchup] = two_seat_summary(dict(zip(CELLS, counts.tolist(), strict=True)))
    return found


ALL = (key("rock", "paper"), key("rock", "scissors"), key("paper", "scissors"))
STEEP, FLAT = 0.5 + 0.2 * CYCLE, 0.5 + 0.02 * CYCLE
DOMINATED = 0.5 + np.array([[0, 0.1, 0.2], [-0.1, 0, 0.2], [-0.2, -0.2, 0]])


def test_a_table_is_made_of_its_scenarios_matchups_between_its_entrants() -> None:
    others = (
        key("rock", "rock"), key("rock", "lizard"), key("rock", "paper", scenario="t"), key("rock", "paper", "paper"),
        key("rock", "rock", "control"),
    )  # fmt: skip
    assert matchups_of(use_target(), (*others, *ALL)) == ALL


@pytest.mark.parametrize(("chance", "status"), [(STEEP, "met"), (FLAT, "undecided"), (DOMINATED, "missed")])
def test_verdicts(chance: np.ndarray, status: str) -> None:
    found = at(chance, dict.fromkeys(ALL, 2000), np.random.default_rng(1))
    (verdict,) = judge([use_target()], found, 0.95, Measures())
    assert verdict.status == status
    assert verdict.low <= verdict.estimate <= verdict.high
    assert verdict.interval == "bootstrap band"
    assert (verdict.games, verdict.pairs) == (12_000, 6000)
    assert (verdict.needed == 0) == (status != "undecided")
    assert verdict.decided_by == (None if status == "undecided" else "bootstrap")


def test_before_the_first_game_nothing_is_known() -> None:
    (verdict,) = judge([use_target()], {}, 0.95, Measures())
    assert (verdict.status, verdict.estimate, verdict.games, verdict.needed) == ("undecided", None, 0, None)
    assert 0.0 <= verdict.low < verdict.high <= 1.0


def test_use_and_win_rates_share_one_alpha() -> None:
    found = at(STEEP, dict.fromkeys(ALL, 300), np.random.default_rng(2))
    rates = [Target(f"rate {m}", "win_rate", m, 0, 0.45, 0.55) for m in ALL]
    both = judge([rates[0], use_target(), *rates[1:]], found, 0.95, Measures())
    assert [verdict.target.metric for verdict in both] == ["win_rate", USE, "win_rate", "win_rate"]
    (alone,) = judge([use_target()], found, 0.95, Measures())
    assert both[1] == judge([use_target()], found, 1 - 0.05 / 4, Measures())[0]
    assert both[1].low < alone.low
    assert [both[0], *both[2:]] == [
        verdict_at(one, both) for one in judge(rates, found, 1 - 0.05 * 3 / 4, Measures())
    ]


def verdict_at(one: Verdict, among: tuple[Verdict, ...]) -> Verdict:
    """`one` with the intervals that are shown at the run's own certainty."""
    (shown,) = [other for other in among if other.target == one.target]
    assert (shown.status, shown.needed, shown.estimate) == (one.status, one.needed, one.estimate)
    return shown


def test_a_later_look_asks_for_more() -> None:
    found = at(STEEP, dict.fromkeys(ALL, 100), np.random.default_rng(3))
    lows = [judge([use_target()], found, 0.95, Measures(), look=look)[0].low for look in (1, 3, 9)]
    assert lows == sorted(lows, reverse=True)
    assert lows[0] > lows[2]


@pytest.mark.parametrize(
    ("pairs", "added", "reached"),
    [((10, 10, 10), 30, 20), ((10, 20, 40), 10, 20), ((10, 20, 40), 20, 25), ((5,), 3, 8), ((1, 9), 0, 1)],
)
def test_pairs_go_where_the_fewest_are(pairs: tuple[int, ...], added: int, reached: int) -> None:
    assert level(pairs, added) == reached
    assert sum(max(reached - one, 0) for one in pairs) == added


def test_the_thinnest_cells_play_on_first() -> None:
    rng = np.random.default_rng(4)
    found = at(FLAT, dict(zip(ALL, (500, 4000, 500), strict=True)), rng)
    targets = [use_target()]
    added = next_round(
        targets, judge(targets, found, 0.95, Measures()), found, dict.fromkeys(ALL, 2), 1_000_000
    )
    assert set(added) >= {ALL[0], ALL[2]}
    assert added[ALL[0]] > added.get(ALL[1], 0)
    fresh = next_round(targets, judge(targets, {}, 0.95, Measures()), {}, dict.fromkeys(ALL, 2), 1_000_000)
    assert fresh == dict.fromkeys(ALL, FIRST_PAIRS)


def played_out(chance: np.ndarray, cap: int, rng: np.random.Generator) -> tuple[Verdict, int]:
    """A run for one use target, round by round, and its rounds."""
    pairs = dict.fromkeys(ALL, 0)
    found: dict[str, Summary] = {}
    for look in range(1, 1000):
        targets = [use_target()]
        verdicts = judge(targets, found, 0.95, Measures(), look=look)
        added = next_round(targets, verdicts, found, dict.fromkeys(ALL, 2), cap)
        if not added:
            return verdicts[0], look
        for matchup, more in at(chance, added, rng).items():
            found[matchup] = found[matchup] + more if matchup in found else more
            pairs[matchup] += added[matchup]
    raise AssertionError("the run does not end")


def test_a_run_plays_on_until_it_is_known() -> None:
    met, _ = played_out(0.5 + 0.05 * CYCLE, 100_000, np.random.default_rng(5))
    assert met.status == "met"
    assert 3 * 2 * FIRST_PAIRS < met.games < 60_000
    missed, _ = played_out(DOMINATED, 100_000, np.random.default_rng(6))
    assert missed.status == "missed"
    assert missed.games < 10_000
    capped, rounds = played_out(FLAT, 3000, np.random.default_rng(7))
    assert (capped.status, capped.games) == ("undecided", 9000)
    assert capped.needed > 0
    assert rounds < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ["one entrant at 4 %", "one entrant at 6 %", "uneven cycle", "even cycle"])
def test_whole_runs_for_use_keep_the_certainty(name: str, study: Callable[[int, int], int]) -> None:
    """With every round a look, the judge's own effort between them, and a cap of 20,000 games a match-up."""
    rng, size = np.random.default_rng(8), study(200, 20)
    runs = [played_out(TABLES[name], 20_000, rng)[0] for _ in range(size)]
    truly = "missed" if name == "one entrant at 4 %" else "met"
    statuses = [run.status for run in runs]
    wrong = sum(status not in (truly, "undecided") for status in statuses)
    shares = ", ".join(f"{statuses.count(s) / size:.0%} {s}" for s in ("met", "missed", "undecided"))
    told("use wrong", f"{name}, whole runs", wrong, size, f"; {shares}")
    assert wrong <= most_at(0.05, size)
