"""What the option tables of shipped games say: nothing of a seat, of a phase reached, or of a game nobody can win."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

import equipoise
from dashboards.estimates import option_rows
from dashboards.run import Run
from runner.answers import as_json
from runner.experiment import load
from runner.judge.estimates import Estimate
from runner.judge.options import CERTAIN, OptionFigures
from runner.options import options_of
from runner.plan import Unit
from runner.play import Arena

CONFIGS = Path(__file__).parent.parent.parent / "configs"


def table(name: str, pairs: int) -> tuple[OptionFigures, ...]:
    """The option table of a shipped experiment after that many pairs of every match-up."""
    asked = load(CONFIGS / f"{name}.toml")
    arena, game = Arena(asked.job(keep_games=False)), asked.game
    met = asked.matchups()
    summaries = {one.key: arena.simulate(Unit(one, 0, pairs)).summary for one in met}
    names = game.options(asked.document)
    return options_of(met, summaries, names, asked.certainty, game.rules.seen is not None)


def test_an_option_of_one_seat_is_not_praised_for_that_seat() -> None:
    """Red wins less than Blue in duel: over all games, Blue's own options came with four points and a half."""
    rows = table("duel", 400)
    seats: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        seats.setdefault((row.scenario, row.option), set()).add(row.seat)
    blue = [row for row in rows if seats[row.scenario, row.option] == {2}]
    assert len(blue) > 20
    known = [row.compared.value for row in blue if row.compared.value is not None]
    assert abs(float(np.mean(known))) < 0.02
    assert all(row.iwd.value is None for row in rows)


def test_an_option_of_a_late_phase_is_not_praised_for_reaching_it() -> None:
    """Battle's last phase came with 44 points, for the games that got there."""
    rows = table("battle", 500)
    late = [row for row in rows if row.games_seen < row.games]
    assert late
    for row in late:
        assert row.iwd.value is row.gih_wr.value is row.gns_wr.value is None
        assert row.compared.number <= row.games_seen


def test_nobody_wins_pig_without_holding_and_that_is_no_effect() -> None:
    rows = [row for row in table("pig", 300) if row.option == "hold"]
    assert len(rows) == 6 * 2
    assert all(row.compared.value is None for row in rows)
    assert any(CERTAIN in row.left_out["compared"] for row in rows)


def test_cards_that_are_dealt_are_compared_when_drawn() -> None:
    rows = table("deckfight", 2_000)
    assert any(row.gih_wr.value is not None for row in rows)


def test_json_and_page_tell_the_same_rows(tmp_path: Path) -> None:
    text = (CONFIGS / "pig.toml").read_text(encoding="utf-8")
    path = tmp_path / "pig.toml"
    path.write_text(
        text.replace('data = "', f'data = "{CONFIGS}/').replace("seed = 1", "seed = 1\neffects = 40")
    )
    asked = load(path, games=400)
    result = equipoise.run(asked, tmp_path)
    told = as_json(asked, result, None)["options"]
    with Run.open(result.folder) as run:
        shown = option_rows(run, run.labels)
    assert len(told) == len(shown) == 6 * 2 * 2
    found = {(row.scenario, row.policy, row.seat, row.option): row for row in shown}
    for row in told:
        page = found[row["scenario"], row["policy"], row["seat"], row["option"]]
        for name in ("taken", "share", "compared", "effect", "chosen_wr", "passed_wr"):
            mine = row[name]["value"], row[name]["low"], row[name]["high"]
            theirs = getattr(page, name).value, getattr(page, name).low, getattr(page, name).high
            assert mine == pytest.approx(theirs, abs=1e-9), name
        assert row["left_out"] == page.left_out
        assert row["effect"]["value"] is not None


@pytest.mark.slow
def test_half_widths_on_duel_are_those_of_the_spread_over_seeds(
    tmp_path: Path, study: Callable[[int, int], int]
) -> None:
    """Half-width over 1.96 standard deviations over seeds, under the run's own rule of stopping."""
    tables = []
    for seed in range(1, study(28, 6) + 1):
        asked = load(CONFIGS / "duel.toml", budget="smoke", seed=seed)
        result = equipoise.run(asked, tmp_path / str(seed))
        names = asked.game.options(asked.document)
        found = options_of(asked.matchups(), result.summaries, names, asked.certainty, False)
        tables.append({(row.scenario, row.policy, row.seat, row.option): row for row in found})
    places = [place for place in tables[0] if all(place in one for one in tables)]
    for name in ("taken", "share", "chosen_wr", "passed_wr", "compared"):
        ratios = [_ratio([getattr(one[place], name) for one in tables]) for place in places]
        known = [ratio for ratio in ratios if ratio is not None]
        print(f"\n{name}: half-width over 1.96 sigma {np.median(known):.2f} (median of {len(known)} rows)")
        assert 0.85 < np.median(known) < 1.4


def _ratio(estimates: list[Estimate]) -> float | None:
    values = [one.value for one in estimates]
    if any(value is None for value in values):
        return None
    # Half of all samples so small spread less than that: the median of the ratios would else be too large.
    free = len(values) - 1
    spread = float(np.std(np.array(values), ddof=1)) / float(np.sqrt(chi2.ppf(0.5, free) / free))
    radius = float(np.mean([one.radius for one in estimates]))
    return radius / (1.96 * spread) if spread else None
