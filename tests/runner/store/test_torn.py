"""Damaged folders: what is torn is set aside and played again; a damaged manifest stops everything, untouched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.defects import BadInput
from runner.plan import Matchup
from runner.store import Store, compaction, find_runs, read_manifest, read_summaries
from runner.store.parts import Part, unit_part, write_part
from runner.store.recovery import TORN
from tests.runner.store.made_up import A_A, A_B, MANIFEST, outcomes
from tests.runner.store.test_same_bytes import parquet_bytes

PAIRS = 8


def emptied(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"")


def truncated(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-20])


def turned(path: Path) -> None:
    """A bit flipped in the first page of the first column."""
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.chmod(0o644)
    path.write_bytes(bytes(data))


def play(folder: Path, matchups: tuple[Matchup, ...] = (A_B, A_A)) -> tuple[str, ...]:
    """Play what is missing, two pairs a unit; the warnings on opening."""
    with Store.open(folder, MANIFEST) as store:
        for matchup in matchups:
            for first in range(0, PAIRS, 2):
                for lo, hi in store.missing(matchup.key, first, first + 2):
                    store.add(outcomes(matchup, lo, hi, faulty=4), 0)
        return store.warnings


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    play(folder)
    with Store.open(folder, MANIFEST) as store:
        store.compact()
    return parquet_bytes(folder)


def ends_the_same(folder: Path, expected: dict[str, bytes]) -> bool:
    with Store.open(folder, MANIFEST) as store:
        assert store.warnings == ()
        store.compact()
    found = {name: data for name, data in parquet_bytes(folder).items() if not name.startswith(TORN)}
    return found == expected


@pytest.mark.parametrize("table", ["units", "options", "games", "faults"])
@pytest.mark.parametrize("damage", [emptied, truncated])
def test_a_torn_part_is_set_aside_and_played_again(
    tmp_path: Path, expected: dict[str, bytes], table: str, damage: Callable[[Path], None]
) -> None:
    play(tmp_path)
    part = unit_part(tmp_path / table, 3)
    damage(part.path)
    with Store.open(tmp_path, MANIFEST) as store:
        assert any(str(part.path) in warning and "torn" in warning for warning in store.warnings)
        assert store.missing(A_B.key, 0, PAIRS) == [(4, 6)]
        assert store.missing(A_A.key, 0, PAIRS) == []
    assert (tmp_path / TORN / f"{table}-{part.path.name}").exists()
    assert play(tmp_path) == ()
    assert ends_the_same(tmp_path, expected)


@pytest.mark.parametrize("table", ["units", "options"])
def test_a_bit_that_turned_is_noticed(tmp_path: Path, expected: dict[str, bytes], table: str) -> None:
    play(tmp_path)
    turned(unit_part(tmp_path / table, 3).path)
    assert play(tmp_path) != ()
    assert ends_the_same(tmp_path, expected)


@pytest.mark.parametrize("table", ["units", "options", "games", "faults"])
def test_a_torn_merged_part_costs_what_it_held(
    tmp_path: Path, expected: dict[str, bytes], table: str
) -> None:
    play(tmp_path, (A_B,))
    with Store.open(tmp_path, MANIFEST) as store:
        store.compact()
    truncated(Part(0, 0, tmp_path / table).path)
    assert play(tmp_path) != ()
    assert ends_the_same(tmp_path, expected)
    assert list((tmp_path / TORN).iterdir())


def test_a_torn_merged_part_beside_its_sources_costs_nothing(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    play(tmp_path)
    Part(1, 8, tmp_path / "units").path.write_bytes(b"PAR1 torn")
    with Store.open(tmp_path, MANIFEST) as store:
        assert len(store.warnings) == 1
        assert store.missing(A_B.key, 0, PAIRS) == store.missing(A_A.key, 0, PAIRS) == []
    assert ends_the_same(tmp_path, expected)


def test_a_part_of_another_schema_is_torn(tmp_path: Path, expected: dict[str, bytes]) -> None:
    play(tmp_path)
    with Store.open(tmp_path, MANIFEST) as store:
        schemas = store._layout.schemas
    with write_part(unit_part(tmp_path / "units", 2), schemas["faults"]) as write:
        write(schemas["faults"].empty_table())
    assert play(tmp_path) != ()
    assert ends_the_same(tmp_path, expected)


def test_a_lost_part_makes_its_unit_undone(tmp_path: Path, expected: dict[str, bytes]) -> None:
    play(tmp_path)
    unit_part(tmp_path / "options", 2).path.unlink()
    unit_part(tmp_path / "games", 7).path.unlink()
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.missing(A_B.key, 0, PAIRS) == [(2, 4)]
        assert store.missing(A_A.key, 0, PAIRS) == [(4, 6)]
        assert len(store.warnings) >= 2
    play(tmp_path)
    assert ends_the_same(tmp_path, expected)


def test_leftovers_of_a_unit_that_was_not_done_are_swept(tmp_path: Path, expected: dict[str, bytes]) -> None:
    play(tmp_path)
    unit_part(tmp_path / "units", 8).path.unlink()
    (tmp_path / "units" / ".00000008.parquet.tmp").write_bytes(b"half")
    assert read_summaries(tmp_path)[A_A.key].pairs + read_summaries(tmp_path)[A_A.key].voided // 2 == 6
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.warnings == ()
        assert not unit_part(tmp_path / "games", 8).path.exists()
        assert not list((tmp_path / "units").glob(".*"))
    play(tmp_path)
    assert ends_the_same(tmp_path, expected)


@pytest.mark.parametrize("done", range(12))
def test_a_merge_broken_off_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes], done: int
) -> None:
    """Dies after `done` steps of the final merge: 4 tables begun and renamed, 4 files given their last names."""
    play(tmp_path)
    steps = iter(range(100))

    def counted(step: Callable[..., object]) -> Callable[..., object]:
        def maybe(*args: object, **kwargs: object) -> object:
            if next(steps) == done:
                raise KeyboardInterrupt
            return step(*args, **kwargs)

        return maybe

    monkeypatch.setattr(compaction, "write_part", counted(compaction.write_part))
    monkeypatch.setattr(Path, "replace", counted(Path.replace))
    with Store.open(tmp_path, MANIFEST) as store, pytest.raises(KeyboardInterrupt):
        store.compact()
    monkeypatch.undo()
    assert play(tmp_path) == ()
    assert ends_the_same(tmp_path, expected)


# --- the manifest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", '{"name": "made', "[]", "{}", '{"digest": 1, "digest": 2}', "\x00" * 30],
    ids=["empty", "half", "list", "no digest", "twice", "zeros"],
)
def test_a_torn_manifest_is_an_error_that_touches_nothing(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "run"
    play(folder)
    (folder / "manifest.json").write_text(text)
    before = parquet_bytes(folder)
    with pytest.raises(BadInput, match="torn"):
        Store.open(folder, MANIFEST)
    with pytest.raises(BadInput, match="torn"):
        read_manifest(folder)
    assert parquet_bytes(folder) == before
    assert (folder / "manifest.json").read_text() == text
    assert [run.status for run in find_runs(tmp_path)] == ["torn"]


def test_a_lost_manifest_is_an_error_while_parts_are_left(tmp_path: Path) -> None:
    play(tmp_path)
    (tmp_path / "manifest.json").unlink()
    before = parquet_bytes(tmp_path)
    with pytest.raises(BadInput, match=r"manifest is gone.*units"):
        Store.open(tmp_path, MANIFEST)
    assert parquet_bytes(tmp_path) == before
    with Store.open(tmp_path, MANIFEST, fresh=True) as store:
        assert store.summaries() == {}
        assert store.missing(A_B.key, 0, 2) == [(0, 2)]


def test_a_manifest_half_written_by_a_killed_process_is_nothing(tmp_path: Path) -> None:
    (tmp_path / ".manifest.json.tmp").write_text('{"na')
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.summaries() == {}
    assert not (tmp_path / ".manifest.json.tmp").exists()


def test_another_run_in_the_folder_is_refused_and_every_difference_named(tmp_path: Path) -> None:
    play(tmp_path)
    other = {
        **MANIFEST,
        "digest": "1" * 64,
        "configuration": {"seed": 2, "policies": ["a", "c"], "games": 100},
        "timings": {"seconds": 3},
    }
    with pytest.raises(BadInput) as caught:
        Store.open(tmp_path, other)
    places = {defect.path: defect.rule for defect in caught.value.defects}
    assert set(places) == {"configuration.seed", "configuration.policies[1]", "configuration.games"}
    assert places["configuration.seed"].endswith("stored 1, asked 2")
    assert read_summaries(tmp_path)[A_B.key].seats == 2
    with Store.open(tmp_path, other, fresh=True) as store:
        assert store.summaries() == {}
        assert read_manifest(tmp_path)["configuration"]["seed"] == 2
