"""Bots tuned anew at each point, on luck that the point is not judged by."""

import pytest

from runner.store import query
from sweeps.definition import load
from sweeps.run import sweep
from tests.sweeps.written import DECKFIGHT, deckfight

# Deaf to the enemy's HP, this bot hardly wins; tuned, it does.
DEAF = DECKFIGHT.replace(
    '["heuristic"]', '[{ name = "bot", policy = "lookahead", weights = { enemy_hp = 0 } }]'
).replace("[0.45, 0.55]", "[0.36, 0.60]")
TUNED = """
[sweep]
trials = 6
retune = ["bot"]
retune_trials = 8
batch = 4
deviations = false
[[sweep.parameter]]
path = "enemies.OgreElder.maxHp"
low = 95
high = 115
[[sweep.parameter]]
policy = "bot"
weight = "enemy_hp"
low = -2.0
high = 0.0
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("retune")
    definition = load(deckfight(folder, TUNED, DEAF, "even"))
    return sweep(definition, definition.folder(folder / "results"))


def test_what_is_tuned_is_no_parameter_of_the_search(result):
    assert result.sweep.space.names == ("enemies.OgreElder.maxHp",)
    assert [p.name for p in result.sweep.inner.parameters] == ["bot.enemy_hp"]


def test_every_point_is_played_with_weights_of_its_own(result):
    for one in result.found:
        weight = one.candidate.values["bot.enemy_hp"]
        assert one.candidate.experiment.entrants[0].weights["enemy_hp"] == weight
        assert weight < 0  # the deaf bot wins nothing
    assert result.winner is not None


def test_weights_are_chosen_on_other_luck_and_the_few_best_on_more(result):
    found = query(result.folder, "SELECT run, games FROM trials WHERE phase = 'retune'").rows
    judged = {one.candidate.run for one in result.found}
    assert judged.isdisjoint(run for run, _ in found)
    assert {games for _, games in found} == {32, 8 * 32}
    first = query(result.folder, "SELECT count(*) FROM trials WHERE phase = 'retune' AND round = 0").rows
    assert first[0][0] == 8 * len(result.found)
    assert result.games == query(result.folder, "SELECT sum(played) FROM trials").rows[0][0]


def test_it_goes_on_to_the_same_end(result, tmp_path):
    definition = result.sweep
    other = sweep(definition, definition.folder(tmp_path))
    assert [one.candidate.values for one in other.found] == [one.candidate.values for one in result.found]
    again = sweep(definition, definition.folder(tmp_path))
    assert [one.assessment for one in again.found] == [one.assessment for one in result.found]
