"""Which files decide what code does: what a file imports, transitively, and one digest over all of it.

Followed are modules that are neither of the standard library nor of an installed package; of the latter the version
counts. Imports are read from the source, wherever they stand in it, so nothing is run to find them.
"""

import ast
import hashlib
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from games.extensions import extension_folders

__all__ = [
    "HOME",
    "Sources",
    "digest_of_files",
    "digest_of_text",
    "is_installed",
    "is_own",
    "shipped_group",
    "sources_of",
]

HOME = Path(__file__).resolve().parent.parent
"""The folder of the rooms."""
ROOMS = ("games", "policies", "runner", "sweeps", "dashboards")
_SHARED = ("games/*.py", "policies/*.py")
_LOOPS = ("runner/loop.py", "runner/forcing.py")
"""What is compiled for each game, with all that it imports."""
_OF_A_GAME = ("games/{game}/**/*.py", "policies/{game}/**/*.py", "policies/{game}.py")


class Sources(tuple[Path, ...]):
    """Files in order, and with which packages they work."""

    packages: tuple[str, ...]

    def __new__(cls, files: Iterable[Path], packages: Iterable[str] = ()) -> "Sources":
        """Sorted and each once."""
        made = super().__new__(cls, sorted(set(files)))
        made.packages = tuple(sorted(set(packages)))
        return made

    def digest(self) -> str:
        """16 hex digits over names and contents of the files and the versions of the packages."""
        versions = ", ".join(f"{name} {_version(name)}" for name in self.packages)
        return digest_of_files(self, f"{sys.version} {versions}")


def digest_of_files(files: Iterable[Path], salt: str = "") -> str:
    """16 hex digits over `salt` and, in any order, the files: their places below a root, and their contents."""
    digest = hashlib.sha256(salt.encode())
    for name, content in sorted((_place(file), file.read_bytes()) for file in files):
        digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    return digest.hexdigest()[:16]


def digest_of_text(text: str) -> str:
    """16 hex digits over a text."""
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:16]


def is_own(file: Path | str) -> bool:
    """Whether a source is a user's own: in none of the rooms that ship."""
    return not any(Path(file).resolve().is_relative_to(HOME / room) for room in ROOMS)


def is_installed(file: Path) -> bool:
    """Whether a file belongs to the standard library or to an installed package."""
    return not _installed_folders().isdisjoint(file.resolve().parents)


@lru_cache(maxsize=64)
def shipped_group(game: str) -> tuple[Path, ...]:
    """The sources that compiled code of a shipped game can come from: its own folders, and what all games share."""
    patterns = [*_SHARED, *(pattern.format(game=game) for pattern in _OF_A_GAME)]
    loops = sources_of(file for name in _LOOPS if (file := HOME / name).is_file())
    return tuple(sorted({file for pattern in patterns for file in HOME.glob(pattern)}.union(loops)))


def sources_of(files: Iterable[Path]) -> Sources:
    """`files` and everything that they import, transitively."""
    waiting = [file.resolve() for file in files]
    reached: set[Path] = set()
    packages: set[str] = set()
    roots, known = _roots(), dict[tuple[str, Path | None], tuple[Path, ...]]()
    while waiting:
        file = waiting.pop()
        if file in reached:
            continue
        reached.add(file)
        stamp = file.stat()
        for module in _imports(file, stamp.st_mtime_ns, stamp.st_size):
            at = (module, file.parent if module.startswith(".") else None)
            if at not in known:
                known[at] = tuple(_located(module, file, roots))
            found = known[at]
            waiting += found
            if not found and _is_package(module):
                packages.add(module.lstrip(".").split(".")[0])
    return Sources(reached, packages)


@lru_cache(maxsize=4096)
def _imports(file: Path, changed: int, size: int) -> tuple[str, ...]:
    """The modules that a file names in its imports, `.`s before relative ones; none where it cannot be parsed."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return ()
    return tuple(dict.fromkeys(name for node in ast.walk(tree) for name in _named(node)))


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = "." * node.level + (node.module or "")
        yield base
        joint = "" if base.endswith(".") else "."
        yield from (f"{base}{joint}{alias.name}" for alias in node.names if alias.name != "*")
    elif isinstance(node, ast.Call) and _is_import_call(node.func) and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def _is_import_call(function: ast.expr) -> bool:
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name in ("import_module", "__import__")


def _located(module: str, importer: Path, roots: Sequence[Path]) -> Iterator[Path]:
    """The files that importing `module` from `importer` runs: packages on the way, then the module."""
    level = len(module) - len(module.lstrip("."))
    parts = [part for part in module.lstrip(".").split(".") if part]
    if level:
        folders = [importer.parents[min(level, len(importer.parents)) - 1]]
    elif not parts or parts[0] in sys.stdlib_module_names:
        return
    else:
        folders = list(roots)
    for part in parts:
        modules = [folder / f"{part}.py" for folder in folders]
        packages = [folder / part for folder in folders]
        yield from (file for file in modules if file.is_file())
        yield from (package / "__init__.py" for package in packages if (package / "__init__.py").is_file())
        folders = [package for package in packages if package.is_dir()]
        if not folders:
            return


def _roots() -> tuple[Path, ...]:
    """Where modules of ours and of the user are looked for: not where packages are installed."""
    listed = [HOME, *extension_folders(), *(Path(entry or ".").resolve() for entry in sys.path)]
    installed = _installed_folders()
    return tuple(dict.fromkeys(folder for folder in listed if folder == HOME or folder not in installed))


@lru_cache(maxsize=1)
def _installed_folders() -> frozenset[Path]:
    paths = sysconfig.get_paths()
    named = [paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")]
    named += [*site.getsitepackages(), site.getusersitepackages()]
    folders = {Path(name).resolve() for name in named}
    folders |= {Path(entry).resolve() for entry in sys.path if Path(entry).name in _PACKAGE_FOLDERS}
    return frozenset({*folders, *(folder / "lib-dynload" for folder in folders)})


_PACKAGE_FOLDERS = ("site-packages", "dist-packages", "lib-dynload")


def _is_package(module: str) -> bool:
    top = module.split(".", maxsplit=1)[0]
    return bool(top) and top not in sys.stdlib_module_names and top not in ROOMS


def _place(file: Path) -> str:
    """Where a file stands below the first root that holds it, so that a moved folder is the same code."""
    folders = (root for root in (HOME, *extension_folders()) if file.is_relative_to(root))
    root = next(folders, None)
    return file.name if root is None else file.relative_to(root).as_posix()


@lru_cache(maxsize=256)
def _version(package: str) -> str:
    try:
        return version(package)
    except (PackageNotFoundError, ValueError):
        return "unknown"
