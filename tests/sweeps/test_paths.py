"""Paths into plain documents: read, matched, shown again, patched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweeps.paths import found_at, is_glob, leaves, matches, parse, patched, shown_path, suffix_matches

PLAIN = {
    "cards": {
        "Strike": {"name": "타격", "cost": 1, "damage": 6, "block": None},
        "Defend": {"name": "방어", "cost": 1, "damage": None, "block": 5},
        "a.b [x]": {"cost": 2, "damage": 1},
    },
    "enemies": {"slime": {"intents": [{"kind": "Attack", "value": 10}, {"kind": "Defend", "value": 8}]}},
    "quick": True,
}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("cards.Strike.damage", ("cards", "Strike", "damage")),
        ("enemies.slime.intents[0].value", ("enemies", "slime", "intents", 0, "value")),
        ('cards."a.b [x]".damage', ("cards", "a.b [x]", "damage")),
        ('cards["a.b [x]"].damage', ("cards", "a.b [x]", "damage")),
        ("cards['Strike'].damage", ("cards", "Strike", "damage")),
        ("타격", ("타격",)),
    ],
)
def test_a_path_is_read(text, parts):
    assert parse(text) == parts


@pytest.mark.parametrize("text", ["", ".", "a..b", ".a", "a.", "a[", "a[x]", 'a."b', "a]b", 'a"b"', "[0]b"])
def test_a_broken_path_is_refused(text):
    with pytest.raises(ValueError, match=r"path|empty"):
        parse(text)


@given(st.lists(st.one_of(st.text(min_size=1), st.integers(0, 99)), min_size=1, max_size=5))
def test_what_is_shown_is_read_back(parts):
    """A quoted key stands for itself even where it looks like a glob."""
    if isinstance(parts[0], int):
        parts = ["top", *parts]
    shown = shown_path(parts)
    read = parse(shown)
    assert [str(part) if isinstance(part, str) else part for part in read] == parts
    assert not is_glob(read)


def test_a_glob_reaches_plain_values_alone():
    found = [shown_path(place) for place in matches(PLAIN, parse("cards.*.damage"))]
    assert found == ["cards.Strike.damage", 'cards."a.b [x]".damage']
    assert [p[-2] for p in matches(PLAIN, parse("enemies.*.intents[*].value"))] == [0, 1]
    assert matches(PLAIN, parse("cards.Str*.cost")) == [("cards", "Strike", "cost")]
    assert matches(PLAIN, parse("cards.*")) == []


def test_an_exact_path_reaches_whatever_is_there():
    assert matches(PLAIN, parse("cards.Defend.damage")) == [("cards", "Defend", "damage")]
    assert matches(PLAIN, parse("cards.Nobody.damage")) == []


def test_the_end_of_a_path_will_do_where_it_is_the_only_one():
    assert suffix_matches(PLAIN, parse("Defend.block")) == [("cards", "Defend", "block")]
    assert len(suffix_matches(PLAIN, parse("cost"))) == 3


def test_a_patch_leaves_the_original_as_it_was():
    places = list(leaves(PLAIN))
    made = patched(PLAIN, dict.fromkeys(places, 77))
    assert {found_at(made, place) for place in places} == {77}
    assert found_at(PLAIN, ("enemies", "slime", "intents", 0, "value")) == 10
    one = patched(PLAIN, {("quick",): False})
    assert one["cards"] is PLAIN["cards"]
