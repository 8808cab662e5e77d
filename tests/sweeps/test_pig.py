"""Pig, where the answers are known exactly: thresholds, and the most that anything can win."""

import pytest

import policies
from games.pig.data import PigData
from policies.contract import Entrant
from policies.pig import exact
from sweeps.definition import load
from sweeps.run import sweep
from tests.sweeps.written import PIG, pig

MAXIMISE = """
[sweep]
{more}
[sweep.maximise]
metric = "win_rate"
of = "mine"
"""
THRESHOLDS = """
[[sweep.parameter]]
policy = "mine"
weight = "n"
low = 15
high = 35
step = 5
"""
SEARCH = """
[[sweep.parameter]]
policy = "mine"
weight = "depth"
low = 1
high = 5
[[sweep.parameter]]
policy = "mine"
weight = "leaf"
low = 10
high = 30
"""


def chance(policy, document, **weights):
    """The exact chance of a policy to win against hold_at(20), over both seats."""
    known = policies.of("pig")
    other = Entrant("other", known["hold_at"], {"n": 20})
    return sum(exact.chances(document, Entrant("mine", known[policy], weights), other).seats) / 2


def test_the_best_threshold_is_the_one_that_exact_values_name(tmp_path):
    document = PigData()
    best = max(range(15, 36, 5), key=lambda n: chance("hold_at", document, n=n))
    table = MAXIMISE.format(more="trials = 5\ngames = 100_000\nbudget = 1_000_000") + THRESHOLDS
    definition = load(pig(tmp_path, table))
    result = sweep(definition, definition.folder(tmp_path / "results"))
    assert best == 25
    assert result.best.candidate.point == (best,)
    assert result.exit_code == 0
    (reading,) = result.held_out.readings
    assert reading.at_least <= chance("hold_at", document, n=best) <= reading.at_most
    assert result.held_out.seed != definition.experiment.seed
    assert result.held_out.games >= 100_000
    spent = {one.candidate.point[0]: one.assessment.games for one in result.found}
    assert spent[25] > 10 * spent[15]
    assert result.games < 5 * 100_000 / 2


@pytest.mark.slow
def test_no_search_reports_better_than_the_best_response(tmp_path, study):
    """The most that anything wins against hold_at(20) is 55.49 %."""
    text = PIG.replace('policy = "hold_at", weights = { n = 20 }', 'policy = "win_probability"')
    document = PigData()
    most = sum(exact.response(document, Entrant("o", policies.of("pig")["hold_at"], {"n": 20})).seats) / 2
    for seed in range(1, study(6, 2)):
        table = MAXIMISE.format(more="trials = 20\ngames = 100_000\ndeviations = false") + SEARCH
        definition = load(pig(tmp_path, table, text), seed=seed)
        result = sweep(definition, definition.folder(tmp_path / str(seed)))
        (reading,) = result.held_out.readings
        values = dict(zip(("depth", "leaf"), result.best.candidate.point, strict=True))
        truth = chance("win_probability", document, **values)
        assert reading.at_least <= truth <= reading.at_most
        assert truth <= most
        assert reading.at_least < most
        assert truth > chance("win_probability", document, depth=1, leaf=20)
