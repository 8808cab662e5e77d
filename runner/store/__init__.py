"""A run's folder: `Store` is its only writer; the functions read it, beside the writer or after.

<results>/<name>-<8 hex>/
    manifest.json                     what the run is, how it went; a digest of each value of it (see `seals`)
    checksums                         which parts count, each with its size and SHA-256 (see `checksums`)
    lock                              held by the process that writes
    units/ options/ games/ faults/    Parquet parts of what was played (see `parts`, `schemas`)
    verdicts/ gates/ trials/          a part for each time the targets were judged, each batch of trials
    torn/                             parts that were found damaged; what they held is played again
    results.duckdb                    all of it in one file, once the run has ended
"""

from runner.store.errors import StoreError
from runner.store.manifest import OlderForm, read_manifest
from runner.store.reading import UNREADABLE, RunInfo, find_runs, read_summaries, run_folders, run_info
from runner.store.store import Store
from runner.store.views import FORMATS, Answer, connect, connect_verdicts, export, query

__all__ = [
    "FORMATS",
    "UNREADABLE",
    "Answer",
    "OlderForm",
    "RunInfo",
    "Store",
    "StoreError",
    "connect",
    "connect_verdicts",
    "export",
    "find_runs",
    "query",
    "read_manifest",
    "read_summaries",
    "run_folders",
    "run_info",
]
