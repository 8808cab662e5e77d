"""pig by play: the compiled loop's games against the exact chances, first and second seats apart."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import policies
from games.contract import TURN_CAP
from games.pig.data import PigData
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job
from runner.summary import Summary
from tests.games.arenas import spec

ORACLE = json.loads((Path(__file__).parents[1] / "data" / "pig.json").read_text(encoding="utf-8"))
ROWS = {
    f"{dice}-{row}": (dice, row, chances)
    for dice, table in ((1, "one_die"), (2, "two_dice"))
    for row, chances in ORACLE[table].items()
}
# Of every kind of play one: look-up, formula, counted turns, search, response; and two dice.
FEW = [
    "1-optimal v hold_at(20)",
    "1-keep_pace v hold_at(25)",
    "1-four_turns v optimal",
    "1-win_probability(3) v hold_at(20)",
    "1-best_response v keep_pace",
    "2-hold_at(19) v hold_at(19)",
]
Z_999 = 3.2905267314919255
"""Two-sided 99.9 % point of the normal distribution."""


def named(label: str, against: EntrantSpec | None = None) -> EntrantSpec:
    """`hold_at(20)` as an entrant; what refers to another refers to `against`."""
    found = re.fullmatch(r"(\w+)(?:\((\d+)\))?", label)
    assert found
    policy = policies.of("pig")[found[1]]
    weights = {next(iter(policy.weights)): int(found[2])} if found[2] else {}
    return EntrantSpec(label, found[1], weights, {ref: against for ref in policy.refs if against is not None})


def played(document: PigData, first: EntrantSpec, second: EntrantSpec, pairs: int) -> Summary:
    """So many pairs between two entrants."""
    job = Job(
        "pig", document.model_dump(), tuple({e.label: e for e in (first, second)}.values()), 1, "per-game"
    )
    outcomes = Arena(job).simulate(Unit(Matchup("race", (first.label, second.label)), 0, pairs))
    assert outcomes.faults == ()
    return outcomes.summary


def check(key: str, pairs: int) -> None:
    """A row's two chances lie in the 99.9 % intervals about what they came to, each seat's games apart."""
    dice, row, chances = ROWS[key]
    first, second = row.split(" v ")
    summary = played(PigData(dice=dice), named(first, named(second)), named(second), pairs)
    for seat, chance in enumerate(chances):
        wins, draws, losses = (int(n) for n in summary.seat_results[0, seat])
        assert wins + draws + losses == pairs
        assert abs(wins / pairs - chance) < Z_999 * math.sqrt(chance * (1 - chance) / pairs), (
            seat,
            wins / pairs,
        )


@pytest.mark.parametrize("key", FEW)
def test_a_few_rows_come_out_by_play(key: str) -> None:
    check(key, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("key", ROWS)
def test_every_row_comes_out_by_play(key: str) -> None:
    check(key, 200_000)


def test_pairs_on_the_same_luck_tell_more_than_their_games() -> None:
    """The two games of a pair offset each other's luck: less variance than two games of their own would have."""
    summary = played(PigData(), named("optimal"), named("hold_at(20)"), 20_000)
    wins = np.repeat(np.arange(3), summary.score_hist[0].sum(axis=1))
    chance = wins.mean() / 2
    assert wins.var() < 0.75 * 2 * chance * (1 - chance)


def test_pessimists_that_may_pass_end_by_the_turn_cap() -> None:
    document, pairs = PigData(mandatory_first_roll=False, turn_cap=50), 20
    summary = played(
        document, spec(policies.of("pig")["pessimist"]), spec(policies.of("pig")["pessimist"]), pairs
    )
    assert summary.terminations[TURN_CAP] == summary.games == 2 * pairs
    assert summary.score_hist[0, 0, 2] == pairs
    assert summary.turns_hist[50] == 2 * pairs


def test_pessimists_that_must_roll_play_hold_at_1() -> None:
    """Under one label they meet the same luck, so their games are the same to the last digit."""
    careful = EntrantSpec("careful", "hold_at", {"n": 1}, {})
    pessimist = EntrantSpec("careful", "pessimist", {}, {})
    one, other = (played(PigData(), entrant, named("hold_at(20)"), 50) for entrant in (careful, pessimist))
    assert one == other
    assert one.seat_results[0, 0, 2] > 40
