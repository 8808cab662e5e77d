"""What a sweep found, what it changes, how it got there, and what still matters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dashboards.figures import sweeps as figures
from dashboards.markup import Content, Html, name, tag
from dashboards.pages.made import made_section
from dashboards.pages.shell import Cell, Column, Section, note, plot, table
from dashboards.run import Run
from dashboards.sweeps import PointRow, outcome, points, size
from dashboards.words import count, interval, percent, plural, quantity

__all__ = ["sweep_sections"]

_POINTS, _SLICES, _ROWS = 5_000, 6, 200
_MARKS = {"met": "✔ met", "missed": "✘ missed", "undecided": "? undecided", "refused": "refused"}


def sweep_sections(run: Run, verbatim: int) -> list[Section]:
    """The sections of a sweep's page."""
    found, rows = outcome(run), points(run, _POINTS)
    sections = [_found(run, found), _asked(run, found), _difference(found), _history(rows)]
    sections += [_matters(run, found, rows), _front(found), _around(run, found)]
    made = made_section(run, size(run, found), verbatim)
    return [section for section in (*sections, made) if section is not None]


def _found(run: Run, found: Mapping[str, Any]) -> Section:
    if not found:
        text = note(
            "The sweep has not ended; what was played so far is shown below, and the same command goes on."
        )
        return Section("verdicts", "What was found", (text,))
    best, certainty = found["best"], percent(run.certainty, 0)
    if found["certified"] and found["fresh_games"]:
        told = f"Balanced: certain at {certainty} on {plural(found['fresh_games'], 'game')} of fresh luck."
    elif found["certified"]:
        told = "Balanced, exactly: everything asked is answered without play."
    elif found["held_out"] is not None and not found["certificates"]:
        told = f"The best found; its figure is from {plural(found['fresh_games'], 'game')} of fresh luck."
    elif found["certificates"]:
        told = "Nothing passed on fresh luck. This is the nearest, and it is not called balanced."
    else:
        told = "Nothing found meets every target. This is the nearest."
    spent = f"{plural(found['points'], 'point')} and {plural(found['games'], 'game')} of search."
    return Section(
        "verdicts", "What was found", (tag("p", [told, " ", spent]), _changes(run, best), _weights(best))
    )


def _changes(run: Run, best: Mapping[str, Any]) -> Content:
    today = {one["name"]: one["today"] for one in _parameters(run)}
    rows = [[name(key), _shown(today.get(key)), _shown(value)] for key, value in best["changed"].items()]
    if not rows:
        return note("Nothing is changed: today's numbers are the answer.")
    columns = [Column("Number", figures=False), Column("Today"), Column("New")]
    return table("What is changed", columns, rows)


def _weights(best: Mapping[str, Any]) -> Content:
    rows = [
        [name(f"{label}: {weight}"), _shown(old), _shown(new)]
        for label, weights in (best.get("weights") or {}).items()
        for weight, (old, new) in weights.items()
    ]
    columns = [Column("Weight of a policy", figures=False), Column("Today"), Column("New")]
    return table("Weights of policies", columns, rows) if rows else None


def _asked(run: Run, found: Mapping[str, Any]) -> Section | None:
    """Before and after, a line for each thing asked, the most broken first."""
    if not found:
        return None
    before = {one["name"]: one for one in found["before"]}
    rank = {"missed": 0, "undecided": 1, "met": 2}
    after = sorted(found["after"], key=lambda one: (rank[one["status"]], _slack(one)))
    rows = [
        [
            name(one["name"]),
            "" if one["kind"] == "goal" else _MARKS[one["status"]],
            _band(one),
            _figure(before.get(one["name"])),
            _figure(one),
        ]
        for one in after[:_ROWS]
    ]
    columns = [
        Column("Asked", figures=False),
        Column("Now", figures=False),
        Column("Band"),
        Column("Today", hint="on the search's luck"),
        Column("Then", hint="on fresh luck where it was played"),
    ]
    luck = "fresh luck" if found["fresh_games"] else "the search's luck, or exact"
    how = f"Intervals are valid at every look, {percent(run.certainty, 0)} each. The last column is from {luck}."
    edge = found["nearest_edge"]
    first = None
    if edge is not None and edge["slack"] is not None:
        side = "inside" if edge["slack"] >= 0 else "outside"
        first = tag(
            "p", ["Would break first: ", name(edge["name"]), f", {abs(edge['slack']):.2f} half bands {side}."]
        )
    return Section("asked", "Before and after", (first, note(how), table("What was asked", columns, rows)))


def _difference(found: Mapping[str, Any]) -> Section | None:
    text = found.get("best", {}).get("diff") if found else None
    if not text:
        return None
    how = note("The new data stands beside this page in the folder ", tag("code", "winner"), ".")
    return Section(
        "difference", "The difference", (how, tag("pre", [[line, Html("\n")] for line in text.splitlines()]))
    )


def _history(rows: Sequence[PointRow]) -> Section | None:
    if not rows:
        return None
    figure = plot(
        figures.history(rows),
        f"{plural(len(rows), 'point')} in the order of play by their distance from what is asked; "
        f"{count(sum(row.state == 'met' for row in rows))} met everything in the search.",
    )
    how = (
        "A mark a point: a circle met everything on the search's luck, a diamond is undecided, a cross missed "
        "something. The line is the closest so far. Estimates of the search choose points; they prove nothing."
    )
    return Section("history", "How the search went", (note(how), figure))


def _matters(run: Run, found: Mapping[str, Any], rows: Sequence[PointRow]) -> Section | None:
    """Importances, and a slice of each of the parameters that matter most."""
    parameters = _parameters(run)
    shares = found.get("importances") or {}
    moved = {one["name"]: len({str(row.parameters.get(one["name"])) for row in rows}) for one in parameters}
    ordered = sorted(parameters, key=lambda one: (-shares.get(one["name"], 0.0), -moved[one["name"]]))
    chosen = [one for one in ordered if moved[one["name"]] > 1][:_SLICES]
    if not chosen:
        return None
    content: list[Content] = []
    if shares:
        top = dict(list(shares.items())[:20])
        content += [
            note("Share of what tells good points from others, by PED-ANOVA."),
            plot(
                figures.importances(top),
                "Importance of each parameter: " + ", ".join(f"{k} {v:.0%}" for k, v in top.items()),
            ),
        ]
    for one in chosen:
        content.append(
            plot(
                figures.slice_of(rows, one["name"], one["today"]),
                f"Distance from what is asked along {one['name']}.",
            )
        )
    if len(parameters) > len(chosen):
        content.append(note(f"Shown are {count(len(chosen))} of {plural(len(parameters), 'parameter')}."))
    return Section("matters", "What mattered", tuple(content))


def _front(found: Mapping[str, Any]) -> Section | None:
    rows = found.get("front") or ()
    if not rows:
        return None
    cells = [
        [
            f"{row['change']:.3f}",
            f"{row['distance']:.3g}",
            name(_told(row["changed"]) or "as today"),
            _MARKS[row["status"]],
        ]
        for row in rows[:_ROWS]
    ]
    columns = [
        Column("Change"),
        Column("Half bands outside"),
        Column("Point", figures=False),
        Column("In the search", figures=False),
    ]
    figure = plot(
        figures.front(rows), f"{plural(len(rows), 'point')} that none beats in both distance and change."
    )
    return Section(
        "front", "The front between balance and change", (figure, table("The front", columns, cells))
    )


def _around(run: Run, found: Mapping[str, Any]) -> Section | None:
    rows = found.get("deviations") or ()
    if not rows:
        return None
    cells = [
        [
            name(row["parameter"]),
            f"{_shown(row['winner'])} → {_shown(row['value'])}",
            _MARKS[row["status"]]
            if any(r["kind"] != "goal" for r in row["readings"]) or row["status"] == "refused"
            else "",
            name("; ".join(row["breaks"][:4]) + (" …" if len(row["breaks"]) > 4 else "")),
            _worst(row["readings"]),
        ]
        for row in rows[:_ROWS]
    ]
    columns = [
        Column("One step in", figures=False),
        Column("Step"),
        Column("In the search", figures=False),
        Column("Surely breaks", figures=False),
        Column("Nearest to an edge"),
    ]
    left = found.get("deviations_left_out") or 0
    cut = f" {plural(left, 'parameter')} were not stepped." if left else ""
    how = note(f"The best point with one number moved by one step, on the luck of the search.{cut}")
    return Section("deviations", "One step away", (how, table("Deviations", columns, cells)))


def _worst(readings: Sequence[Mapping[str, Any]]) -> Cell | Content:
    return _figure(min(readings, key=_slack)) if readings else ""


def _slack(one: Mapping[str, Any]) -> float:
    """How far a value may still move; a gate that counts faults, and a goal, have nothing to lose."""
    counts = one["band"][1] == 0 and one["estimate"] == 0
    return float("inf") if counts or one["slack"] is None else float(one["slack"])


def _figure(one: Mapping[str, Any] | None) -> Cell | Content:
    """A value over its interval; exact values say so."""
    if one is None or one["estimate"] is None:
        return Cell(tag("span", "no games", {"class": "quiet"}), -1e300)
    metric = one["metric"]
    sure = (
        "exact"
        if one["kind"] == "gate" and one["low"] == one["high"]
        else interval(one["low"], one["high"], metric)
    )
    return Cell([quantity(one["estimate"], metric), tag("small", sure)], one["estimate"])


def _band(one: Mapping[str, Any]) -> Html | str:
    low, high = one["band"]
    if low is None and high is None:
        return ""
    return (
        interval(low, high, one["metric"]) if low is not None and high is not None else _side(one, low, high)
    )


def _side(one: Mapping[str, Any], low: float | None, high: float | None) -> str:
    value = quantity(low if low is not None else high, one["metric"])
    return f"at least {value}" if low is not None else f"at most {value}"


def _parameters(run: Run) -> list[Mapping[str, Any]]:
    return list((run.manifest.get("sweep") or {}).get("parameters") or ())


def _told(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_shown(value)}" for key, value in values.items())


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
