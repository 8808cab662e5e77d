"""Two runs on one folder, folders that cannot be used, disks that fill up."""

from __future__ import annotations

import errno
import multiprocessing
import os
import resource
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from games.defects import BadInput
from runner.store import Store, StoreError, connect, find_runs, read_summaries
from tests.runner.store.made_up import A_A, A_B, MANIFEST, outcomes

FORK = multiprocessing.get_context("fork")


def hold(folder: Path, ready: object, done: object) -> None:
    with Store.open(folder, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
        ready.set()
        done.wait(60)


def test_two_processes_on_one_folder(tmp_path: Path) -> None:
    ready, done = FORK.Event(), FORK.Event()
    folder = tmp_path / "run"
    child = FORK.Process(target=hold, args=(folder, ready, done))
    child.start()
    assert ready.wait(60)
    for fresh in (False, True):
        with pytest.raises(BadInput, match=rf"two runs on one folder.*process {child.pid}"):
            Store.open(folder, MANIFEST, fresh=fresh)
    assert read_summaries(folder)[A_B.key].pairs == 2
    assert [run.status for run in find_runs(tmp_path)] == ["running"]
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    assert [run.status for run in find_runs(tmp_path)] == ["stopped"]
    with Store.open(folder, MANIFEST) as store:
        assert store.covered(A_B.key) == [(0, 2)]


def leave_a_worker(folder: Path, worker: Connection) -> None:
    """A run whose worker process outlives it."""
    with Store.open(folder, MANIFEST):
        process = FORK.Process(target=time.sleep, args=(60,))
        process.start()
        worker.send(process.pid)
        time.sleep(60)


def test_a_worker_that_outlives_its_run_does_not_hold_the_folder(tmp_path: Path) -> None:
    here, there = FORK.Pipe()
    run = FORK.Process(target=leave_a_worker, args=(tmp_path, there))
    run.start()
    worker = here.recv()
    with pytest.raises(BadInput, match="two runs"):
        Store.open(tmp_path, MANIFEST)
    os.kill(run.pid, signal.SIGKILL)
    run.join()
    os.kill(worker, 0)  # it lives
    Store.open(tmp_path, MANIFEST).close()
    os.kill(worker, signal.SIGKILL)


def test_two_stores_in_one_process(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST), pytest.raises(BadInput, match="two runs on one folder"):
        Store.open(tmp_path, MANIFEST)
    Store.open(tmp_path, MANIFEST).close()


def test_a_refused_opening_lets_go_of_the_lock(tmp_path: Path) -> None:
    Store.open(tmp_path, MANIFEST).close()
    for _ in range(2):
        with pytest.raises(BadInput, match="another run"):
            Store.open(tmp_path, {**MANIFEST, "digest": "1"})
    Store.open(tmp_path, MANIFEST).close()


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("mine")
    with pytest.raises(BadInput, match="a file stands where"):
        Store.open(tmp_path / "run", MANIFEST)
    with pytest.raises(BadInput, match="cannot be made"):
        Store.open(tmp_path / "run" / "deeper", MANIFEST)
    assert (tmp_path / "run").read_text() == "mine"


def test_fresh_removes_the_run_and_nothing_else(tmp_path: Path) -> None:
    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
        store.finish("complete")
    (tmp_path / "notes.txt").write_text("mine")
    with Store.open(tmp_path, MANIFEST, fresh=True) as store:
        assert store.summaries() == {}
        assert store.manifest["status"] == "running"
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {"notes.txt", "manifest.json", "checksums", "lock"}


@pytest.mark.parametrize("table", ["games", "options", "units"])
def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    """The rename of one table's part fails as a write does when no room is left."""
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.parent.name == table:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(self, target)

    with Store.open(tmp_path, MANIFEST) as store:
        store.add(outcomes(A_B, 0, 2), 0)
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", full)
            with pytest.raises(
                StoreError, match=rf"{table}.*no space left.*make room.*start the same command"
            ):
                store.add(outcomes(A_B, 2, 4), 0)
            with pytest.raises(StoreError):
                store.compact()
        assert store.covered(A_B.key) == [(0, 2)]
        store.add(outcomes(A_B, 2, 3), 0)
        store.finish("interrupted")
    assert read_summaries(tmp_path) == {A_B.key: outcomes(A_B, 0, 3).summary}
    assert connect(tmp_path).execute("SELECT count(*) FROM games").fetchall() == [(6,)]


def limited(folder: Path, limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    with Store.open(folder, MANIFEST) as store:
        try:
            for lo in range(0, 4_000, 500):
                for first, last in store.missing(A_A.key, lo, lo + 500):
                    store.add(outcomes(A_A, first, last), 0)
            store.finish("complete")
        except StoreError:
            os._exit(3)


def test_files_that_may_not_grow(tmp_path: Path) -> None:
    """Units fit, the merged file does not: refused by the kernel in the middle of a write."""
    for limit, code in ((100_000, 3), (100_000_000, 0)):
        child = FORK.Process(target=limited, args=(tmp_path, limit))
        child.start()
        child.join()
        assert child.exitcode == code
        assert read_summaries(tmp_path) == {A_A.key: outcomes(A_A, 0, 4_000).summary}
        assert not list(tmp_path.rglob(".*.tmp"))
    with Store.open(tmp_path, MANIFEST) as store:
        assert store.warnings == ()
