"""duel's files: what they say, what is refused and how it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.defects import BadInput
from games.duel.data import CATEGORIES, GAINS_ON, DuelData, Phase
from games.duel.files import dump, load
from games.duel.record import encode, options
from tests.games.duel_documents import FOLDER, shipped, variant


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped files."""
    for file in FOLDER.glob("*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def edit(folder: Path, name: str, change: Any) -> None:
    """Change the JSON of one file in place."""
    value = json.loads((folder / name).read_text())
    change(value)
    (folder / name).write_text(json.dumps(value))


def defects(folder: Path) -> list[str]:
    with pytest.raises(BadInput) as error:
        load(folder)
    return [str(defect).removeprefix(f"{folder}/") for defect in error.value.defects]


def test_the_shipped_cells_are_those_that_weights_and_factors_give() -> None:
    """The designers' own file states its cells; loading compares every one."""
    stated = json.loads((FOLDER / "duels.json").read_text())
    document = load(FOLDER)
    for name, phases in stated.items():
        for phase, entry in zip(document.maps[name], phases, strict=True):
            assert document.cells(phase).tolist() == entry["cells"]
    assert [len(phases) for phases in document.maps.values()] == [6, 8]


def test_the_weights_are_the_published_ones() -> None:
    weights = shipped().weights
    assert np.array_equal(weights, -weights.T)
    assert np.count_nonzero(np.triu(weights)) == 33
    assert weights.sum(axis=1).tolist() == [0] * 10
    twos = {(CATEGORIES[i], CATEGORIES[j]) for i, j in np.argwhere(weights == 2)}
    assert twos == {
        ("ENV", "HLD"), ("RES", "ENV"), ("DEC", "RES"), ("REC", "DEC"), ("BRK", "WDR"), ("FIR", "CTR")
    }  # fmt: skip
    assert sum(len(yields) for yields in GAINS_ON.values()) == 33


def test_a_weight_keeps_its_path_whatever_its_value(tmp_path: Path) -> None:
    for weight in (-2, 0, 2):
        document = variant(matchups={("RES", "ENV"): weight})
        dump(document, tmp_path)
        assert load(tmp_path) == document
        assert load(tmp_path).matchups["RES"]["ENV"] == weight


def test_files_that_may_be_left_out(folder: Path) -> None:
    (folder / "rules.json").unlink()
    assert load(folder) == shipped()


def test_cells_may_be_left_out_but_not_wrong(folder: Path) -> None:
    edit(folder, "duels.json", lambda maps: maps["river-line"][0].pop("cells"))
    assert load(folder) == shipped()
    edit(folder, "duels.json", lambda maps: maps["river-line"][1]["cells"][0].__setitem__(0, 9))
    (defect,) = defects(folder)
    assert defect.startswith(
        "duels.json: river-line[1].cells[0][0]: BRK v WDR with its factors gives 7 (found 9)"
    )


def test_every_defect_of_every_file_is_listed(folder: Path) -> None:
    edit(folder, "rules.json", lambda rules: rules.update(initiative_bonus=-1, initative_threshold=2))
    edit(folder, "duels.json", lambda maps: maps["river-line"][2].update(red=["ENV", "ENV", "RES", "DEC"]))
    edit(folder, "duels.json", lambda maps: maps["ridge-screen"][0]["factors"][1].__setitem__(2, 3))
    edit(folder, "duels.json", lambda maps: maps["ridge-screen"][4]["blue"].__setitem__(0, "CTX"))
    found = defects(folder)
    assert len(found) == 5
    text = "\n".join(found)
    for part in (
        "rules.json: initiative_bonus",
        "did you mean initiative_threshold?",
        "duels.json: river-line[2]: red offers a category twice: ENV, ENV, RES, DEC",
        "duels.json: ridge-screen[0].factors[1][2]: is neither a whole number from -2 to 2 nor one or two factors",
        "duels.json: ridge-screen[4].blue[0]",
    ):
        assert part in text


def test_a_table_that_is_not_antisymmetric_is_refused(folder: Path) -> None:
    edit(folder, "matchups.json", lambda value: value["matchups"][1].__setitem__(4, 1))
    (defect,) = defects(folder)
    assert "HLD gains -2 on ENV, which gains 1 on it" in defect


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda value: value["categories"].pop(), "must be the ten categories"),
        (lambda value: value["matchups"].pop(), "must have 10 rows"),
        (lambda value: value["matchups"][3].__setitem__(0, 0.5), "must hold 10 whole numbers"),
        (lambda value: value.update(weights=1), "is not a known key"),
    ],
)
def test_a_table_of_another_form_is_refused(folder: Path, change, rule) -> None:
    edit(folder, "matchups.json", change)
    assert any(rule in defect for defect in defects(folder))


def test_a_file_in_place_of_the_folder_and_a_folder_without_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a duel is a folder of files"):
        load(FOLDER / "duels.json")
    assert len(defects(tmp_path)) == 2


def test_factors_by_name_score_like_their_sum() -> None:
    named = Phase(
        red=("BRK", "ENV", "FIR", "DEC"),
        blue=("WDR", "HLD", "DEC", "RES"),
        factors=((("+terrain", "+surprise"), ("-withdrawal pressure",), 0, 1), *((0,) * 4,) * 3),
    )
    assert named.factor_sums[0].tolist() == [2, -1, 0, 1]
    with pytest.raises(ValueError, match="is neither a whole number"):
        Phase(red=named.red, blue=named.blue, factors=((("+weather",), 0, 0, 0), *((0,) * 4,) * 3))


def test_named_factors_survive_the_file(tmp_path: Path) -> None:
    values = shipped().model_dump()
    values["maps"]["river-line"][0]["factors"] = ((("+terrain",), 0, 0, 0), *((0,) * 4,) * 3)
    document = DuelData.model_validate(values)
    dump(document, tmp_path)
    assert load(tmp_path) == document


def test_players_stand_beside_their_map(tmp_path: Path) -> None:
    shares = [{"red": [5, 1, 1, 1], "blue": [0.25] * 4}] * 6
    document = DuelData.model_validate({**shipped().model_dump(), "players": {"river-line": shares}})
    dump(document, tmp_path)
    assert load(tmp_path) == document
    with pytest.raises(ValueError, match="one entry for each phase"):
        DuelData.model_validate({**shipped().model_dump(), "players": {"river-line": shares[:5]}})
    with pytest.raises(ValueError, match="never seen to choose"):
        DuelData.model_validate(
            {**shipped().model_dump(), "players": {"river-line": [{"red": [0] * 4, "blue": [1] * 4}] * 6}}
        )


def test_one_pair_has_one_weight() -> None:
    values = shipped().model_dump()
    values["matchups"]["ENV"]["RES"] = 1
    with pytest.raises(ValueError, match="stands twice: ENV and RES"):
        DuelData.model_validate(values)
    values = shipped().model_dump()
    values["matchups"]["ENV"]["ENV"] = 1
    with pytest.raises(ValueError, match="meets itself evenly"):
        DuelData.model_validate(values)


def test_options_are_phase_and_category() -> None:
    document, params = shipped(), encode(shipped())
    names = options(document)
    assert names[0] == "1 BRK"
    phase = document.maps["ridge-screen"][2]
    ids = params["option"][0].reshape(16, 12, 2, 4)[1, 2]
    assert [names[i] for i in ids[0]] == [f"3 {category}" for category in phase.red]
    assert [names[i] for i in ids[1]] == [f"3 {category}" for category in phase.blue]
