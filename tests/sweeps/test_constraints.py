"""Conditions between numbers: read as arithmetic, looked up in the data, and refused with a reason."""

import pytest

from sweeps.constraints import constraint
from sweeps.paths import patched

TREE = {
    "data": {
        "cards": {"Strike": {"name": "타격", "damage": 6}, "Defend": {"block": 5}, "Bash": {"damage": 10}}
    },
    "policies": {"look": {"hp": 1.0}},
}
BLOCK = ("data", "cards", "Defend", "block")


@pytest.mark.parametrize(
    ("text", "violation"),
    [
        ("Defend.block <= Strike.damage", 0.0),
        ("Defend.block >= Strike.damage", 1.0),
        ("Strike.damage < 6", pytest.approx(0, abs=1e-8)),
        ("cards.Bash.damage == 2 * Defend.block", 0.0),
        ("Bash.damage - 2 * (Strike.damage - 1) > -1", 0.0),
        ("Bash.damage / 4 <= look.hp", 1.5),
        ("-Strike.damage >= 1", 7.0),
        ('cards["Strike"].damage <= 5', 1.0),
    ],
)
def test_by_how_much_it_is_broken(text, violation):
    assert constraint(text, TREE, {}).violation(TREE) == violation


def test_a_strict_sign_is_broken_by_equality():
    assert constraint("Strike.damage < 6", TREE, {}).violation(TREE) > 0
    assert constraint("Strike.damage < 7", TREE, {}).violation(TREE) == 0
    assert constraint("Strike.damage > 6", TREE, {}).violation(TREE) > 0


def test_it_looks_at_the_tree_it_is_given():
    found = constraint("Defend.block <= Strike.damage", TREE, {})
    assert found.violation(patched(TREE, {BLOCK: 9})) == 3.0


def test_a_parameter_has_a_name_of_its_own():
    assert constraint("guard <= 4", TREE, {"guard": BLOCK}).violation(TREE) == 1.0


def test_a_condition_without_truth_does_not_hold():
    found = constraint("6 / (Defend.block - 5) <= 1", TREE, {})
    assert found.violation(TREE) > 1e6
    assert found.violation(patched(TREE, {BLOCK: 11})) == 0.0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Defend.block", "no comparison"),
        ("1 <= Defend.block <= 9", "no comparison"),
        ("Defend.block != 3", "no comparison"),
        ("Nobody.block <= 3", "neither a parameter nor a path"),
        ("damage <= 3", "may stand for cards.Strike.damage, cards.Bash.damage|may stand for data"),
        ("Strike.name <= 3", "not a number"),
        ("Defend.block ** 2 <= 3", "neither a number"),
        ("__import__('os').getpid() <= 3", "neither a number"),
        ("Defend.block <=", "cannot be read"),
        ("'5' <= Defend.block", "neither a number"),
        ("True <= Defend.block", "neither a number"),
    ],
)
def test_what_cannot_be_a_condition_is_refused(text, reason):
    with pytest.raises(ValueError, match=reason):
        constraint(text, TREE, {})
