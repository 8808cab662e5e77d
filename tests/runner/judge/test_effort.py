import dataclasses

from runner.judge.effort import FIRST_PAIRS, next_round, pairs_to_add
from runner.judge.verdicts import Measures, Target, judge
from tests.runner.judge.tables import two_seat_summary

MEASURES = Measures()
TARGETS = [Target(f"{m} even", "win_rate", m, 0, 0.45, 0.55) for m in ("even", "strong", "barely", "new")]
SUMMARIES = {
    "even": two_seat_summary({(1, 0): 3000, (2, 0): 1000, (0, 0): 1000}),
    "strong": two_seat_summary({(1, 0): 100, (2, 0): 400}),
    "barely": two_seat_summary({(1, 0): 40, (2, 0): 12, (0, 0): 12}),
}
SEATS = dict.fromkeys(("even", "strong", "barely", "new"), 2)


def test_only_undecided_matchups_play_on() -> None:
    verdicts = judge(TARGETS, SUMMARIES, 0.95, MEASURES)
    added = next_round(TARGETS, verdicts, SUMMARIES, SEATS, cap_games=100_000)
    assert added == {"barely": 128, "new": FIRST_PAIRS}


def test_the_cap_ends_a_run() -> None:
    verdicts = judge(TARGETS, SUMMARIES, 0.95, MEASURES)
    assert next_round(TARGETS, verdicts, SUMMARIES, SEATS, cap_games=128) == {"new": 64}
    assert next_round(TARGETS, verdicts, SUMMARIES, SEATS, cap_games=1) == {}


def test_the_hungriest_target_of_a_matchup_counts() -> None:
    targets = [
        TARGETS[2],
        dataclasses.replace(TARGETS[2], name="draws", metric="draw_rate", low=0.0, high=0.5),
    ]
    verdicts = judge(targets, SUMMARIES, 0.95, MEASURES)
    assert [v.status for v in verdicts] == ["undecided", "met"]
    assert next_round(targets, verdicts, SUMMARIES, SEATS, 100_000) == {"barely": 128}


def test_thrown_out_games_count_against_the_cap() -> None:
    faulty = dataclasses.replace(two_seat_summary({}), voided=200)
    verdicts = judge(TARGETS[3:], {"new": faulty}, 0.95, MEASURES)
    assert next_round(TARGETS[3:], verdicts, {"new": faulty}, SEATS, cap_games=200) == {}


def test_growth_is_bounded_and_rounded() -> None:
    assert pairs_to_add(0, None, cap=1000) == FIRST_PAIRS
    assert pairs_to_add(0, 5, cap=1000, first=32) == 32
    assert pairs_to_add(1000, 3, cap=10**6) == 128, "an eighth at least"
    assert pairs_to_add(1000, 10**9, cap=10**6) == 2048, "three times in all at most, rounded up"
    assert pairs_to_add(1000, None, cap=10**6) == 2048
    assert pairs_to_add(1000, 700, cap=10**6) == 384, "half of the need"
    assert pairs_to_add(1000, 700, cap=1100) == 100
    assert pairs_to_add(1000, 700, cap=900) == 0
