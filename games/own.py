"""Importing what users wrote: what goes wrong in their files is told as theirs, with the file and the line."""

import importlib
import sys
import traceback
from collections.abc import Iterable, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from games.caches import cache_home
from games.defects import BadInput, Defect
from games.opened import opened
from games.probe import Failure, Limits, ask
from games.sources import digest_of_text, is_own, sources_of

__all__ = ["imported", "read_by", "told", "tried"]

_READ: dict[str, set[Path]] = {}
# What came of importing a module whose sources had that digest.
_TRIED: dict[tuple[str, str], Failure | None] = {}
_LIMITS = Limits(seconds=30.0, processor_seconds=20)


def tried(names: Iterable[str]) -> Mapping[str, Failure]:
    """Import own modules in a process of its own, all that are not here yet; what failed, by module.

    So a file that ends, kills or stalls whoever imports it does so there. Remembered by a digest of their sources.
    """
    files = {name: _file_of(name) for name in names if name not in sys.modules}
    found = {
        name: (file, sources_of([file]).digest()) for name, file in files.items() if file and is_own(file)
    }
    new = {name: digest for name, (_, digest) in found.items() if (name, digest) not in _TRIED}
    if new:
        kept = cache_home() / "probes" / f"import-{digest_of_text(repr(sorted(new.items())))}.json"
        failures = ask("games.probed", list(new), {}, kept, _LIMITS)
        _TRIED.update({(name, digest): failures.get(name) for name, digest in new.items()})
    known = {name: _TRIED[name, digest] for name, (_, digest) in found.items()}
    return {name: failure for name, failure in known.items() if failure is not None}


def imported(name: str, needs: tuple[str, ...] = ()) -> ModuleType:
    """The module called `name`, with the names in `needs`.

    Raises `BadInput` naming the file where a user's own module cannot be imported, or lacks what it must have.
    """
    file = _file_of(name)
    own = file is not None and is_own(file)
    failure = tried([name]).get(name)
    if failure is not None:
        raise BadInput([Defect(str(file), "", None, f"cannot be imported: {failure.text}")])
    try:
        with opened() as files:
            module = importlib.import_module(name)
        _READ.setdefault(name, set(files))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if not own or file is None:
            raise
        raise BadInput([Defect(str(file), "", None, f"cannot be imported: {told(error, file)}")]) from error
    missing = [needed for needed in needs if not hasattr(module, needed)]
    if missing:
        rule = f"defines no {' and no '.join(missing)}"
        raise BadInput([Defect(str(file or name), "", None, rule, "see games/README.md")])
    return module


def read_by(names: Iterable[str]) -> set[Path]:
    """The files that modules read when they were imported here."""
    return set().union(*(_READ.get(name, set()) for name in names))


def told(error: BaseException, file: Path) -> str:
    """What went wrong, in one line: the kind of error, its text, and the line of `file` (or of another) it is in."""
    if isinstance(error, SyntaxError):
        where, line = Path(error.filename or file), error.lineno
        text = f"syntax error: {error.msg}"
    else:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if is_own(frame.filename)]
        frames = [frame for frame in frames if Path(frame.filename).is_file()]
        where, line = (Path(frames[-1].filename), frames[-1].lineno) if frames else (file, None)
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if isinstance(error, SystemExit):
            text = f"it ends the program ({type(error).__name__}: {error})"
    place = f"line {line}" if where.resolve() == file.resolve() else f"{where}, line {line}"
    first = text.strip().splitlines()[0] if text.strip() else type(error).__name__
    return f"{first} ({place})" if line else first


def _file_of(name: str) -> Path | None:
    """The file of a module, without running it or what it lies in; None where none is found."""
    room, *parts = name.split(".")
    path = list(getattr(sys.modules.get(room) or importlib.import_module(room), "__path__", []))
    spec = None
    full = room
    for part in parts:
        full = f"{full}.{part}"
        spec = PathFinder.find_spec(full, path)
        if spec is None:
            return None
        loaded = sys.modules.get(full)
        path = list(getattr(loaded, "__path__", None) or spec.submodule_search_locations or [])
    return Path(spec.origin) if spec is not None and spec.origin else None
