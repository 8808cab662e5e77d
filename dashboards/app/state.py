"""What a reader has asked for, as the query of an address: a link keeps it, a form changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from urllib.parse import parse_qs, quote, urlencode

from dashboards.app.results import Known
from dashboards.words import STATUSES

__all__ = ["Filters", "asked", "root_of", "several"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which runs and verdicts the board shows; empty means all."""

    game: str = ""
    run: str = ""
    since: str = ""
    """First day, as in 2026-01-31."""
    until: str = ""
    """Last day."""
    verdict: str = ""

    @classmethod
    def of(cls, query: str) -> Filters:
        """What the query of an address asks for; a date or verdict that is none counts as not given."""
        said = {key: asked(query, key) for key in cls.__slots__}
        dates = {key: _date(said[key]) for key in ("since", "until")}
        verdict = said["verdict"] if said["verdict"] in STATUSES else ""
        return cls(said["game"], said["run"], verdict=verdict, **dates)

    def address(self, **changes: str) -> str:
        """The board with these filters, some of them changed."""
        kept = {key: value for key, value in asdict(replace(self, **changes)).items() if value}
        return f"/?{urlencode(kept)}" if kept else "/"

    def of_runs(self, runs: Sequence[Known]) -> list[Known]:
        """The runs that are asked for, in their order."""
        return [one for one in runs if self._wants(one)]

    def _wants(self, one: Known) -> bool:
        day = datetime.fromtimestamp(one.info.changed).date().isoformat()
        return (
            self.game in ("", one.info.game)
            and self.run in ("", one.key)
            and (not self.since or day >= self.since)
            and (not self.until or day <= self.until)
        )


def asked(query: str, key: str) -> str:
    """The last value of `key` in the query of an address; empty where there is none."""
    values = _values(query).get(key)
    return values[-1] if values else ""


def several(query: str, key: str) -> tuple[str, ...]:
    """Every value of `key`."""
    return tuple(_values(query).get(key, ()))


def root_of(key: str) -> str:
    """Where the app shows a run."""
    return f"/run/{quote(key, safe='')}"


def _values(query: str) -> Mapping[str, list[str]]:
    try:
        return parse_qs(query.removeprefix("?"), max_num_fields=50)
    except ValueError:
        return {}


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""
