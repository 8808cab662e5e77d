"""From an address to its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from threading import Lock
from urllib.parse import unquote

from dashboards.app.compare import compare_page
from dashboards.app.game import Transcript, game_page
from dashboards.app.home import home
from dashboards.app.matchup import matchup_page
from dashboards.app.page import Page, notice
from dashboards.app.results import Results, stamp
from dashboards.app.run import run_page
from games.defects import BadInput, Defect

__all__ = ["Routes"]

_KEPT = 64
_STAYS = "a game stays as it is"


@dataclass(frozen=True, slots=True)
class Routes:
    """The pages over one results folder."""

    results: Results
    transcript: Transcript | None = None
    _made: dict[tuple[str, str], tuple[str, Page]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def at(self, path: str, query: str, whole: bool = True) -> tuple[str, Page]:
        """The stamp of an address and its page; one that was made before is shown again while the stamp stays."""
        now, key = self.stamp(path), (path, query.removeprefix("?"))
        made = self._made.get(key)
        if made and made[0] == now:
            return made
        page = self.page(path, query, whole)
        if page.status == 200 and now != _STAYS:
            with self._lock:
                while len(self._made) >= _KEPT:
                    del self._made[next(iter(self._made))]
                self._made[key] = now, page
        return now, page

    def page(self, path: str, query: str, whole: bool = True) -> Page:
        """The page at an address; one that says so where there is none, or its run cannot be read.

        Args:
            path: as in the address, still quoted.
            query: likewise.
            whole: whether a page that takes seconds is made now; if not, it is `pending`.
        """
        import duckdb

        try:
            return self._page(_parts(path), query, whole)
        except (BadInput, duckdb.Error, OSError) as error:
            told = [_told(defect) for defect in getattr(error, "defects", ())] or [type(error).__name__]
            return notice("This cannot be read", *told, status=500)

    def stamp(self, path: str) -> str:
        """Changes when the page at that address would; found without reading what was stored."""
        match _parts(path):
            case ["run", _, "game"]:
                return _STAYS
            case ["run", key, *_]:
                known = self.results.run(key)
                return stamp(known.info.folder) if known else "no run"
        return f"all {self.results.stamp()}"

    def _page(self, parts: Sequence[str], query: str, whole: bool) -> Page:
        match parts:
            case [""]:
                return home(self.results, query)
            case ["compare"]:
                return compare_page(self.results, query)
            case ["run", key, *rest] if known := self.results.run(key):
                match rest:
                    case ["match-up"]:
                        return matchup_page(known, query)
                    case ["game"]:
                        return game_page(known, query, self.transcript, whole)
                    case [] | [_]:
                        return run_page(known, rest[0] if rest else "", query)
            case ["run", key, *_]:
                return notice("No such run", f"The results folder holds no run “{key}”.")
        return notice("No such page", "Nothing lies at this address.")


def _told(defect: Defect) -> str:
    """What is wrong, with the name of the file, which lies in a run's folder."""
    name = PurePath(defect.file).name
    return f"{name}: {defect.rule}" + (f"; {defect.hint}" if defect.hint else "")


def _parts(path: str) -> list[str]:
    return [unquote(part) for part in path.strip("/").split("/")]
