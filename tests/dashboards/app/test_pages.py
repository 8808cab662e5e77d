"""Every page of the app, asked for without a browser: what it says, of every kind of run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from dashboards.app.results import Results
from dashboards.app.run import TABS
from dashboards.app.state import Filters
from dashboards.app.survey import survey
from dashboards.run import Run
from tests.dashboards.app.conftest import SHOWN
from tests.dashboards.app.site import Answer, root
from tests.dashboards.recipes import HOSTILE

Asked = Callable[[str], Answer]


# --- the board -------------------------------------------------------------------------------------------


def test_the_board_shows_what_is_broken_first(asked: Asked) -> None:
    answer = asked("/")
    assert answer.status == 200
    board = next(answer.page.all("table", class_="board"))
    statuses = [row.attributes.get("class") for row in board.all("tr") if row.attributes.get("class")]
    assert len(statuses) == 100
    assert statuses == sorted(statuses, key=["missed", "undecided", "met"].index)
    assert re.search(r"[\d ]+ targets: [\d ]+ missed, [\d ]+ undecided, [\d ]+ met", answer.main())
    assert "Shown are the worst 100 of" in answer.main()


def test_the_board_counts_what_the_runs_hold(results: Path, played: str) -> None:
    runs = Results(results).runs()
    found = survey(runs, 10_000)
    for one in runs:
        if one.info.status in ("torn", "old"):
            assert one.key not in found.counts
            continue
        with Run.open(one.info.folder) as run:
            judged = run.connection.execute(
                "SELECT verdict FROM verdicts WHERE seq = (SELECT max(seq) FROM verdicts)"
            ).fetchall()
        counts = found.counts.get(one.key)
        for verdict in ("missed", "undecided", "met"):
            assert (getattr(counts, verdict) if counts else 0) == judged.count((verdict,)), one.key
    assert len(found.lines) == found.total()


@pytest.mark.parametrize(
    ("query", "only"),
    [
        ({"game": "deckfight"}, {"deck", "one policy"}),
        ({"run": "pig"}, {"pig"}),
        ({"until": "2001-01-01"}, set()),
        ({"game": "no such game"}, set()),
    ],
)
def test_filters_leave_the_runs_that_are_asked_for(
    asked: Asked, query: dict[str, str], only: set[str]
) -> None:
    answer = asked(f"/?{urlencode(query)}")
    listed = {
        link.removeprefix("/run/") for link in answer.links() if link.startswith("/run/") and "?" not in link
    }
    assert {link.replace("%20", " ") for link in listed} == only


def test_a_filter_shows_what_was_chosen(asked: Asked) -> None:
    answer = asked("/?game=pig&run=pig&since=2001-01-01")
    chosen = {str(one.get("value")) for one in answer.page.all("option") if "selected" in one.attributes}
    assert chosen == {"pig"}
    assert next(answer.page.all("input", name="since")).get("value") == "2001-01-01"


def test_a_filter_by_verdict_leaves_its_lines(asked: Asked) -> None:
    board = next(asked("/?verdict=undecided").page.all("table", class_="board"))
    assert {row.attributes.get("class") for row in board.all("tr")} - {None} == {"undecided"}


def test_a_date_or_verdict_that_is_none_counts_as_not_given() -> None:
    assert Filters.of("since=yesterday&until=2026-02-30&verdict=purple") == Filters()
    assert Filters.of("?since=2026-02-28&verdict=met").address(verdict="") == "/?since=2026-02-28"


def test_a_folder_without_runs_says_so(tmp_path: Path) -> None:
    from dashboards.app.routes import Routes

    told = {
        folder.name: str(Routes(Results(folder)).page("/", "").html())
        for folder in (tmp_path, tmp_path / "missing")
    }
    assert "holds no run" in told[tmp_path.name]
    assert "does not exist yet" in told["missing"]


# --- runs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("name", ["one policy", "empty", "hostile", "three seats"])
def test_every_page_of_every_run_is_whole(asked: Asked, name: str, tab: str) -> None:
    answer = asked(f"{root(name)}/{tab}".rstrip("/"))
    assert answer.status == 200
    assert next(answer.page.all("main")).text.strip()
    for element in ("<img", "<b>bold", "<script>alert", 'href="javascript:'):
        assert element not in answer.text
    assert next(answer.page.all("a", aria_current="page")).text == TABS[tab][0]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("running", "This run was killed before it ended"),
        ("interrupted", "This run was interrupted"),
        ("empty", "This run was killed before it ended"),
        ("no targets", "No target was judged"),
        ("undecided", "undecided"),
        ("hostile", "A control failed"),
        ("sweep", "The sweep has not ended"),
        ("torn", "The manifest of this run is torn"),
        ("old", "This run was stored by another version of Equipoise"),
    ],
)
def test_a_run_that_is_not_whole_says_so(asked: Asked, name: str, told: str) -> None:
    answer = asked(root(name))
    assert answer.status == 200
    assert told in answer.main()


def test_a_run_with_only_undecided_targets(asked: Asked) -> None:
    assert "3 targets: 3 undecided" in asked(root("undecided")).main()


def test_match_ups_of_one_policy(asked: Asked) -> None:
    every = asked(f"{root('pig')}/match-ups")
    link = next(one for one in every.links() if "policy=keep_pace" in one)
    narrowed = asked(link)
    assert "3 match-ups of keep_pace" in narrowed.main()
    keys = [one for one in narrowed.links() if "/match-up?" in one]
    assert len(keys) == 3
    assert all("keep_pace" in key for key in keys)
    assert "1 match-up of keep_pace and optimal" in asked(f"{link}&policy=optimal").main()
    assert "0 match-ups of nobody" in asked(f"{root('pig')}/match-ups?policy=nobody").main()


@pytest.mark.parametrize("name", ["nobody", "'; DROP TABLE units --", "\x00", "a" * 5_000])
def test_names_in_an_address_are_only_names(asked: Asked, name: str) -> None:
    query = urlencode({"policy": name})
    assert asked(f"{root('pig')}/match-ups?{query}").status == 200
    assert asked(f"{root('pig')}/match-up?{urlencode({'key': name})}").status == 404


# --- match-ups and games ---------------------------------------------------------------------------------


def first_match_up(asked: Asked, run: str) -> str:
    return next(link for link in asked(root(run)).links() if "/match-up?" in link)


def test_a_match_up_tells_what_the_store_holds_of_it(asked: Asked, results: Path) -> None:
    key = json.dumps(["base", "optimal", "keep_pace"])
    with Run.open(results / "pig") as run:
        sql = "SELECT sum(pairs) * 2, sum(list_dot_product(seat_results[:6], [2, 1, 0, 2, 1, 0])) "
        sql += "FROM units WHERE matchup = $key"
        games, halves = run.connection.execute(sql, {"key": key}).fetchone()
    text = asked(f"{root('pig')}/match-up?{urlencode({'key': key})}").main()
    assert f"optimal scores {50 * halves / games:.1f}" in text
    assert f"in {int(games):,} games".replace(",", " ") in text


@pytest.mark.parametrize("run", [name for name in SHOWN if name not in ("empty", "no targets", "use")])
def test_every_first_match_up_has_its_page(asked: Asked, run: str) -> None:
    answer = asked(first_match_up(asked, run))
    assert answer.status == 200
    assert "Games to read" in answer.main()
    assert "<img" not in answer.text


def test_games_that_were_kept_are_offered_by_ending(asked: Asked, played: str) -> None:
    answer = asked(first_match_up(asked, played))
    assert "of each ending and winner the shortest" in answer.main()
    table = next(one for one in answer.page.all("table") if "Sample games" in one.text)
    winners = {row.text for row in table.all("tr")}
    assert any("hold_at(20), seat" in one for one in winners)
    assert len(winners) > 3


def test_a_game_waits_for_its_transcript_and_shows_it(asked: Asked, results: Path, played: str) -> None:
    import equipoise
    from dashboards.app.routes import Routes

    game = next(link for link in asked(first_match_up(asked, played)).links() if "/game?" in link)
    first = asked(game)
    assert "Playing this game again" in first.main()
    assert next(first.page.all("div", id="page")).attributes["data-stamp"] == ""
    path, _, query = game.partition("?")
    whole = str(Routes(Results(results), equipoise.Doors().transcript).page(path, query).html())
    assert "the same as the stored game" in whole
    assert 'class="transcript"' in whole


def test_a_game_of_rules_that_are_not_here_says_so(asked: Asked, results: Path) -> None:
    import equipoise
    from dashboards.app.routes import Routes

    routes = Routes(Results(results), equipoise.Doors().transcript)
    query = urlencode({"key": json.dumps(["base", "optimal", "keep_pace"]), "game": 3})
    assert "This game cannot be played again" in str(routes.page(f"{root('pig')}/game", query).html())


@pytest.mark.parametrize("game", ["-1", "4000", "one", "", "9" * 30, "²"])
def test_a_game_that_there_is_not(asked: Asked, game: str) -> None:
    query = urlencode({"key": json.dumps(["base", "optimal", "keep_pace"]), "game": game})
    answer = asked(f"{root('pig')}/game?{query}")
    assert answer.status == 404
    assert "It holds games 0 to 3" in answer.main()


# --- two runs --------------------------------------------------------------------------------------------


def test_two_runs_side_by_side(asked: Asked) -> None:
    answer = asked("/compare?before=pig&after=interrupted")
    text = answer.main()
    assert "Verdict before" in text
    assert "fair duels" in text
    assert {"/run/pig", "/run/interrupted"} <= set(answer.links())
    assert "/compare?before=interrupted&after=pig" in answer.links()


def test_a_run_beside_itself_differs_in_nothing(asked: Asked) -> None:
    assert (
        "No verdict differs of the 18 targets that both have" in asked("/compare?before=pig&after=pig").main()
    )


def test_what_an_interval_of_a_change_takes_for_granted_is_said(asked: Asked) -> None:
    shared = asked("/compare?before=pig&after=interrupted").main()
    assert "intervals of changes run from end to end" in shared
    alone = asked("/compare?before=pig&after=pig").main()
    assert "Both sides are one run" in alone
    assert "exact" in alone


def test_runs_that_share_no_target(asked: Asked) -> None:
    assert "The runs share no target" in asked("/compare?before=pig&after=deck").main()
    assert (
        "Neither run has judged a target" in asked("/compare?before=no%20targets&after=no%20targets").main()
    )


@pytest.mark.parametrize("query", ["", "before=pig", "before=pig&after=nothing", "before=torn&after=pig"])
def test_a_comparison_asks_for_what_it_lacks(asked: Asked, query: str) -> None:
    assert "Choose two runs" in asked(f"/compare?{query}").main()


# --- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/run", "/run/unknown", "/run/pig/nothing", "/run/pig/ratings/more", "/run//match-ups"],
)
def test_there_is_nothing_at_other_addresses(asked: Asked, path: str) -> None:
    answer = asked(path)
    assert answer.status == 404
    assert "No such" in answer.main()


def test_names_that_try_to_be_markup_are_shown_as_typed(asked: Asked) -> None:
    text = asked(f"{root('hostile')}/match-ups").main()
    for name in (HOSTILE[0], HOSTILE[2], HOSTILE[3], HOSTILE[4], HOSTILE[5], HOSTILE[7], HOSTILE[8]):
        assert name in text
    assert asked(f"/{quote(HOSTILE[1])}").status == 404
