"""Text stays text, whatever it holds."""

from __future__ import annotations

import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboards.markup import Html, join, json_block, label, name, shorten, tag, visible
from tests.dashboards.page import parse
from tests.dashboards.recipes import HOSTILE

texts = st.one_of(
    st.sampled_from(HOSTILE), st.text(max_size=60), st.text(alphabet="<>&\"'/=!-script ", max_size=40)
)


@given(texts, texts)
def test_a_parser_reads_back_the_text_and_the_attribute(text: str, value: str) -> None:
    tree = parse(tag("p", text, {"title": value}))
    paragraph = tree.one("p")
    assert paragraph.text == visible(text)
    assert paragraph.get("title") == visible(value)
    assert not list(paragraph.all())


@given(
    st.recursive(texts, lambda inner: st.one_of(st.lists(inner), st.dictionaries(texts, inner)), max_leaves=8)
)
def test_a_data_block_keeps_its_value_and_never_ends_early(value: object) -> None:
    block = parse(json_block("data", json.dumps(value, ensure_ascii=False)) + "<p>after</p>")
    assert [child.tag for child in block.children] == ["script", "p"]
    assert json.loads(block.one("script").raw) == value


@given(texts)
def test_a_plotly_label_holds_no_markup_and_no_mathematics(text: str) -> None:
    made = label(text)
    assert not set(made) & set("<>$")
    assert html.unescape(made) == shorten(visible(text), 28)


def test_what_is_markup_already_is_left_alone() -> None:
    assert join([tag("b", "a"), "<", 3, None, [Html("<br>")]]) == "<b>a</b>&lt;3<br>"


def test_attributes_that_are_off_are_left_out() -> None:
    assert tag("input", None, {"hidden": True, "class": None, "title": False, "max": 3}).startswith(
        '<input hidden max="3">'
    )


def test_a_name_is_isolated_from_its_neighbours() -> None:
    assert name("ضربة") == "<bdi>ضربة</bdi>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a\u240ab"),
        ("a\u202eb", "a\ufffdb"),
        ("\x00", "\u2400"),
        ("\ud800", "\ufffd"),
        ("👩‍🚀 타격", "👩‍🚀 타격"),
    ],
)
def test_what_would_hide_or_reorder_text_is_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(text).encode()


@given(st.text(max_size=80), st.integers(3, 40))
def test_shortening_keeps_both_ends(text: str, longest: int) -> None:
    short = shorten(text, longest)
    assert len(short) == min(len(text), longest)
    assert (short == text) or (short[0] == text[0] and "…" in short)
