"""Any byte of any part that turns, and any part that goes, is noticed by readers and played again by the writer."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.defects import BadInput
from runner.judge.verdicts import Target, Verdict
from runner.store import Store, StoreError, export, find_runs, query, read_manifest, read_summaries
from runner.store.checksums import CHECKSUMS
from runner.store.recovery import TORN
from tests.runner.store.made_up import A_A, A_B, MANIFEST, outcomes
from tests.runner.store.test_same_bytes import parquet_bytes

TABLES = ("units", "options", "games", "faults", "verdicts", "trials")
FLIPS = 3


def judged(status: str = "met") -> Verdict:
    target = Target("fair", "win_rate", A_B.key, 1, 0.45, 0.55)
    return Verdict(target, status, 0.5, 0.48, 0.52, "confidence sequence", 0.49, 0.51, 20, 10, None, None)


def play(folder: Path) -> tuple[str, ...]:
    """A run as its command plays it: what is stored is not played again, what was judged is judged again."""
    with Store.open(folder, MANIFEST) as store:
        for seq in range(2):
            for matchup in (A_B, A_A):
                for lo in range(seq * 6, seq * 6 + 6, 2):
                    for first, last in store.missing(matchup.key, lo, lo + 2):
                        store.add(outcomes(matchup, first, last, faulty=4), seq)
            store.verdicts(seq, [judged("undecided" if seq == 0 else "met")])
            store.trials(seq, [{"trial": seq, "state": "complete"}])
        store.finish("complete")
        return store.warnings


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    assert play(folder) == ()
    return folder


@pytest.fixture(scope="module")
def expected(finished: Path) -> dict[str, bytes]:
    return kept(finished)


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "run")


def kept(folder: Path) -> dict[str, bytes]:
    """The bytes of parts and checksums, without what was set aside."""
    parts = {name: data for name, data in parquet_bytes(folder).items() if not name.startswith(TORN)}
    return {**parts, CHECKSUMS: (folder / CHECKSUMS).read_bytes()}


def flip(path: Path, at: float) -> None:
    """Turn a bit of the byte that lies at that share of the file."""
    data = bytearray(path.read_bytes())
    data[min(int(at * len(data)), len(data) - 1)] ^= 0x10
    path.chmod(0o644)
    path.write_bytes(bytes(data))


def says_so(folder: Path, name: str) -> None:
    """Every reader refuses in one line that names the file."""
    for read in (
        lambda: query(folder, "SELECT count(*) FROM units"),
        lambda: read_summaries(folder),
        lambda: export(folder, folder.parent / "out.csv", "csv"),
    ):
        with pytest.raises(BadInput, match=name) as caught:
            read()
        assert len(caught.value.defects) == 1


@pytest.mark.parametrize("table", TABLES)
def test_flipped_bytes_are_noticed_and_played_again(
    run: Path, expected: dict[str, bytes], table: str
) -> None:
    luck = random.Random(table)
    for _ in range(FLIPS):
        part = luck.choice(sorted((run / table).glob("*.parquet")))
        flip(part, luck.random())
        says_so(run, f"{table}/{part.name}: is damaged")
        assert any(str(part) in warning for warning in play(run))
        assert play(run) == ()
        assert kept(run) == expected


@pytest.mark.parametrize("table", TABLES)
def test_a_deleted_part_is_noticed_and_played_again(
    run: Path, expected: dict[str, bytes], table: str
) -> None:
    for part in sorted((run / table).glob("*.parquet")):
        part.unlink()
        says_so(run, f"{table}/{part.name}: is gone")
        assert any(str(part) in warning for warning in play(run))
        assert kept(run) == expected


def test_a_deleted_folder_of_parts_is_noticed(run: Path, expected: dict[str, bytes]) -> None:
    shutil.rmtree(run / "games")
    says_so(run, "games/all.parquet: is gone")
    assert play(run) != ()
    assert kept(run) == expected


def test_three_flips_at_once_end_in_the_same_run(run: Path, expected: dict[str, bytes]) -> None:
    for table in ("units", "options", "games"):
        flip(run / table / "all.parquet", 0.5)
    assert play(run) != ()
    assert kept(run) == expected


@pytest.mark.parametrize("line", range(6))
def test_a_damaged_line_of_the_checksums_costs_what_it_names(
    run: Path, expected: dict[str, bytes], line: int
) -> None:
    lines = (run / CHECKSUMS).read_bytes().splitlines(keepends=True)
    place = line % len(lines)
    lines[place] = lines[place].replace(b'"', b"'", 1)
    (run / CHECKSUMS).write_bytes(b"".join(lines))
    says_so(run, f"{CHECKSUMS}: is damaged")
    assert play(run) != ()
    assert kept(run) == expected


@pytest.mark.parametrize(
    "damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"")], ids=["gone", "empty"]
)
def test_lost_checksums_stop_everything_untouched(run: Path, damage: Callable[[Path], object]) -> None:
    damage(run / CHECKSUMS)
    before = parquet_bytes(run)
    says_so(run, CHECKSUMS)
    with pytest.raises(BadInput, match=r"checksums: .*parts of a run are here.*nothing was touched"):
        Store.open(run, MANIFEST)
    assert parquet_bytes(run) == before
    with Store.open(run, MANIFEST, fresh=True) as store:
        assert store.summaries() == {}


def test_checksums_cut_short_lose_nothing_silently(run: Path, expected: dict[str, bytes]) -> None:
    lines = (run / CHECKSUMS).read_bytes().splitlines(keepends=True)
    (run / CHECKSUMS).write_bytes(b"".join(lines[:1] + lines[2:]))
    says_so(run, f"{CHECKSUMS} does not know it")
    assert play(run) != ()
    assert kept(run) == expected


def test_a_part_of_another_run_is_no_part_of_this_one(
    run: Path, tmp_path: Path, expected: dict[str, bytes]
) -> None:
    with Store.open(tmp_path / "other", MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
        store.finish("complete")
    part = run / "units" / "all.parquet"
    part.unlink()
    shutil.copy(tmp_path / "other" / "units" / "all.parquet", part)
    says_so(run, "units/all.parquet")
    assert play(run) != ()
    assert kept(run) == expected


# --- the manifest ----------------------------------------------------------------------------------------


def edited(folder: Path, **values: object) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **values}), "utf-8")


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 3}, {"seats": "2"}, {"digest": "1" * 64}, {"configuration": {"seed": 7}}, {"title": "another"},
        {"options": MANIFEST["options"][::-1]}, {"terminations": MANIFEST["terminations"][::-1]},
        {"metrics": MANIFEST["metrics"][::-1]}, {"status": "void"}, {"new": 1}, {"name": None}, {"metrics": 5},
    ],
    ids=str,
)  # fmt: skip
def test_an_edited_manifest_is_refused_by_its_field_and_nothing_is_touched(
    run: Path, changes: dict[str, object]
) -> None:
    edited(run, **changes)
    before, text = parquet_bytes(run), (run / "manifest.json").read_bytes()
    for use in (
        lambda: Store.open(run, MANIFEST),
        lambda: read_manifest(run),
        lambda: query(run, "SELECT 1"),
    ):
        with pytest.raises(BadInput) as caught:
            use()
        assert [defect.path for defect in caught.value.defects] == list(changes)
        assert "has been changed since it was stored" in str(caught.value)
    assert parquet_bytes(run) == before
    assert (run / "manifest.json").read_bytes() == text
    assert not (run / TORN).exists()
    assert [info.status for info in find_runs(run.parent)] == ["torn"]


def test_a_manifest_that_vouches_for_another_question_is_refused(tmp_path: Path) -> None:
    """Digests of its values made anew by hand: the digest of what was asked still does not fit."""
    from runner.manifest import digest_of

    asked = {**MANIFEST, "seed": 1, "identity": {"seed": 1, "game": "none"}}
    asked["digest"] = digest_of(asked["identity"])
    for field, values in (
        ("digest", {"identity": {"seed": 2, "game": "none"}, "seed": 2}),
        ("seed", {"seed": 2}),
    ):
        folder = tmp_path / field
        Store.open(folder, {**asked, **values}).close()
        with pytest.raises(BadInput) as caught:
            read_manifest(folder)
        assert field in [defect.path for defect in caught.value.defects]


# --- full disks ------------------------------------------------------------------------------------------


@pytest.fixture
def limited() -> Iterator[None]:
    """No file may grow beyond 20 KiB, as in an ordinary process with `ulimit -f`."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20 * 1024, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, ignored)


def test_a_limit_on_files_is_a_fault_and_nothing_is_lost(tmp_path: Path, limited: None) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
        with pytest.raises(StoreError, match="file too large") as caught:
            store.add(outcomes(A_A, 0, 4000), 0)
        assert caught.value.exit_code == 4
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.warnings == ()
        assert store.covered(A_B.key) == [(0, 2)]
        assert store.covered(A_A.key) == []


@pytest.mark.parametrize(
    ("code", "allowed"),
    [*((errno.ENOSPC, n) for n in range(0, 60, 4)), *((errno.EDQUOT, n) for n in (0, 24, 48))],
)
def test_a_disk_that_fills_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes], code: int, allowed: int
) -> None:
    """After `allowed` files or lines nothing more can be written; with room again, the run ends as it would have."""
    left, replaced, wrote = iter(range(10**6)), Path.replace, os.write

    def full(action: Callable[..., object]) -> Callable[..., object]:
        def tried(*args: object) -> object:
            if next(left) >= allowed:
                raise OSError(code, os.strerror(code))
            return action(*args)

        return tried

    monkeypatch.setattr(Path, "replace", full(replaced))
    monkeypatch.setattr(os, "write", full(wrote))
    failed: list[StoreError] = []
    try:
        play(tmp_path)
    except StoreError as error:
        failed.append(error)
    monkeypatch.undo()
    for error in failed:
        assert (error.exit_code, len(error.defects)) == (4, 1)
        assert "make room" in error.message()
    assert play(tmp_path) == ()
    assert kept(tmp_path) == expected
