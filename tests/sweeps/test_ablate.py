"""Ablation: what each weight is worth, on paired luck, and confirmed on luck that chose nothing."""

import pytest

from games.defects import BadInput
from runner import experiment as experiments
from sweeps.ablate import ablate, plain
from tests.sweeps.written import DECKFIGHT, deckfight

LOOK = DECKFIGHT.replace(
    '["heuristic"]',
    '["heuristic", "lookahead", { name = "blunt", policy = "lookahead", weights = { hp = 0 } }]',
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ablate")
    return ablate(experiments.load(deckfight(folder, "", LOOK, "even")), ["lookahead"], games=3000)


def test_every_weight_is_put_to_0(table):
    assert [(row.policy, row.weight, row.value) for row in table.rows] == [
        ("lookahead", "win", 1000),
        ("lookahead", "loss", -1000),
        ("lookahead", "hp", 1),
        ("lookahead", "enemy_hp", pytest.approx(-0.8)),
    ]
    verdicts = {row.weight: row.verdict for row in table.rows}
    assert verdicts == {"win": "no difference shown", "loss": "helps", "hp": "helps", "enemy_hp": "helps"}


def test_what_makes_a_difference_is_played_again_on_other_luck(table):
    for row in table.rows:
        assert (row.fresh is None) == (row.seen.low <= 0 <= row.seen.high)
        if row.fresh is not None:
            assert row.fresh.pairs == row.seen.pairs == 3000
            assert row.fresh.before != row.seen.before
            assert max(row.fresh.low, row.seen.low) <= min(row.fresh.high, row.seen.high)


def test_a_weight_that_decides_nothing_changes_no_game(table):
    """Winning at once is the best line anyway: its weight hardly ever matters."""
    (win,) = [row for row in table.rows if row.weight == "win"]
    assert win.seen.changed <= 3
    assert table.games == 3000 * (1 + 4) + 3000 * (1 + 3)


def test_a_weight_that_is_0_is_left_out(tmp_path):
    made = ablate(experiments.load(deckfight(tmp_path, "", LOOK, "even")), ["blunt"], games=500)
    assert [row.weight for row in made.rows] == ["win", "loss", "enemy_hp"]
    assert [row["weight"] for row in plain(made)["rows"]] == ["win", "loss", "enemy_hp"]


def test_the_table_does_not_depend_on_what_else_is_asked(table, tmp_path):
    """Intervals widen with the table; the differences themselves stay."""
    every = ablate(experiments.load(deckfight(tmp_path, "", LOOK, "even")), games=3000)
    means = {(row.policy, row.weight): row.seen.mean for row in every.rows}
    assert all(means[row.policy, row.weight] == row.seen.mean for row in table.rows)
    (wide,) = [r for r in every.rows if (r.policy, r.weight) == ("lookahead", "loss")]
    (narrow,) = [r for r in table.rows if r.weight == "loss"]
    assert wide.seen.high - wide.seen.low > narrow.seen.high - narrow.seen.low


@pytest.mark.parametrize(
    ("policies", "told"), [(["nobody"], "is not the label"), (["heuristic"], "has no weight")]
)
def test_what_cannot_be_ablated_is_refused(tmp_path, policies, told):
    with pytest.raises(BadInput, match=told):
        ablate(experiments.load(deckfight(tmp_path, "", LOOK, "even")), policies)
