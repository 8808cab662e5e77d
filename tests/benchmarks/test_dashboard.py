"""How long a reader waits for the live app over 200 runs that kept 10 million games: answer and first paint."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from dashboards.app.guard import Guard
from dashboards.app.serve import listening
from tests.benchmarks.large_results import POLICIES, write_results
from tests.dashboards.app.site import Site

KEY = json.dumps(["base", *POLICIES[:2]])
PAGES = {
    "board": "/",
    "one game": "/?game=game+1",
    "run": "/run/run-000",
    "match-ups": "/run/run-000/match-ups",
    "match-up": f"/run/run-000/match-up?{urlencode({'key': KEY})}",
    "compare": "/compare?before=run-001&after=run-002",
}
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_results(tmp_path_factory.mktemp("large"))


@pytest.fixture(scope="module")
def site(results: Path) -> Iterator[Site]:
    with Site(listening(results, Guard("127.0.0.1", None), 0, None)) as running:
        yield running


def fetched(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read())


def test_the_first_answer_of_a_new_process(benchmark, results: Path) -> None:
    """Everything cold: imports, 200 manifests, the board; what is counted is from the request to its answer."""
    code = (
        "import sys, time; from pathlib import Path; from dashboards.app.guard import Guard; "
        "from dashboards.app.server import build; "
        "client = build(Path(sys.argv[1]), Guard('localhost', None)).server.test_client(); "
        "began = time.perf_counter(); assert client.get('/').status_code == 200; print(time.perf_counter() - began)"
    )
    times: list[float] = []

    def once() -> None:
        done = subprocess.run(
            [sys.executable, "-c", code, str(results)], capture_output=True, text=True, check=True
        )
        times.append(float(done.stdout))

    benchmark.pedantic(once, rounds=3)
    benchmark.extra_info["seconds to the answer"] = [round(one, 3) for one in times]


@pytest.mark.parametrize("page", PAGES)
def test_an_answer(benchmark, site: Site, page: str) -> None:
    """A page that is made anew: a query that was not asked before is not answered from those that were."""
    address, numbers = site.address + PAGES[page], itertools.count()
    joint = "&" if "?" in address else "?"

    def fresh() -> tuple[tuple[str], dict[str, str]]:
        return (f"{address}{joint}again={next(numbers)}",), {}

    assert "Equipoise" in benchmark.pedantic(fetched, setup=fresh, rounds=5)


def test_asking_whether_anything_has_changed(benchmark, results: Path) -> None:
    from dashboards.app.results import Results
    from dashboards.app.routes import Routes

    routes = Routes(Results(results))
    assert len(benchmark(routes.stamp, "/")) > 200


@pytest.mark.skipif(BROWSER is None, reason="chromium is not installed: apt-get install chromium")
@pytest.mark.parametrize("page", PAGES)
def test_first_paint(benchmark, site: Site, page: str) -> None:
    """In a browser that has never been here; milliseconds to the first contentful paint."""
    driver = pytest.importorskip("playwright.sync_api")
    paints: list[float] = []
    with driver.sync_playwright() as playing:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
        chromium = playing.chromium.launch(executable_path=BROWSER, args=flags)

        def opened() -> None:
            context = chromium.new_context()
            tab = context.new_page()
            tab.goto(site.address + PAGES[page], wait_until="commit")
            paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            until = time.monotonic() + 30
            while (found := tab.evaluate(paint)) is None and time.monotonic() < until:
                tab.wait_for_timeout(20)
            paints.append(found)
            context.close()

        benchmark.pedantic(opened, rounds=3, warmup_rounds=1)
        chromium.close()
    benchmark.extra_info["ms to the first paint"] = [round(one) for one in paints[1:]]
