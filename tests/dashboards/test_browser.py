"""Reports in a real browser: they draw, nothing in them runs that is not theirs, and the console stays silent."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboards.figures.theme import ACCENT, DARK
from dashboards.markup import visible
from tests.dashboards.page import Node
from tests.dashboards.recipes import HOSTILE

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(BROWSER is None, reason="chromium is not installed: apt-get install chromium"),
]
Drawn = Callable[..., tuple[str, list[str]]]
# From a process as root, in a container, without a network.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
    "--enable-logging=stderr", "--virtual-time-budget=3000", "--dump-dom",
)  # fmt: skip


def opened(page: Path, profile: Path, *flags: str) -> tuple[str, list[str]]:
    """The document after its scripts have run, and every line of the console."""
    assert BROWSER is not None
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


@pytest.fixture(scope="session")
def drawn(page_of: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """`drawn(name, *flags)`: the report of that run after its scripts have run, and its console."""
    seen: dict[tuple[str, ...], tuple[str, list[str]]] = {}

    def draw(name: str, *flags: str) -> tuple[str, list[str]]:
        if (name, *flags) not in seen:
            seen[name, *flags] = opened(page_of(name), tmp_path_factory.mktemp("profile"), *flags)
        return seen[name, *flags]

    return draw


def texts(dom: str) -> str:
    """Text of the SVG labels, entities resolved, spaces as they are."""
    return " ".join(
        html.unescape(re.sub(r"<[^>]+>", "", label)) for label in re.findall(r"<text[^>]*>.*?</text>", dom)
    )


def test_the_console_is_listened_to(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(
        "<script>console.error('heard'); document.title = 'x'; throw new Error('this too')</script>"
    )
    dom, console = opened(page, tmp_path / "profile")
    assert "<title>x</title>" in dom
    assert ["heard" in " ".join(console), "this too" in " ".join(console)] == [True, True]


@pytest.mark.parametrize("name", ["pig", "hostile", "empty", "exhibits"])
def test_a_page_draws_itself_without_a_word_on_the_console(
    drawn: Drawn, shown: Callable[[str], Node], name: str
) -> None:
    plots = len(list(shown(name).all("div", class_="plot")))
    dom, console = drawn(name)
    assert console == []
    assert dom.count('data-drawn=""') == plots
    assert dom.count('class="main-svg"') >= plots
    assert (">Show all 90</button>" in dom) == (name == "hostile")


def test_hostile_names_stay_text_after_plotly_has_drawn_them(drawn: Drawn) -> None:
    dom, _ = drawn("hostile")
    assert "<title>owned" not in dom
    for element in ("<img", "<b>", 'javascript:alert(1)">', "<iframe"):
        assert element not in dom
    labels = texts(dom)
    for name in HOSTILE:
        short = visible(name)
        assert (short if len(short) <= 26 else short[:12]) in labels


def test_hostile_names_of_exhibits_stay_text_too(drawn: Drawn) -> None:
    dom, _ = drawn("exhibits")
    assert "<title>owned" not in dom
    for element in ("<img", "<b>bold", 'javascript:alert(1)">', "<iframe"):
        assert element not in dom
    labels = texts(dom)
    for name in (HOSTILE[0], HOSTILE[2], HOSTILE[7], HOSTILE[8]):
        assert visible(name)[:8] in labels


def test_a_dark_screen_gets_dark_figures(drawn: Drawn) -> None:
    def painted(dom: str, colour: str) -> bool:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return f"rgb({red}, {green}, {blue})" in dom

    for flags, expected in (((), ACCENT), (("--blink-settings=preferredColorScheme=0",), DARK[ACCENT])):
        dom, console = drawn("pig", *flags)
        assert console == []
        assert painted(dom, expected)
        assert not painted(dom, DARK[ACCENT] if expected == ACCENT else ACCENT)


def test_a_reader_sorts_filters_and_shows_all(page_of: Callable[[str], Path], tmp_path: Path) -> None:
    """A script of the test's own plays the reader; the policy that would stop it is taken out of the copy."""
    reader = """
        const tables = [...document.querySelectorAll("table")];
        const table = tables.find((one) => one.caption.textContent.includes("strongest"));
        const column = (at) => [...table.tBodies[0].rows].map((row) => row.cells[at].firstChild.textContent.trim());
        const press = (at) => table.tHead.rows[0].cells[at].querySelector("button").click();
        const said = {};
        press(0); said.byName = column(0); said.order = table.tHead.rows[0].cells[0].getAttribute("aria-sort");
        press(1); said.best = column(0)[0];
        press(1); said.worst = column(0)[0]; said.turned = table.tHead.rows[0].cells[1].getAttribute("aria-sort");
        const board = document.querySelector(".board");
        const seen = () => [...board.tBodies[0].rows].filter((row) => !row.hidden).length;
        const input = document.querySelector(".filter input");
        said.first = seen();
        input.value = "KEEP_PACE"; input.dispatchEvent(new Event("input")); said.filtered = seen();
        said.told = document.querySelector(".filter [role=status]").textContent;
        document.title = JSON.stringify(said);"""
    text = page_of("pig").read_text(encoding="utf-8")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    copy = tmp_path / "copy.html"
    copy.write_text(text.replace("</body>", f"<script>{reader}</script></body>"), encoding="utf-8")
    dom, console = opened(copy, tmp_path / "profile")
    assert console == []
    title = re.search(r"<title>(.*?)</title>", dom)
    assert title is not None
    assert json.loads(html.unescape(title.group(1))) == {
        "byName": ["hold_at(20)", "hold_at(25)", "keep_pace", "optimal"],
        "order": "ascending",
        "best": "optimal",
        "worst": "hold_at(25)",
        "turned": "ascending",
        "first": 18,
        "filtered": 9,
        "told": "9 of 18",
    }
