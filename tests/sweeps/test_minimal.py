"""The smallest change: nothing where nothing is needed, one edit where one will do, two where two are needed."""

import json

import pytest

from games.duel.data import DuelData
from games.duel.leverage import leverage
from runner import experiment as experiments
from sweeps.definition import load
from sweeps.edits import at, crossed, directions, nearer, neighbours
from sweeps.gates import PointGates, gate_readings, shut_rows
from sweeps.parameters import Parameter
from sweeps.run import sweep
from tests.sweeps.written import DECKFIGHT, GAMES, OGRE, ROOT, SLIME, deckfight

SMALLEST = "[sweep]\nmode = 'smallest-change'\ndeviations = false\n"


def changed(result):
    space = result.sweep.space
    point = result.best.candidate.point
    return {space.names[i]: point[i] for i in space.changed(point)}


def swept(path, results):
    definition = load(path)
    return sweep(definition, definition.folder(results))


def test_ways_lead_outwards_from_today():
    up, down = directions(0, Parameter("hp", ((),), "integer", 5, 3, 9, 1))
    assert (up.values, down.values) == ((6, 7, 8, 9), (4, 3))
    assert at((up, down), 0.0) == ()
    assert [at((up,), part)[0][1] for part in (0.01, 0.25, 0.26, 0.5, 1.0)] == [6, 6, 7, 7, 9]
    choice = Parameter("kind", ((),), "choice", "a", choices=("a", "b", "c"))
    assert [way.values for way in directions(1, choice)] == [("b",), ("c",)]


def test_an_answer_is_made_smaller_from_all_sides():
    parameters = (
        Parameter("x", ((),), "integer", 5, 0, 20, 1),
        Parameter("y", ((),), "integer", 5, 0, 20, 1),
    )
    found = list(nearer(parameters, ((0, 9), (1, 2))))
    assert ((1, 2),) in found
    assert ((0, 9),) in found
    assert ((0, 8), (1, 2)) in found
    assert ((0, 9), (1, 3)) in found
    assert all(one != ((0, 9), (1, 2)) for one in found)
    around = set(neighbours(parameters, ((0, 6),)))
    assert around == {((0, 7),)}  # 5 is today's value: that is no edit


@pytest.fixture(scope="module")
def slime(tmp_path_factory):
    """Neither number alone brings the slime to an even fight within its range."""
    folder = tmp_path_factory.mktemp("slime")
    return swept(deckfight(folder, SMALLEST + SLIME.replace("150", "90")), folder / "results")


def test_where_two_numbers_are_needed_two_are_found(slime):
    result = slime
    assert result.exit_code == 0
    assert set(changed(result)) == {"enemies.Slime.maxHp", "enemies.Slime.intents[0].value"}
    singles = [one for one in result.found if len(result.sweep.space.changed(one.candidate.point)) == 1]
    assert len(singles) == 60 + 25
    assert all(one.assessment.status != "met" for one in singles)


def test_where_one_number_will_do_one_is_found_and_none_is_smaller(tmp_path):
    text = DECKFIGHT.replace("[0.45, 0.55]", "[0.62, 0.78]")
    result = swept(deckfight(tmp_path, SMALLEST + OGRE, text, "even"), tmp_path / "results")
    assert result.today.status == "missed"
    assert result.exit_code == 0
    assert len(changed(result)) == 1
    space = result.sweep.space
    met = [
        one for one in result.found if one.assessment.status == "met" and one.assessment.distance.value == 0
    ]
    assert result.best.assessment.change == min(one.assessment.change for one in met)
    smaller = [
        one for one in result.found if space.change(one.candidate.point) < result.best.assessment.change
    ]
    assert len(smaller) > 1
    assert all(one.assessment.status != "met" or one.assessment.distance.value > 0 for one in smaller)


def test_what_is_balanced_already_is_left_alone(tmp_path):
    text = DECKFIGHT.replace("[0.45, 0.55]", "[0.9, 1.0]")
    result = swept(deckfight(tmp_path, SMALLEST + SLIME, text), tmp_path / "results")
    assert changed(result) == {}
    assert result.diff == ""
    assert result.exit_code == 0
    assert len(result.found) == 1


def test_a_limit_on_edits_is_kept_and_what_came_nearest_is_told(tmp_path):
    table = SMALLEST + "most_edits = 1\n" + SLIME.replace("150", "60")
    result = swept(deckfight(tmp_path, table), tmp_path / "results")
    assert result.winner is None
    assert result.exit_code == 1
    assert max(len(result.sweep.space.changed(one.candidate.point)) for one in result.found) == 1
    assert result.best.assessment.distance.value == min(one.assessment.distance.value for one in result.found)


def test_past_the_band_is_told_from_short_of_it(slime):
    today = slime.today
    lost = [one.assessment for one in slime.found if one.assessment.readings[0].estimate < 0.4]
    won = [one.assessment for one in slime.found if one.assessment.readings[0].estimate > 0.9]
    assert lost
    assert won
    assert all(crossed(today, one) for one in lost)
    assert not any(crossed(today, one) for one in won)


# --- duel: exact gates, no game played -------------------------------------------------------------------


def spoilt(folder, change):
    """The shipped sweep of duel over data with one number changed."""
    game = experiments.load(ROOT / "configs" / "duel-sweep.toml").game
    plain = game.load(GAMES / "duel").model_dump(mode="json", by_alias=True)
    change(plain)
    game.dump(DuelData.model_validate_json(json.dumps(plain)), folder / "duel")
    text = (ROOT / "configs" / "duel-sweep.toml").read_text(encoding="utf-8")
    path = folder / "duel-sweep.toml"
    quick = text.replace('"games/duel"', '"duel"').replace("[sweep]\n", "[sweep]\ndeviations = false\n")
    path.write_text(quick, encoding="utf-8")
    return path


def weight(plain):
    plain["matchups"]["FIR"]["HLD"] = 2


def cell(plain):
    plain["maps"]["river-line"][5]["factors"][0][1] = 1


def repaired(path, results):
    """The sweep's answer, checked by every gate of the patched data as it was written."""
    result = swept(path, results)
    assert result.games == result.fresh_games == 0
    assert result.exit_code == 0
    (value,) = changed(result).items()
    experiment = result.best.candidate.experiment
    written = experiment.game.load(result.document)
    assert written == experiment.document
    verdicts = PointGates(experiment, _measures(experiment)).verdicts({}, 0.05)
    assert {verdict.gate for verdict in verdicts} == {
        "red_wins", "draws", "flips", "r2", "no_dominance", "usage", "reachable",
    }  # fmt: skip
    assert all(reading.status == "met" for reading in gate_readings(verdicts))
    return result, value


def _measures(experiment):
    from runner.measures import measures_of

    return measures_of(experiment.game, experiment.document)


def test_a_single_step_makes_all_seven_gates_green_again(tmp_path):
    path = spoilt(tmp_path, weight)
    assert {row.name for row in shut_rows(experiments.load(path))} == {"usage"}
    result, (name, value) = repaired(path, tmp_path / "results")
    today = dict(zip(result.sweep.space.names, result.sweep.space.today, strict=True))[name]
    assert abs(value - today) == 1


@pytest.mark.slow
def test_a_spoilt_cell_is_mended_by_a_single_step(tmp_path):
    result, (name, value) = repaired(spoilt(tmp_path, cell), tmp_path / "results")
    today = dict(zip(result.sweep.space.names, result.sweep.space.today, strict=True))[name]
    assert abs(value - today) == 1


def test_numbers_of_the_phase_that_is_shut_come_first(tmp_path):
    path = spoilt(tmp_path, weight)
    experiment = experiments.load(path)
    rows = shut_rows(experiment)
    assert all("ridge-screen, phase 3" in row.scope for row in rows)
    told = leverage(experiment.document, rows)
    cells = {place: value for place, value in told.items() if place[0] == "maps" and value > 0}
    assert {place[1:3] for place in cells} == {("ridge-screen", 2)}
    assert told["matchups", "FIR", "HLD"] > 0


def test_without_shut_gates_a_number_counts_as_the_value_moves_with_it():
    """dv / d(cell) by finite differences, where both equilibria are inside."""
    game = experiments.load(ROOT / "configs" / "duel-sweep.toml").game
    document = game.load(GAMES / "duel")
    told = leverage(document, ())
    from games.duel.equilibria import phase_equilibria
    from games.matrix import equilibrium

    found = phase_equilibria(document, "river-line")[0]
    step = 1e-4
    for i in range(4):
        for j in range(4):
            moved = found.cells.astype(float)
            moved[i, j] += step
            slope = (equilibrium(moved).value - found.value) / step
            assert told["maps", "river-line", 0, "factors", i, j] == pytest.approx(slope, abs=2e-3)
