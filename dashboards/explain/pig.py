"""pig's exhibit: when to stop rolling, what the dice node averages, and why points are not the goal.

    page()             the whole page as text: one file that needs nothing else, or a page of the live dashboard
    write_page(path)   the same, written

Its script, one of several files, draws from the outcomes in `pig.json`; words and tables are made here.
"""

from __future__ import annotations

import json
from pathlib import Path

from dashboards.document import whole_page
from dashboards.explain import numbers
from dashboards.explain.winning import two_dice_section, winning_section
from dashboards.markup import Content, Html, json_block, tag
from dashboards.pages.shell import Section, fold, note

__all__ = ["page", "write_page"]

HERE = Path(__file__).parent
SCRIPTS = ("worth.js", "svg.js", "lines.js", "tree.js", "controls.js")
NODES = (("mean", "Mean", "after the mend"), ("minimum", "Minimum", "before: the mistake"))
DICE = (("1", "One die", ""), ("2", "Two dice", ""))


def page() -> str:
    """The page as text, some 50 kB."""
    sections = [_exhibit(), _why(), winning_section(), two_dice_section()]
    rolls = json.dumps({str(dice): numbers.rolls(dice) for dice in (1, 2)})
    body: list[Content] = [
        _header(),
        tag("main", [section.html() for section in sections]),
        tag(
            "footer",
            "Written by Equipoise. Every figure is worked out exactly, none by play, so none has an interval.",
        ),
        json_block("rolls", rolls),
    ]
    return whole_page("Pig: roll again, or hold? · Equipoise", body, (_script(),), _text("pig.css"))


def write_page(path: Path) -> Path:
    """Write the page and return its path. Raises `StoreError` where it cannot be written."""
    from runner.store.files import whole_file

    with whole_file(path, durable=False) as file:
        file.write(page().encode())
    return path


def _script() -> str:
    """The files of the script as one, closed to the outside."""
    return "\n".join(['"use strict";\n(() => {', *map(_text, SCRIPTS), "})();\n"])


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _header() -> Html:
    rules = (
        "Each roll adds its face to your turn total. A 1 loses that total and ends the turn. Hold, and it is yours. "
        "The first to bank 100 points wins. So the whole game is one question, asked again and again."
    )
    pieces = [
        tag("a", "Skip to the exhibit", {"href": "#exhibit", "class": "skip"}),
        tag("p", [tag("span", "Equipoise", {"class": "brand"}), " pig"], {"class": "eyebrow"}),
        tag("h1", "Roll again, or hold?", {"class": "headline"}),
        tag("p", rules, {"class": "size rules"}),
        tag("noscript", tag("p", "The exhibit needs JavaScript; the text and tables below it do not.")),
    ]
    return tag("header", pieces)


# --- the exhibit -------------------------------------------------------------------------------------------


def _exhibit() -> Section:
    answer = [
        tag(
            "p",
            [
                tag("span", "", {"class": "symbol", "aria-hidden": "true"}),
                tag("strong", "", {"id": "verdict"}),
            ],
        ),
        tag("p", "", {"id": "reason"}),
    ]
    desk = [
        tag(
            "div", [_dial("total", "Turn total T", numbers.MOST_TOTAL, 6), _score_dial()], {"class": "dials"}
        ),
        tag(
            "div", answer, {"class": "answer", "role": "status", "aria-live": "polite", "aria-atomic": "true"}
        ),
    ]
    switches = [_switch("node", "Dice node takes the", NODES), _switch("dice", "Rolled at once", DICE)]
    return Section("exhibit", "One more roll?", (
        note("Move the turn total, with the slider or its arrow keys, and watch which line is higher."),
        tag("div", switches, {"class": "switches"}),
        tag("div", desk, {"class": "desk"}),
        tag("div", [_lines(), _tree()], {"class": "pictures"}),
        fold("Every turn total, as a table", tag("div", None, {"id": "table", "class": "scroll", "tabindex": 0})),
    ))  # fmt: skip


def _dial(identity: str, title: str, most: int, at: int) -> Html:
    reach = {"min": 0, "max": most, "step": 1, "value": at}
    slider = tag("input", None, {"type": "range", "id": identity, "autocomplete": "off", **reach})
    # The slider itself says its value to those who listen.
    told = tag("span", f"{at} points", {"id": f"{identity}-told", "aria-hidden": "true"})
    return tag("div", [tag("label", title, {"for": identity}), told, slider], {"class": "dial"})


def _score_dial() -> Html:
    """Two dice put the score at stake too."""
    dial = _dial("score", "Your banked score", numbers.MOST_SCORE, 0)
    return tag("div", dial, {"id": "score-dial", "hidden": True})


def _switch(name: str, title: str, choices: tuple[tuple[str, str, str], ...]) -> Html:
    """Buttons of which one is pressed; the first to begin with."""
    buttons = [
        tag("button", [label, said and tag("small", said)], {
            "type": "button", "data-set": name, "data-value": value, "aria-pressed": str(at == 0).lower(),
        })
        for at, (value, label, said) in enumerate(choices)
    ]  # fmt: skip
    group = {"role": "group", "aria-labelledby": f"{name}-title", "class": "buttons"}
    return tag(
        "div", [tag("span", title, {"id": f"{name}-title"}), tag("div", buttons, group)], {"class": "switch"}
    )


def _lines() -> Html:
    caption = tag("figcaption", [tag("h3", "Two lines"), tag("p", "", {"id": "formula", "class": "quiet"})])
    return tag(
        "figure", [caption, tag("div", None, {"id": "lines", "role": "img", "aria-label": "Two lines"})]
    )


def _tree() -> Html:
    buttons = [
        tag("button", "Play", {"type": "button", "id": "play"}),
        tag("button", "Step", {"type": "button", "id": "step"}),
    ]
    caption = tag(
        "figcaption",
        [tag("h3", "The tree"), tag("div", buttons, {"class": "buttons"})],
        {"class": "beside-buttons"},
    )
    drawing = tag("div", None, {"id": "tree", "role": "img", "aria-label": "The tree"})
    return tag(
        "figure", [caption, drawing, tag("p", "", {"id": "told", "aria-live": "off", "class": "told"})]
    )


def _why() -> Section:
    cross = numbers.crossing()
    worth = (
        "Of six faces, five keep the total and add 2, 3, 4, 5 or 6, which is 20 in all; one leaves nothing. "
        "So a roll is worth "
    )
    sides = f". Below {cross} rolling is worth more, above it holding, and at {cross} they are equal."
    search = (
        " search: at my own choice it takes the greater branch, at the dice the average, for dice have no will. "
        "Taking the minimum there, as if an adversary chose the face, is the classic mistake: the 1 is always coming, "
        "so such a player never rolls unless it must. Looking more than one roll ahead changes nothing, for above "
        f"{cross} no later roll gains points either."
    )
    rolling = [worth, tag("strong", "(5T + 20) ÷ 6"), " points on average, and holding is worth "]
    lines = tag("p", [rolling, tag("strong", "T"), sides], {"class": "lead"})
    tree = tag("p", ["The tree is an ", tag("strong", "expectimax"), search], {"class": "lead"})
    return Section("why", f"Why {cross}", (lines, tree))
