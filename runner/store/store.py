"""The only writer of a run's folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from games.defects import BadInput
from runner.store.batch import Batch
from runner.store.bundle import BUNDLE, write_bundle
from runner.store.checksums import CHECKSUMS, Checksums, read_checksums
from runner.store.compaction import compact_all, compact_tail, is_due
from runner.store.contents import Layout
from runner.store.errors import refused, writing
from runner.store.files import delete, sweep_temporaries
from runner.store.ledger import Ledger, Range
from runner.store.lock import FolderLock
from runner.store.manifest import FORM, HOW_IT_WENT, MANIFEST, differences, read_manifest, write_manifest
from runner.store.parts import unit_part
from runner.store.recovery import TORN, recover
from runner.store.schemas import GATES, TABLES, TRIALS, VERDICTS
from runner.store.steps import write_step
from runner.store.verdicts import gate_table, verdict_table
from runner.store.verified import OUTCOME_TABLES
from runner.summary import Summary

if TYPE_CHECKING:
    from runner.judge.gates import GateVerdict
    from runner.judge.verdicts import Verdict
    from runner.play import Outcomes

__all__ = ["Store"]


class Store:
    """One run's folder, held open for writing. Not to be shared between threads.

    `warnings` says what was found torn on opening; `manifest` is what `manifest.json` holds.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], lock: FolderLock) -> None:
        self.folder = folder
        self.manifest = dict(manifest)
        self._lock = lock
        with writing(folder / CHECKSUMS):
            checksums = read_checksums(folder)
        assert checksums is not None  # settled before
        self._layout = Layout(folder, self.manifest, checksums)
        with writing(folder):
            found = recover(self._layout)
        self.warnings = tuple(found.warnings)
        self._ledger = Ledger(found.spans)
        self._next = 1 + max(
            (part.last for table in OUTCOME_TABLES for part in self._layout.parts(table)), default=0
        )
        self._small = sum(part.is_unit for part in self._layout.active("units"))

    @classmethod
    def open(cls, folder: Path, manifest: Mapping[str, Any], *, fresh: bool = False) -> Store:
        """Create the folder, or go on with the run in it.

        Args:
            folder: made when it is not there.
            manifest: what the run is. Read here: `digest` (its identity), `seats`, `terminations`,
                `metrics`, `options`.
            fresh: throw away the run that lies there, whatever it is.

        Raises:
            BadInput: another process writes there; another run lies there, or one that another version
                stored; the manifest is torn or edited; it or the checksums are gone with parts left; the
                folder cannot be made. Nothing is touched then.
            StoreError: the disk is full.
        """
        lock = FolderLock(folder)
        try:
            if fresh:
                _wipe(folder)
            return cls(folder, _settled(folder, manifest), lock)
        except BaseException:
            lock.release()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder; a run that did not `finish` can be gone on with."""
        self._lock.release()

    def add(self, outcomes: Outcomes, round_number: int) -> None:
        """Store what a unit came to; on return it is done, whatever happens to the process.

        Raises `ValueError` for pairs that are stored already, `StoreError` when it could not be written:
        the unit is not done then.
        """
        self.add_all([outcomes], round_number)

    def add_all(self, several: Sequence[Outcomes], round_number: int) -> None:
        """Store several units at once, all of them or none: much cheaper than one by one when they are small.

        A part costs some 7 ms, so a run of thousands of tiny units does well to gather those of a moment.
        """
        batch = Batch(self._layout, several, round_number)
        for span in batch.spans:
            self._ledger.refuse_overlap(span.key, span.lo, span.hi)
        self._mark_running()
        number, self._next = self._next, self._next + 1
        try:
            self._layout.checksums.put(batch.write(number))
        except BaseException:
            for table in reversed(OUTCOME_TABLES):
                delete(unit_part(self.folder / table, number).path)
            raise
        for span in batch.spans:
            self._ledger.add(span)
        self._small += 1
        if is_due(self._small):
            compact_tail(self._layout)
            self._small = 0

    def covered(self, matchup_key: str) -> list[Range]:
        """Pairs done of a match-up, as half-open ranges in order that do not touch."""
        return self._ledger.covered(matchup_key)

    def missing(self, matchup_key: str, lo: int, hi: int) -> list[Range]:
        """Pairs of [lo, hi) that are not done, likewise."""
        return self._ledger.missing(matchup_key, lo, hi)

    def summaries(self, through: int | None = None) -> dict[str, Summary]:
        """Sums by match-up key of all rounds, or of the rounds up to and including `through`."""
        return self._ledger.summaries(through)

    def compact(self) -> None:
        """Merge all parts; the bytes then depend on the games and rounds alone."""
        compact_all(self._layout)
        self._small = 0

    def verdicts(self, seq: int, verdicts: Sequence[Verdict]) -> None:
        """Store the table as judged for the time `seq`; `seq` (from 0) again takes its place."""
        self._step("verdicts", seq, verdict_table(seq, verdicts, self._layout.seats), VERDICTS)

    def gates(self, seq: int, gates: Sequence[GateVerdict]) -> None:
        """Store what the gates answered the time `seq`; likewise, nothing where there is no gate."""
        if gates:
            self._step("gates", seq, gate_table(seq, gates), GATES)

    def trials(self, seq: int, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store rows of a sweep, columns as in `runner.store.schemas.TRIALS` without `seq`; likewise."""
        table = pa.Table.from_pylist([{"seq": seq, **row} for row in rows], schema=TRIALS)
        self._step("trials", seq, table, TRIALS)

    def finish(self, status: str, **facts: Any) -> None:
        """Merge all parts, write `results.duckdb`, and note in the manifest how the run went.

        A run that was interrupted is only noted: who pressed Ctrl-C waits for nothing, and the parts as they are can be
        read and gone on with.

        Args:
            status: "complete", "interrupted" or "void".
            facts: any of `timings`, `engine`, `controls`, `warnings`; plain values.
        """
        if unknown := sorted(set(facts) - HOW_IT_WENT):
            raise ValueError(
                f"{unknown} would change what the run is; expected some of {sorted(HOW_IT_WENT)}"
            )
        ended = {**self.manifest, **facts, "status": status}
        if status != "interrupted":
            self.compact()
            self._layout.checksums.rewrite()
            write_bundle(self._layout, ended)
        self._note(ended)

    def _step(self, name: str, seq: int, table: pa.Table, schema: pa.Schema) -> None:
        write_step(self._layout.checksums, unit_part(self.folder / name, seq + 1), schema, table)

    def _mark_running(self) -> None:
        """A run that ended and now goes on says so, and its bundle is no longer true."""
        if self.manifest.get("status") != "running":
            delete(self.folder / BUNDLE)
            self._note({**self.manifest, "status": "running"})

    def _note(self, manifest: Mapping[str, Any]) -> None:
        write_manifest(self.folder, manifest)
        self.manifest.update(manifest)


def _settled(folder: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest of the run to go on with, or of the new one, now written."""
    sweep_temporaries(folder)
    if (folder / MANIFEST).exists():
        stored = read_manifest(folder)
        if defects := differences(folder / MANIFEST, stored, asked):
            raise BadInput(defects)
        _settle_checksums(folder)
        return stored
    if left := _tables_left(folder):
        rule = f"the manifest is gone, but parts of a run are here ({', '.join(left)})"
        raise refused(
            folder / MANIFEST,
            rule,
            "put it back from a copy, or start over with --fresh; nothing was touched",
        )
    manifest = {**asked, "form": FORM, "status": "running"}
    Checksums(folder).rewrite()
    write_manifest(folder, manifest)
    return manifest


def _settle_checksums(folder: Path) -> None:
    """Begin the checksums of a run that has no part yet. Raises `BadInput` where they are gone and parts are left."""
    with writing(folder / CHECKSUMS):
        if read_checksums(folder) is not None:
            return
    if left := _tables_left(folder):
        rule = f"cannot be read or is gone, but parts of a run are here ({', '.join(left)})"
        hint = "put it back from a copy, or start over with --fresh (an older version kept none); nothing was touched"
        raise refused(folder / CHECKSUMS, rule, hint)
    Checksums(folder).rewrite()


def _tables_left(folder: Path) -> list[str]:
    return [table for table in TABLES if any((folder / table).glob("*.parquet"))]


def _wipe(folder: Path) -> None:
    """Remove a run. Its checksums are emptied first: killed in between, what is left is a run that has nothing."""
    if (folder / CHECKSUMS).exists():
        Checksums(folder).rewrite()
    for table in ("units", *(table for table in TABLES if table != "units"), TORN):
        for path in (folder / table).glob("*"):
            delete(path)
    for name in (BUNDLE, "report.html", MANIFEST, CHECKSUMS):
        delete(folder / name)
