"""The board's filters as a plain form."""

from __future__ import annotations

from collections.abc import Sequence

from dashboards.app.results import Known
from dashboards.app.state import Filters
from dashboards.markup import Html, tag
from dashboards.words import STATUSES

__all__ = ["filter_form"]


def filter_form(filters: Filters, runs: Sequence[Known]) -> Html:
    """Filters as a plain form: what is chosen stands in the address."""
    games = sorted({one.info.game for one in runs if one.info.game})
    chosen = [
        (one.key, f"{one.title} · {one.key[-8:]}") for one in runs if filters.game in ("", one.info.game)
    ]
    verdicts = [(key, status.word) for key, status in STATUSES.items()]
    fields = [
        _choice("Game", "game", filters.game, [(one, one) for one in games]),
        _choice("Run", "run", filters.run, chosen),
        _choice("Verdict", "verdict", filters.verdict, verdicts),
        _day("From", "since", filters.since),
        _day("To", "until", filters.until),
    ]
    ends = [tag("button", "Show", {"type": "submit"}), tag("a", "Clear", {"href": "/"})]
    return tag(
        "form", [*fields, *ends], {"class": "filters", "action": "/", "method": "get", "data-live": True}
    )


def _choice(title: str, key: str, chosen: str, known: Sequence[tuple[str, str]]) -> Html:
    options = [tag("option", "all", {"value": ""})]
    options += [tag("option", text, {"value": value, "selected": value == chosen}) for value, text in known]
    return tag("label", [title, tag("select", options, {"name": key})])


def _day(title: str, key: str, chosen: str) -> Html:
    return tag("label", [title, tag("input", None, {"type": "date", "name": key, "value": chosen or None})])
