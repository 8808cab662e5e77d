"""Damaged folders: what is torn is set aside and played again; a damaged manifest stops everything, untouched."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from games.defects import BadInput
from runner.plan import Matchup
from runner.store import Store, compaction, find_runs, query, read_manifest, read_summaries
from runner.store.checksums import CHECKSUMS
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
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that played everything and has merged nothing yet."""
    folder = tmp_path_factory.mktemp("whole")
    play(folder)
    return folder


@pytest.fixture(scope="module")
def expected(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Its bytes once merged."""
    folder = shutil.copytree(whole, tmp_path_factory.mktemp("merged") / "run")
    with Store.open(folder, MANIFEST) as store:
        store.compact()
    return parquet_bytes(folder)


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return shutil.copytree(whole, tmp_path / "run")


def ends_the_same(folder: Path, expected: dict[str, bytes]) -> bool:
    with Store.open(folder, MANIFEST) as store:
        assert store.warnings == ()
        store.compact()
    found = {name: data for name, data in parquet_bytes(folder).items() if not name.startswith(TORN)}
    return found == expected


@pytest.mark.parametrize("table", ["units", "options", "games", "faults"])
@pytest.mark.parametrize("damage", [emptied, truncated])
def test_a_torn_part_is_set_aside_and_played_again(
    run: Path, expected: dict[str, bytes], table: str, damage: Callable[[Path], None]
) -> None:
    part = unit_part(run / table, 3)
    damage(part.path)
    with Store.open(run, MANIFEST) as store:
        assert any(str(part.path) in warning and "torn" in warning for warning in store.warnings)
        assert store.missing(A_B.key, 0, PAIRS) == [(4, 6)]
        assert store.missing(A_A.key, 0, PAIRS) == []
    assert (run / TORN / f"{table}-{part.path.name}").exists()
    assert play(run) == ()
    assert ends_the_same(run, expected)


@pytest.mark.parametrize("table", ["units", "options"])
def test_a_bit_that_turned_is_noticed(run: Path, expected: dict[str, bytes], table: str) -> None:
    turned(unit_part(run / table, 3).path)
    assert play(run) != ()
    assert ends_the_same(run, expected)


@pytest.mark.parametrize("table", ["units", "options", "games", "faults"])
def test_a_torn_merged_part_costs_what_it_held(
    tmp_path: Path, expected: dict[str, bytes], table: str
) -> None:
    play(tmp_path, (A_B,))
    with Store.open(tmp_path, MANIFEST) as store:
        store.compact()
    truncated(Part(0, 0, tmp_path / table).path)
    with pytest.raises(BadInput, match=f"{table}/all.parquet: has .* bytes of"):
        query(tmp_path, "SELECT 1")
    assert play(tmp_path) != ()
    assert ends_the_same(tmp_path, expected)
    assert list((tmp_path / TORN).iterdir())


def test_a_merged_part_that_was_not_noted_costs_nothing(run: Path, expected: dict[str, bytes]) -> None:
    Part(1, 8, run / "units").path.write_bytes(b"PAR1 torn")
    with Store.open(run, MANIFEST) as store:
        assert store.warnings == ()
        assert store.missing(A_B.key, 0, PAIRS) == store.missing(A_A.key, 0, PAIRS) == []
    assert ends_the_same(run, expected)


def test_a_part_of_another_schema_is_torn(run: Path, expected: dict[str, bytes]) -> None:
    with Store.open(run, MANIFEST) as store:
        schemas = store._layout.schemas
    with write_part(unit_part(run / "units", 2), schemas["faults"]) as write:
        write(schemas["faults"].empty_table())
    assert play(run) != ()
    assert ends_the_same(run, expected)


def test_a_lost_part_makes_its_unit_undone(run: Path, expected: dict[str, bytes]) -> None:
    unit_part(run / "options", 2).path.unlink()
    unit_part(run / "games", 7).path.unlink()
    with Store.open(run, MANIFEST) as store:
        assert store.missing(A_B.key, 0, PAIRS) == [(2, 4)]
        assert store.missing(A_A.key, 0, PAIRS) == [(4, 6)]
        assert len(store.warnings) >= 2
    play(run)
    assert ends_the_same(run, expected)


def test_leftovers_of_a_unit_that_was_not_done_are_swept(run: Path, expected: dict[str, bytes]) -> None:
    """A kill between the last part of a unit and its line in the checksums."""
    lines = (run / CHECKSUMS).read_bytes().splitlines(keepends=True)
    (run / CHECKSUMS).write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    (run / "units" / ".00000009.parquet.tmp").write_bytes(b"half")
    assert read_summaries(run)[A_A.key].pairs + read_summaries(run)[A_A.key].voided // 2 == 6
    with Store.open(run, MANIFEST) as store:
        assert store.warnings == ()
        assert not unit_part(run / "games", 8).path.exists()
        assert not list((run / "units").glob(".*"))
    play(run)
    assert ends_the_same(run, expected)


@pytest.mark.parametrize("done", range(12))
def test_a_merge_broken_off_anywhere(
    run: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes], done: int
) -> None:
    """Dies after `done` steps of the final merge: 4 tables begun and renamed, 4 files given their last names."""
    steps = iter(range(100))

    def counted(step: Callable[..., object]) -> Callable[..., object]:
        def maybe(*args: object, **kwargs: object) -> object:
            if next(steps) == done:
                raise KeyboardInterrupt
            return step(*args, **kwargs)

        return maybe

    monkeypatch.setattr(compaction, "write_part", counted(compaction.write_part))
    monkeypatch.setattr(Path, "replace", counted(Path.replace))
    with Store.open(run, MANIFEST) as store, pytest.raises(KeyboardInterrupt):
        store.compact()
    monkeypatch.undo()
    assert play(run) == ()
    assert ends_the_same(run, expected)


# --- the manifest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", '{"name": "made', "[]", "{}", '{"digest": 1, "digest": 2}', "\x00" * 30],
    ids=["empty", "half", "list", "no digest", "twice", "zeros"],
)
def test_a_torn_manifest_is_an_error_that_touches_nothing(run: Path, text: str) -> None:
    (run / "manifest.json").write_text(text)
    before = parquet_bytes(run)
    with pytest.raises(BadInput, match="torn"):
        Store.open(run, MANIFEST)
    with pytest.raises(BadInput, match="torn"):
        read_manifest(run)
    assert parquet_bytes(run) == before
    assert (run / "manifest.json").read_text() == text
    assert [run.status for run in find_runs(run.parent)] == ["torn"]


def test_a_lost_manifest_is_an_error_while_parts_are_left(run: Path) -> None:
    (run / "manifest.json").unlink()
    before = parquet_bytes(run)
    with pytest.raises(BadInput, match=r"manifest is gone.*units"):
        Store.open(run, MANIFEST)
    assert parquet_bytes(run) == before
    with Store.open(run, MANIFEST, fresh=True) as store:
        assert store.summaries() == {}
        assert store.missing(A_B.key, 0, 2) == [(0, 2)]


def test_a_manifest_half_written_by_a_killed_process_is_nothing(tmp_path: Path) -> None:
    (tmp_path / ".manifest.json.tmp").write_text('{"na')
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.summaries() == {}
    assert not (tmp_path / ".manifest.json.tmp").exists()


def test_another_run_in_the_folder_is_refused_and_every_difference_named(run: Path) -> None:
    other = {
        **MANIFEST,
        "digest": "1" * 64,
        "configuration": {"seed": 2, "policies": ["a", "c"], "games": 100},
        "timings": {"seconds": 3},
    }
    with pytest.raises(BadInput) as caught:
        Store.open(run, other)
    places = {defect.path: defect.rule for defect in caught.value.defects}
    assert set(places) == {"configuration.seed", "configuration.policies[1]", "configuration.games"}
    assert places["configuration.seed"].endswith("stored 1, asked 2")
    assert read_summaries(run)[A_B.key].seats == 2
    with Store.open(run, other, fresh=True) as store:
        assert store.summaries() == {}
        assert read_manifest(run)["configuration"]["seed"] == 2
