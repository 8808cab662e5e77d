"""pig's exhibit in a real browser: what a reader does with it, and that the console stays silent."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboards.explain import numbers, pig

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="chromium is not installed: apt-get install chromium"),
]
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Opened]:
    """`opened(...)`: the page in such a window; at the end, no console has said a word and nothing was fetched."""
    file = pig.write_page(tmp_path / "pig.html")
    said: list[str] = []
    contexts = []

    def open_page(width: int = 1280, height: int = 900, calm: bool = True, dark: bool = False) -> Any:
        motion, scheme = "reduce" if calm else "no-preference", "dark" if dark else "light"
        size = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=size, reduced_motion=motion, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.extend([request.url] * (request.url != file.as_uri())))
        page.goto(file.as_uri())
        page.wait_for_selector("#tree svg")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


def at(page: Any, total: int, slider: str = "#total") -> str:
    """The verdict after moving the slider there."""
    page.locator(slider).fill(str(total))
    return page.locator("#verdict").inner_text()


def test_the_verdict_flips_at_twenty(opened: Opened) -> None:
    page = opened()
    assert [at(page, total) for total in (6, 20, 35)] == ["roll", "equal", "hold"]
    assert [at(page, total) for total in (0, 19, 21, 40)] == ["roll", "roll", "hold", "hold"]
    status = page.get_by_role("status")
    at(page, 6)
    assert status.inner_text().split("\n")[-1] == (
        "At 6 points, one more roll is worth ≈ 8.33 points on average, holding 6 points: rolling gains ≈ 2.33 points."
    )
    assert page.locator("#total").get_attribute("aria-valuetext") == "6 points"
    assert "equal at T = 20 points" in page.locator("#lines").get_attribute("aria-label")


def test_the_minimum_never_rolls_unless_it_must(opened: Opened) -> None:
    page = opened()
    page.get_by_role("button", name="Minimum").click()
    pressed = {
        button.inner_text().split("\n")[0]: button.get_attribute("aria-pressed")
        for button in page.locator("[data-set=node]").all()
    }
    assert pressed == {"Mean": "false", "Minimum": "true"}
    assert [at(page, total) for total in (2, 6, 20, 35)] == ["hold"] * 4
    assert "never rolls unless it must" in page.locator("#reason").inner_text()
    assert at(page, 0) == "equal"
    assert "The first roll of a turn is a must" in page.locator("#reason").inner_text()
    page.get_by_role("button", name="Mean").click()
    assert at(page, 6) == "roll"


@pytest.mark.parametrize(("dice", "score", "node"), [
    (1, 0, "mean"), (1, 0, "minimum"), (2, 0, "mean"), (2, 24, "mean"), (2, 90, "mean"), (2, 50, "minimum"),
])  # fmt: skip
def test_its_table_says_what_the_fractions_say(
    opened: Opened, dice: int, score: int, node: numbers.Node
) -> None:
    """Every turn total: the script's whole numbers are those of `numbers`."""
    page = opened()
    page.locator(f"[data-set=dice][data-value='{dice}']").click()
    page.locator(f"[data-set=node][data-value={node}]").click()
    if dice == 2:
        at(page, score, "#score")
    page.locator("summary").click()
    rows = page.locator("#table tbody tr").all_inner_texts()
    assert len(rows) == numbers.MOST_TOTAL + 1
    for total, row in enumerate(rows):
        _, _, exactly, verdict = row.replace("−", "-").split("\t")
        over, under = map(int, exactly.split("/"))
        value = numbers.roll_value(total, dice, score, node)
        assert (over, under) == (value * 6**dice, 6**dice)
        assert verdict.split()[-1] == numbers.verdict(total, dice, score, node)


def test_two_dice_bring_the_score_in(opened: Opened) -> None:
    page = opened()
    assert not page.locator("#score").is_visible()
    page.get_by_role("button", name="Two dice").click()
    assert page.locator("#score").is_visible()
    assert "T = 200/11 ≈ 18.18" in page.locator("#formula").inner_text()
    assert [at(page, total) for total in (18, 19)] == ["roll", "hold"]
    at(page, 24, "#score")
    assert [at(page, total) for total in (15, 16, 17)] == ["roll", "equal", "hold"]
    assert page.locator("#tree .row").count() == 11
    at(page, 90, "#score")
    assert at(page, 8) == "roll"
    assert at(page, 10) == "equal"
    assert "to hold now is to win the game" in page.locator("#reason").inner_text()


def test_all_of_it_answers_the_keyboard(opened: Opened) -> None:
    page, reached = opened(), []
    name = "document.activeElement.id || document.activeElement.innerText.split('\\n')[0]"
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(name).removeprefix("✓ "))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", reached
    assert reached == [
        "Skip to the exhibit", "Mean", "Minimum", "One die", "Two dice", "total", "step",
        "Every turn total, as a table",
    ]  # fmt: skip
    page.locator("#total").focus()
    for key, total in (("ArrowRight", 7), ("ArrowLeft", 6), ("End", 40), ("Home", 0)):
        page.keyboard.press(key)
        assert page.locator("#total").input_value() == str(total)
    page.locator("[data-value=minimum]").focus()
    page.keyboard.press("Space")
    assert page.locator("[data-value=minimum]").get_attribute("aria-pressed") == "true"


def test_leaves_light_one_by_one_at_each_step(opened: Opened) -> None:
    page = opened()
    assert not page.locator("#play").is_visible(), "a reader who asked for calm gets no moving picture"
    assert page.locator("#tree .row.lit").count() == 6
    step, sums = page.locator("#step"), []
    for lit in range(1, 7):
        step.click()
        assert page.locator("#tree .row.lit").count() == lit
        sums.append(page.locator("#tree .row.lit .so").last.text_content())
    assert sums == ["0", "8", "17", "27", "38", "50"]
    assert "then ÷ 6" in page.locator("#tree .result").text_content()
    assert page.locator("#told").get_attribute("aria-live") == "polite"
    step.click()
    assert page.locator("#tree .result").text_content() == "roll: 50 ÷ 6 ≈ 8.33 points"
    assert page.locator("#told").inner_text() == "(0 + 8 + 9 + 10 + 11 + 12) ÷ 6 = 50/6 ≈ 8.33 points."


def test_the_minimum_keeps_the_lowest_leaf(opened: Opened) -> None:
    page = opened()
    page.get_by_role("button", name="Two dice").click()
    page.get_by_role("button", name="Minimum").click()
    at(page, 30, "#score")
    at(page, 6)
    leaves = [value for value, _ in numbers.leaves(6, 2, 30)]
    lowest = [str(min(leaves[: row + 1])).replace("-", "−") for row in range(len(leaves))]
    assert page.locator("#tree .so").all_text_contents() == lowest
    assert page.locator("#tree .row:not(.passed)").count() == 1
    assert page.locator("#tree .result").text_content() == "roll: lowest: −30 points"


def test_it_plays_by_itself_and_can_be_paused(opened: Opened) -> None:
    page = opened(calm=False)
    page.locator("#tree").scroll_into_view_if_needed()
    page.wait_for_selector("#tree .row.lit ~ .row.lit.latest")
    page.locator("#play", has_text="Pause").click()
    lit = page.locator("#tree .row.lit").count()
    page.wait_for_timeout(1500)
    assert page.locator("#tree .row.lit").count() == lit < 6
    page.locator("#play", has_text="Play").click()
    page.wait_for_selector("#tree .pick")
    assert page.locator("#tree .row.lit").count() == 6
    assert page.locator("#play").inner_text() == "Play"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(opened: Opened, width: int, dark: bool) -> None:
    page = opened(width=width, height=844, dark=dark)
    for kind in ("[data-value='1']", "[data-value=minimum]", "[data-value='2']", "[data-value=mean]"):
        page.locator(kind).click()
        for total in (0, 20, 40):
            at(page, total)
            assert page.evaluate("document.documentElement.scrollWidth") == width
    overlaps = page.evaluate("""() => {
        const boxes = [...document.querySelectorAll("#tree text")].filter((one) => one.textContent)
            .map((one) => ({ words: one.textContent, ...one.getBoundingClientRect().toJSON() }));
        const beside = (a, b) => a.right < b.left + 1 || b.right < a.left + 1;
        const hit = (a, b) => !beside(a, b) && a.top < b.bottom - 3 && b.top < a.bottom - 3;
        const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b) => [a, b]));
        return pairs.filter(([a, b]) => hit(a, b)).map(([a, b]) => `${a.words} | ${b.words}`);
    }""")
    assert overlaps == []


def test_the_chart_answers_a_pointer(opened: Opened) -> None:
    page = opened()
    meet = page.locator("#lines .meet").bounding_box()
    page.locator("#lines").scroll_into_view_if_needed()
    meet = page.locator("#lines .meet").bounding_box()
    page.mouse.click(meet["x"] + meet["width"] / 2, meet["y"] + 60)
    assert page.locator("#total").input_value() == "20"
    assert page.locator("#verdict").inner_text() == "equal"
