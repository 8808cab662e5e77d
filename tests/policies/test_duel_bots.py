"""duel's bots: their mixes, the cap on what they give away, exact results, and games that agree with them."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import numpy as np
import pytest

import policies
from games.duel.data import DuelData
from games.duel.exact import Mixed, play_out
from games.duel.figures import sampled_figures
from games.duel.files import dump, load
from games.duel.gates import GATES
from games.duel.graph import reach
from games.duel.rules import BLUE, RED
from games.matrix import equilibrium, fictitious_play
from policies.contract import Entrant
from policies.duel.maps import new_map
from policies.duel.mixes import capped, exploitability, own_table
from policies.duel.nine import BOTS, exact, exact_pairs
from policies.duel.tables import mixed_table, strategy_of
from runner.judge.counted import MatchupCounts
from runner.measures import measures_of
from runner.plan import Matchup, Unit
from runner.play import Arena, EntrantSpec, Job
from tests.games.duel_documents import FOLDER, shipped, variant

RIVER, RIDGE = "river-line", "ridge-screen"
SMALL = np.array([[7.0, 4.0], [4.0, 6.0]])
X = np.array([0.4, 0.6])


def entrant(name: str, **weights: float) -> Entrant:
    return Entrant(name, policies.of("duel")[name], weights)


def mixes(
    name: str, seat: int, document: DuelData | None = None, scenario: str = RIVER, **weights
) -> np.ndarray:
    """[phases, 3, 4] of an entrant, read back from its table."""
    document = document or shipped()
    strategy = strategy_of(entrant(name, **weights).array(document), document, scenario, seat)
    assert isinstance(strategy, Mixed)
    return strategy.mixes


# --- one phase ------------------------------------------------------------------------------------------


def test_the_published_cap() -> None:
    bias = np.array([0.8, 0.6]) / 1.4
    assert bias == pytest.approx([0.5714, 0.4286], abs=5e-5)
    assert exploitability(SMALL, bias) == pytest.approx(0.342857, abs=5e-7)
    mix = capped(SMALL, bias, X, 0.08)
    assert mix == pytest.approx([0.44, 0.56])
    assert (mix - X)[0] / (bias - X)[0] == pytest.approx(0.233333, abs=5e-7)
    assert exploitability(SMALL, mix) == pytest.approx(0.08)


def test_a_lean_within_the_cap_is_followed_and_a_base_beyond_it_is_kept() -> None:
    lean, far = np.array([0.41, 0.59]), np.array([1.0, 0.0])
    assert capped(SMALL, lean, X, 0.08) == pytest.approx(lean)
    assert capped(SMALL, X, far, 0.08) == pytest.approx(far)


def test_the_cap_is_the_largest_share_that_keeps_to_it() -> None:
    """Against bisection, as the source does it."""
    luck = np.random.default_rng(2)
    for _ in range(15):
        table = luck.integers(2, 9, (4, 4)).astype(float)
        worth, base, _ = equilibrium(table)
        lean = luck.dirichlet(np.ones(4))
        assert exploitability(table, lean) == pytest.approx(worth - (lean @ table).min())
        low, high = (1.0 if exploitability(table, lean) <= 0.08 else 0.0), 1.0
        for _ in range(45):
            middle = (low + high) / 2
            kept = worth - ((middle * lean + (1 - middle) * base) @ table).min() <= 0.08
            low, high = (middle, high) if kept else (low, middle)
        assert capped(table, lean, base, 0.08) == pytest.approx(low * lean + (1 - low) * base, abs=1e-7)


# --- the bots' mixes ------------------------------------------------------------------------------------


def test_balanced_plays_the_equilibrium_whoever_has_initiative() -> None:
    cells = [shipped().cells(phase) for phase in shipped().maps[RIVER]]
    played, exactly = mixes("balanced", BLUE), mixes("balanced", BLUE, fictitious=0)
    for phase, table in enumerate(cells):
        for initiative in range(3):
            np.testing.assert_allclose(played[phase, initiative], fictitious_play(table)[1])
            np.testing.assert_allclose(exactly[phase, initiative], equilibrium(table).column)


def test_doctrine_leans_to_its_stance() -> None:
    """River-line phase 1, Red REC RES ENV BRK: attack with initiative, absorb against it, else preserve."""
    base, leaning = mixes("balanced", RED)[0], mixes("doctrine", RED, cap=1.0)[0]
    attack, absorb, preserve = [2, 3], [1], [0]
    for initiative, favoured in ((2, attack), (0, absorb), (1, preserve)):
        doubled = base[initiative] * np.isin(np.arange(4), favoured) + base[initiative]
        np.testing.assert_allclose(leaning[initiative], doubled / doubled.sum())


def test_doctrine_reads_initiative_from_its_own_side() -> None:
    """Blue attacks where Red would absorb; Blue's phase 1: RES HLD WDR FIR."""
    base, leaning = mixes("balanced", BLUE)[0], mixes("doctrine", BLUE, cap=1.0)[0]
    assert leaning[0, 3] > base[0, 3]
    assert leaning[2, 0] > base[2, 0]


def test_crowd_without_players_answers_mean_payoffs() -> None:
    document = shipped()
    own = own_table(document, document.maps[RIVER][0], RED)
    people = np.exp(own.mean(axis=1) / 0.5)
    expected = (people / people.sum() + fictitious_play(own)[0]) / 2
    np.testing.assert_allclose(mixes("crowd", RED, cap=5.0)[0, 1], expected, atol=1e-12)


def test_crowd_follows_the_players_that_were_seen() -> None:
    seen = [{"red": [7, 1, 1, 1], "blue": [0, 0, 0, 4]}] * 6
    document = DuelData.model_validate({**shipped().model_dump(), "players": {RIVER: seen}})
    for seat, shares in ((RED, [0.7, 0.1, 0.1, 0.1]), (BLUE, [0, 0, 0, 1])):
        base = mixes("balanced", seat)[0, 0]
        np.testing.assert_allclose(mixes("crowd", seat, document, cap=9.0)[0, 0], (shares + base) / 2)
        np.testing.assert_allclose(mixes("crowd", seat, document, cap=9.0, share=0.0)[0, 0], base)


@pytest.mark.parametrize("name", ["doctrine", "crowd"])
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_no_bot_gives_more_away_than_its_cap(name, seat) -> None:
    document, reached = shipped(), 0
    for scenario, phases in document.maps.items():
        for phase, of_phase in zip(phases, mixes(name, seat, scenario=scenario), strict=True):
            for mix in of_phase:
                given = exploitability(own_table(document, phase, seat), mix)
                assert given <= 0.08 + 1e-9
                reached += given > 0.079
    assert reached, "the cap binds nowhere: the check above is empty"


def test_an_option_of_no_share_is_never_drawn() -> None:
    """The threshold before an option that is never played is 1 exactly, however the sums were rounded."""
    table = mixed_table([np.tile([0.1, 0.2, 0.7, 0.0], (1, 2, 3, 1))])
    assert table[1:4].tolist() == [0.1, pytest.approx(0.3), 1.0]


def test_always_names_an_option_that_exists() -> None:
    assert mixes("always", RED, option=2)[..., 2].min() == 1
    with pytest.raises(ValueError, match="from 0 to 3"):
        entrant("always", option=4).array(shipped())


def test_who_states_no_mix_cannot_be_evaluated() -> None:
    with pytest.raises(ValueError, match="neither a mix for each phase nor an option for each state"):
        strategy_of(np.zeros(3), shipped(), RIVER, RED)


def figures_of(arena, scenario, players, summary):
    """Figures of play, with the intervals of one match-up by itself."""
    measures = measures_of(arena.game, arena.document)
    return sampled_figures(MatchupCounts(Matchup(scenario, players), summary, measures, 0, 0.95))


# --- whole games ----------------------------------------------------------------------------------------

# Published from 100,000 games a pair; three standard errors (.0047, .0007, .0023, .002) to either side.
PUBLISHED = {
    RIVER: {"win": (0.477, 0.482), "draw": (0.005, 0.006), "flip": (0.063, 0.065), "r2": (0.638, 0.646)},
    RIDGE: {"win": (0.478, 0.481), "draw": (0.002, 0.003), "flip": (0.057, 0.059), "r2": (0.576, 0.585)},
}
NOISE = {"win": 0.0047, "draw": 0.0007, "flip": 0.0023, "r2": 0.002}


@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
def test_nine_pairs_of_bots_as_published(scenario) -> None:
    pairs = exact_pairs(shipped(), scenario)
    assert len(pairs) == 9
    for name, (low, high) in PUBLISHED[scenario].items():
        values = [getattr(pair, name) for pair in pairs]
        assert low - NOISE[name] <= min(values)
        assert max(values) <= high + NOISE[name]
        assert min(values) < high
        assert max(values) > low


@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
def test_the_bots_pass_every_gate_of_play(scenario) -> None:
    pairs = exact_pairs(shipped(), scenario)
    for gate in GATES.values():
        if gate.needs == "figures":
            rows = gate.check(pairs, **gate.thresholds)
            assert len(rows) == 9
            assert all(row.passed for row in rows)


@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
@pytest.mark.parametrize(
    "players", [("balanced", "doctrine"), ("crowd", "uniform"), ("doctrine", "doctrine")]
)
def test_games_agree_with_the_exact_evaluator(scenario, players) -> None:
    """Within four standard errors of 8,000 pairs; a mirror's rotations are the same games."""
    pairs = 8_000
    arena = arena_of(shipped(), set(players))
    summary = arena.simulate(Unit(Matchup(scenario, players), 0, pairs)).summary
    for counted, _, _ in figures_of(arena, scenario, players, summary):
        sides = entrant(counted.red), entrant(counted.blue)
        expected = exact(shipped(), scenario, *sides)
        for name in ("win", "draw", "flip"):
            share = getattr(expected, name)
            bound = 4 * np.sqrt(share * (1 - share) / pairs)
            assert getattr(counted, name) == pytest.approx(share, abs=bound)
        assert counted.games == pairs
        assert counted.r2 == pytest.approx(expected.r2, abs=0.02)


def test_usage_in_games_is_that_of_the_mix() -> None:
    arena = arena_of(shipped(), {"balanced", "crowd"})
    summary = arena.simulate(Unit(Matchup(RIVER, ("balanced", "crowd")), 0, 4_000)).summary
    phase = shipped().maps[RIVER][0]
    for player, seat, options in ((0, RED, phase.red), (1, BLUE, phase.blue)):
        expected = mixes(("balanced", "crowd")[player], seat)[0, 1]
        for option, share in zip(options, expected, strict=True):
            offered, chosen = summary.options[player, seat, arena.options.index(f"1 {option}"), :2]
            assert offered == 4_000
            assert chosen / offered == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / offered))


@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
def test_the_best_response_earns_in_games_what_the_evaluator_says(scenario) -> None:
    document, pairs = shipped(), 4_000
    players = ("best_response", "uniform")
    summary = arena_of(document, set(players)).simulate(Unit(Matchup(scenario, players), 0, pairs)).summary
    to = entrant("uniform")
    answer = Entrant("best_response", policies.of("duel")["best_response"], refs={"to": to})
    table = answer.array(document)
    graph = reach(document, scenario)
    for seat in (RED, BLUE):
        sides = [strategy_of(to.array(document), document, scenario, side) for side in (RED, BLUE)]
        sides[seat] = strategy_of(table, document, scenario, seat)
        outcome = play_out(graph, *sides)
        share = outcome.win if seat == RED else outcome.loss
        assert share > 0.6
        won = summary.seat_results[0, seat, 0] / pairs
        assert won == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / pairs))


def test_a_best_response_answers_a_best_response() -> None:
    document = variant(maps=(RIVER,), phases=3)
    best = policies.of("duel")["best_response"]
    first = Entrant("first", best, refs={"to": entrant("balanced")})
    second = Entrant("second", best, refs={"to": first})
    assert exact(document, RIVER, second, first).win == pytest.approx(1)


# --- new maps -------------------------------------------------------------------------------------------


def test_a_new_map_passes_all_seven_gates_and_is_written_as_designers_write(tmp_path) -> None:
    document = new_map(shipped(), 7, "seven", phases=3)
    dump(document, tmp_path)
    pairs = exact_pairs(document, "seven")
    for gate in GATES.values():
        rows = (
            gate.check(pairs, **gate.thresholds)
            if gate.needs == "figures"
            else gate.check(document, "seven", **gate.thresholds)
        )
        assert all(row.passed for row in rows)
    written = json.loads((tmp_path / "duels.json").read_text())
    assert list(written["seven"][0]) == ["red", "blue", "factors", "cells"]
    for name in ("matchups.json", "rules.json"):
        assert json.loads((tmp_path / name).read_text()) == json.loads((FOLDER / name).read_text())
    assert load(tmp_path) == document


def test_maps_that_are_turned_down_are_drawn_again() -> None:
    seen = []

    def accepts(figures) -> bool:
        seen.append(figures[0].win)
        return len(seen) == 2

    second = new_map(shipped(), 7, phases=1, accepts=accepts)
    assert len(set(seen)) == 2
    assert second != new_map(shipped(), 7, phases=1, accepts=lambda figures: True)


def arena_of(document: DuelData, names: set[str]) -> Arena:
    """These policies on a document; who answers another answers `uniform`."""
    known = policies.of("duel")
    uniform = EntrantSpec("uniform", "uniform", {}, {})
    entrants = tuple(
        EntrantSpec(name, name, {}, dict.fromkeys(known[name].refs, uniform)) for name in sorted(names)
    )
    return Arena(Job("duel", document.model_dump(), entrants, 11, "per-game"))


def test_three_bots_stand_for_the_gates() -> None:
    assert [bot.label for bot in BOTS] == ["balanced", "doctrine", "crowd"]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [RIVER, RIDGE])
def test_a_hundred_thousand_games_a_pair(scenario, study) -> None:
    """All nine pairs as the source played them, within four standard errors of the exact figures."""
    pairs, names = study(100_000, 20_000), [bot.label for bot in BOTS]
    arena = arena_of(shipped(), set(names))
    expected = {(figures.red, figures.blue): figures for figures in exact_pairs(shipped(), scenario)}
    met = set()
    for players in combinations_with_replacement(names, 2):
        summary = arena.simulate(Unit(Matchup(scenario, players), 0, pairs)).summary
        for counted, _, _ in figures_of(arena, scenario, players, summary):
            right = expected[counted.red, counted.blue]
            met.add((counted.red, counted.blue))
            for name in ("win", "draw", "flip"):
                share = getattr(right, name)
                bound = 4 * np.sqrt(share * (1 - share) / pairs)
                assert getattr(counted, name) == pytest.approx(share, abs=bound)
            assert counted.r2 == pytest.approx(right.r2, abs=2 / np.sqrt(pairs))
    assert met == set(expected)
