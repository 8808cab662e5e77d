"""The app in a real browser: every page opens without a word on the console, a reader gets from a red target to the
moves of a game, and a page follows a run that writes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboards.app.run import TABS
from runner.judge.observations import Measures
from runner.judge.targets import Target
from runner.judge.verdicts import judge
from runner.store import Store, read_manifest
from runner.store.manifest import write_manifest
from tests.dashboards.app.site import Site, root
from tests.dashboards.recipes import HOSTILE
from tests.runner.store.made_up import A_B, MANIFEST, outcomes

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: see requirements.lock"
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="chromium is not installed: apt-get install chromium"),
]
# From a process as root, in a container, without a network.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
PATIENCE_MS = 15_000


class Reader:
    """A browser's page over the app; everything on its console is kept."""

    def __init__(self, page, address: str) -> None:
        self.page, self.address, self.console = page, address, []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.console.append(f"dialog: {dialog.message}"))

    def open(self, path: str) -> None:
        """Go there, and wait until its figures are drawn and Dash has asked for news once."""
        with self.page.expect_response(re.compile("_dash-update-component")):
            self.page.goto(self.address + path)
        self.drawn()

    def drawn(self) -> None:
        """Wait until every figure is drawn."""
        playwright.expect(self.page.locator(".plot:not([data-drawn])")).to_have_count(0, timeout=PATIENCE_MS)

    def told(self, selector: str, text: str) -> None:
        """Wait until `text` stands there."""
        playwright.expect(self.page.locator(selector).first).to_contain_text(text, timeout=PATIENCE_MS)

    def text(self, selector: str = "#page") -> str:
        return " ".join(self.page.locator(selector).first.inner_text().split())


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def reader(browser, site: Site) -> Iterator[Reader]:
    """A reader at a desk; whatever a test did, the console must be silent at its end."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    reader = Reader(context.new_page(), site.address)
    yield reader
    context.close()
    assert reader.console == []


def test_the_console_is_listened_to(browser, site: Site) -> None:
    page = browser.new_page()
    heard = Reader(page, site.address)
    heard.open("/")
    page.evaluate("console.error('heard'); setTimeout(() => { throw new Error('this too'); })")
    page.wait_for_timeout(100)
    assert ["heard" in " ".join(heard.console), "this too" in " ".join(heard.console)] == [True, True]
    page.close()


def test_every_page_opens(reader: Reader) -> None:
    paths = [
        "/",
        "/compare",
        "/compare?before=pig&after=interrupted",
        root("torn"),
        root("empty"),
        root("sweep"),
    ]
    paths += [f"{root('pig')}/{tab}".rstrip("/") for tab in TABS]
    paths += [
        f"{root(name)}/{tab}"
        for name, tab in (("exhibits", "scenarios"), ("large gauntlet", "match-ups"), ("deck", "options"))
    ]
    for path in paths:
        reader.open(path)
        assert reader.page.locator("main").inner_text().strip(), path
        assert not reader.console, path


def test_the_explainer_of_pig_is_a_page_of_the_app(reader: Reader) -> None:
    page = reader.page
    reader.open("/")
    page.get_by_role("link", name="Pig, explained").click()
    page.wait_for_url("**/explain/pig")
    for total, word in ((6, "Roll"), (20, None), (35, "Hold")):
        page.locator("#total").fill(str(total))
        said = page.locator("#verdict").inner_text()
        assert said
        assert word is None or word.lower() in said.lower()


def test_from_a_red_target_to_the_moves_of_a_game(reader: Reader, played: str) -> None:
    page = reader.page
    reader.open(f"/?run={played}")
    red = page.locator("tr.missed").first
    assert "Missed" in red.inner_text()
    red.locator(".sentence a").click()
    page.wait_for_url("**/match-up?**")
    assert reader.text("h1 + .headline") == "hold_at(20) v hold_at(5)"
    page.locator("#games td a, #games th a").first.click()
    page.wait_for_url("**/game?**")
    page.wait_for_selector(".transcript")
    assert "the same as the stored game" in reader.text()
    lines = page.locator(".transcript li").all_inner_texts()
    assert len(lines) > 5
    assert any("hold_at" in line for line in lines)
    page.go_back()
    page.go_back()
    assert page.url.endswith(f"/?run={played}")
    assert page.locator("select[name=run]").input_value() == played


def test_a_page_follows_a_run_that_writes(reader: Reader, results: Path) -> None:
    page, folder = reader.page, results / "live"
    target = Target("even", "win_rate", A_B.key, 0, 0.45, 0.55)
    measures = Measures(("payoff", "turns", "points left"), (1, 1, 1), 1)
    try:
        with Store.open(folder, {**MANIFEST, "title": "Still playing"}) as store:
            store.add(outcomes(A_B, 0, 40), 0)
            reader.open(root("live"))
            assert "This run is playing" in reader.text()
            assert "80 games" in reader.text("header")
            assert "No target has been judged yet" in reader.text("header")
            page.evaluate("window.marked = 'the same document'")
            store.add(outcomes(A_B, 40, 100), 0)
            store.verdicts(0, judge([target], store.summaries(), 0.95, measures))
            page.wait_for_selector(".board tbody tr")
            reader.told("header", "200 games")
        reader.told(".state", "was killed")
        assert page.evaluate("window.marked") == "the same document"
    finally:
        shutil.rmtree(folder)
    reader.told("h1", "No such run")


def test_a_newer_page_keeps_what_the_reader_did(reader: Reader, results: Path) -> None:
    page = reader.page
    reader.open(f"{root('pig')}/match-ups")
    page.locator("summary").first.click()
    page.locator("table[data-sortable] thead button").first.click()
    page.locator("table[data-sortable] thead button").first.click()
    before = page.locator("table[data-sortable] tbody").first.inner_text()
    manifest = read_manifest(results / "pig")
    write_manifest(results / "pig", {**manifest, "title": "Pig, another title"})
    reader.told("h1", "Pig, another title")
    write_manifest(results / "pig", manifest)
    reader.told("h1", "Pig, round robin")
    assert page.locator("details").first.get_attribute("open") is not None
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("Policy")
    assert page.locator("table[data-sortable] tbody").first.inner_text() == before
    reader.drawn()


def test_a_filter_stands_in_the_address(reader: Reader) -> None:
    page = reader.page
    reader.open("/")
    page.locator("select[name=game]").select_option("deckfight")
    page.wait_for_url("**/?game=deckfight")
    page.locator("select[name=verdict]").select_option("met")
    page.wait_for_url("**/?game=deckfight&verdict=met")
    assert page.locator(".board tbody tr:not(.met)").count() == 0
    page.get_by_role("link", name="Clear").click()
    page.wait_for_url(re.compile(r"/$"))


def test_a_cell_of_the_heat_map_leads_to_its_match_ups(reader: Reader) -> None:
    page = reader.page
    reader.open(f"{root('hostile')}/match-ups")
    frame = page.locator(".plot.leads .nsewdrag").first.bounding_box()
    page.mouse.move(frame["x"] + frame["width"] * 0.15, frame["y"] + frame["height"] * 0.05)
    page.wait_for_timeout(300)
    page.mouse.click(frame["x"] + frame["width"] * 0.15, frame["y"] + frame["height"] * 0.05)
    page.wait_for_url("**policy=**policy=**")
    assert "2 match-ups of" in reader.text()


def test_markup_in_names_is_inert_on_every_page(reader: Reader) -> None:
    page = reader.page
    link = None
    for tab in TABS:
        reader.open(f"{root('hostile')}/{tab}".rstrip("/"))
        link = link or page.locator("a[href*='match-up?']").first.get_attribute("href")
        assert page.title() != "owned"
        assert (
            page.locator(
                "#page img, #page iframe, #page b:not(.plot b), #page script:not([type='application/json'])"
            ).count()
            == 0
        )
        assert page.locator("a[href^='javascript']").count() == 0
    reader.open(f"{root('hostile')}/match-ups")
    shown = reader.text()
    for name in (HOSTILE[0], HOSTILE[2], HOSTILE[3], HOSTILE[4], HOSTILE[7], HOSTILE[8]):
        assert name in shown
    for path in (
        link,
        "/?run=hostile",
        "/compare?before=hostile&after=pig",
        f"{root('exhibits')}/scenarios",
    ):
        reader.open(path)
        assert page.title() != "owned"
        assert page.locator("#page img, #page iframe").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_every_page_without_scrolling_sideways(browser, site: Site, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, is_mobile=True)
    reader = Reader(context.new_page(), site.address)
    for path in (
        "/",
        root("pig"),
        f"{root('hostile')}/match-ups",
        f"{root('deck')}/options",
        "/compare?before=pig&after=deck",
    ):
        reader.open(path)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390, path
        paper = reader.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (int(re.findall(r"\d+", paper)[0]) < 128) == (scheme == "dark")
    context.close()
    assert reader.console == []


def test_the_keyboard_reaches_a_match_up(reader: Reader) -> None:
    page = reader.page
    reader.open("/?run=pig")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.sentence') !== null"):
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.wait_for_url("**/match-up?**")


def test_the_page_reads_without_scripts(browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.address}{root('pig')}")
    assert page.locator(".board tbody tr").count() == 18
    assert re.search(r"18 targets: \d+ missed", page.locator(".headline").inner_text())
    context.close()
