"""The exact evaluator against going through every match, its own best answers, and published figures."""

from __future__ import annotations

import numpy as np
import pytest

from games.duel.data import DuelData
from games.duel.exact import Mixed, best_answer, extremes, play_out, worst_losses
from games.duel.figures import eta_squared, exact_figures, r_squared
from games.duel.graph import Graph, reach
from games.duel.rules import BLUE, RED
from games.matrix import equilibrium, fictitious_play
from tests.games.duel_documents import shipped, variant
from tests.games.duel_slow import every_match, play

RIVER, RIDGE = "river-line", "ridge-screen"


def random_sides(phases: int, seed: int) -> tuple[Mixed, Mixed]:
    """Two mixes that depend on phase and initiative."""
    luck = np.random.default_rng(seed)
    red, blue = (luck.dirichlet(np.ones(4), (phases, 3)) for _ in range(2))
    return Mixed(red), Mixed(blue)


def equilibrium_sides(document: DuelData, scenario: str, fictitious: bool = True) -> tuple[Mixed, Mixed]:
    """x* of both sides in every phase."""
    tables = [document.cells(phase) for phase in document.maps[scenario]]
    pairs = [fictitious_play(table) if fictitious else equilibrium(table)[1:] for table in tables]
    red, blue = (Mixed(np.array([[pair[seat]] * 3 for pair in pairs])) for seat in (RED, BLUE))
    return red, blue


def counted(graph: Graph, *sides: Mixed) -> tuple[float, float]:
    outcome = play_out(graph, *sides)
    return outcome.win, outcome.flip


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"initiative_window": 3, "initiative_threshold": 1},
        {"initiative_window": 1, "initiative_bonus": 2},
        {"margin_tenths": 8, "strength_margin": 3, "concession_rate": 3},
    ],
    ids=["published", "long window", "short window", "wide margins"],
)
def test_every_match_gone_through_gives_the_same_chances(rules) -> None:
    document = variant(rules=rules, maps=(RIVER,), phases=3)
    red, blue = random_sides(3, seed=1)
    slow = every_match(
        document, RIVER, lambda seat, phase, holder: (red, blue)[seat].mixes[phase, holder + 1]
    )
    found = play_out(reach(document, RIVER, plain=True), red, blue)
    assert [found.win, found.draw, found.loss, found.flip] == pytest.approx(list(slow.values()), abs=1e-12)


def test_chances_sum_to_one_and_do_not_depend_on_telling_flips() -> None:
    sides = random_sides(6, seed=2)
    full, lean = (play_out(reach(shipped(), RIVER, plain=plain), *sides) for plain in (True, False))
    assert full.win + full.draw + full.loss == pytest.approx(1)
    assert full[:3] == pytest.approx(lean[:3])
    assert full.met.sum(axis=(1, 2, 3)) == pytest.approx(np.ones(6))
    assert lean.flip == 0


def test_about_eleven_thousand_states() -> None:
    """As many as the source counts, in six phases and the end."""
    graph = reach(shipped(), RIVER)
    assert [len(layer.margin) for layer in graph.layers] == [1, 10, 92, 628, 2557, 6248]
    for layer in graph.layers:
        assert len(np.unique(layer.codes)) == len(layer.codes)


def test_what_each_first_option_leaves_possible() -> None:
    found = extremes(reach(shipped(), RIVER), RED)
    assert found.margin[0].tolist() == [-17, 17]
    assert found.can_win.all()
    assert found.can_lose.all()


def test_extremes_and_worst_losses_against_every_match() -> None:
    document = variant(maps=(RIDGE,), phases=2)
    graph = reach(document, RIDGE)
    for seat in (RED, BLUE):
        found = extremes(graph, seat)
        for option in range(4):
            matches = [
                play(document, RIDGE, [(i, j), (k, m)])
                for i in range(4)
                for j in range(4)
                if (i, j)[seat] == option
                for k in range(4)
                for m in range(4)
            ]
            margins = [match.margin for match in matches]
            assert found.margin[option].tolist() == [min(margins), max(margins)]
            assert found.can_win[option] == any(match.winner == seat for match in matches)
            assert found.can_lose[option] == any(match.winner == 1 - seat for match in matches)


@pytest.mark.parametrize(("scenario", "left"), [(RIVER, (37, 44)), (RIDGE, (19, 17))])
def test_worst_strength(scenario, left) -> None:
    assert tuple(100 - lost for lost in worst_losses(reach(shipped(), scenario))) == left


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_a_best_answer_earns_what_it_promises_and_no_mix_earns_more(seat) -> None:
    graph = reach(shipped(), RIVER)
    sides = list(random_sides(6, seed=3))
    answer, promised = best_answer(graph, sides[1 - seat], seat)
    others = [*random_sides(6, seed=4), sides[seat]]

    def earned(strategy) -> float:
        sides[seat] = strategy
        outcome = play_out(graph, *sides)
        return (outcome.win - outcome.loss) * (1 if seat == RED else -1)

    assert earned(answer) == pytest.approx(promised)
    assert promised > max(earned(other) for other in others)


def test_of_equal_answers_the_lowest_index_is_given() -> None:
    """On a map that cannot be decided every option earns nothing."""
    document = variant(rules={"margin_tenths": 50, "strength_margin": 100}, maps=(RIVER,), phases=1)
    answer, promised = best_answer(reach(document, RIVER), random_sides(1, seed=5)[1], RED)
    assert promised == 0
    assert answer.choices[0].tolist() == [0]


# --- published figures, each from 100,000 games or fewer: a standard error of .0016 at most ----------------


@pytest.mark.parametrize(
    ("change", "win", "flip"),
    [
        ({"rules": {"initiative_threshold": 1}}, 0.485, 0.087),
        ({"rules": {"initiative_threshold": 3}}, 0.467, 0.021),
        ({"rules": {"initiative_bonus": 2}}, 0.488, 0.085),
        ({"matchups": {("RES", "ENV"): 1}}, 0.503, None),
    ],
    ids=["threshold 1", "threshold 3", "bonus 2", "RES>ENV -1"],
)
def test_published_sensitivities(change, win, flip) -> None:
    document = variant(maps=(RIVER,), **change)
    found = counted(reach(document, RIVER, plain=True), *equilibrium_sides(document, RIVER))
    assert found[0] == pytest.approx(win, abs=0.004)
    assert flip is None or found[1] == pytest.approx(flip, abs=0.003)


def test_all_twos_to_ones_and_factors_off() -> None:
    values = variant(maps=(RIVER,)).model_dump()
    for yields in values["matchups"].values():
        yields.update({name: 1 for name, weight in yields.items() if weight == 2})
    ones = DuelData.model_validate(values)
    assert counted(reach(ones, RIVER), *equilibrium_sides(ones, RIVER))[0] == pytest.approx(0.451, abs=0.004)

    values = variant(maps=(RIVER,)).model_dump()
    for phase in values["maps"][RIVER]:
        phase["factors"] = [[0] * 4] * 4
    bare = DuelData.model_validate(values)
    assert counted(reach(bare, RIVER), *equilibrium_sides(bare, RIVER))[0] == pytest.approx(0.396, abs=0.004)


def test_measures_of_association() -> None:
    groups, x, y = [1, 1, 2, 2, 3, 3], np.array([0, 0, 2, 2, -1, -1]), np.array([4, 6, 7, 7, 3, 5])
    assert eta_squared(groups, y) == pytest.approx(0.7)
    sums = [float(term.sum()) for term in (x, y, x * x, y * y, x * y)]
    assert r_squared(6, *sums) == pytest.approx(0.7)
    assert r_squared(2, 0, 10, 0, 50, 0) == 0
    assert eta_squared(groups, [5] * 6) == 0


def test_shares_weigh_like_copies() -> None:
    assert eta_squared([1, 2, 2], [4, 6, 7], [3, 1, 2]) == pytest.approx(
        eta_squared([1, 1, 1, 2, 2, 2], [4, 4, 4, 6, 7, 7])
    )


def test_exact_association_is_that_of_every_match() -> None:
    document = variant(maps=(RIVER,), phases=2)
    red, blue = random_sides(2, seed=6)
    graph = reach(document, RIVER, plain=True)
    found = exact_figures(document, RIVER, graph, play_out(graph, red, blue), ("a", "b"))
    x, y, pairs, chances = [], [], [], []
    for first in np.ndindex(4, 4):
        for second in np.ndindex(4, 4):
            match = play(document, RIVER, [first, second])
            chance = 1.0
            for index, ((i, j), holder) in enumerate(zip((first, second), match.initiatives, strict=True)):
                chance *= red.mixes[index, holder + 1, i] * blue.mixes[index, holder + 1, j]
            for index, (i, j) in enumerate((first, second)):
                phase = document.maps[RIVER][index]
                x.append(document.met(phase)[i, j])
                y.append(match.scores[index])
                pairs.append(f"{phase.red[i]} {phase.blue[j]}")
                chances.append(chance)
    means = np.average(np.array([x, y]), axis=1, weights=chances)
    covariance = np.cov(np.array([x, y]), aweights=chances, ddof=0)
    assert means[1] > 0
    assert found.r2 == pytest.approx(covariance[0, 1] ** 2 / (covariance[0, 0] * covariance[1, 1]))
    assert found.eta2 == pytest.approx(eta_squared(pairs, y, chances))
