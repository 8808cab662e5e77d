"""How the run was made: enough to make it again, and to say whether it can be trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dashboards.markup import Content, Html, join, name, tag
from dashboards.pages.shell import Section, facts, fold, note
from dashboards.rows import Overview
from dashboards.run import Run
from dashboards.words import count, percent, plural

__all__ = ["made_section"]


def made_section(run: Run, size: Overview, longest: int) -> Section:
    """The section; the experiment and the data are quoted up to `longest` characters each."""
    manifest = run.manifest
    text = [
        (
            "Game",
            [name(str(manifest.get("game", "?"))), f", rules version {manifest.get('rules_version', '?')}"],
        ),
        ("Data", _named(manifest.get("data"))),
        ("Size", _size(size)),
        ("Certainty", f"{percent(run.certainty, 0)} over the whole table of targets"),
        ("Seed", _named(manifest.get("seed"))),
        ("Digest", tag("code", str(manifest.get("digest", "?")))),
        ("State", f"{run.status}"),
        ("Engine", _engine(manifest.get("engine"))),
        ("Versions", _flat(manifest.get("versions"))),
        ("Time", _time(manifest.get("timings"))),
        ("Warnings", _flat(manifest.get("warnings"))),
    ]
    return Section(
        "made",
        "How it was made",
        (
            facts(text),
            _controls(manifest.get("controls") or (), run),
            fold("The experiment, in full", _verbatim(run.configuration, longest)),
            fold("The game’s data, in full", _verbatim(manifest.get("document"), longest)),
        ),
    )


def _size(size: Overview) -> str:
    played = size.told or f"{plural(size.games, 'game')} in {plural(size.pairs, 'pair')}"
    text = f"{played}; {plural(size.matchups, 'match-up')} of "
    text += f"{plural(size.policies, 'policy', 'policies')} in {plural(size.scenarios, 'scenario')}"
    if size.voided:
        text += f"; {plural(size.voided, 'game')} void"
    more = size.control_games and not size.told
    return text + (f"; {plural(size.control_games, 'game')} more as controls" if more else "")


def _controls(controls: Any, run: Run) -> Html:
    """Controls with their outcome; a failed one first."""
    listed = [one for one in controls if isinstance(one, Mapping)]
    if not listed:
        return note(_no_control(run))
    items = [_control(one) for one in sorted(listed, key=lambda one: bool(one.get("passed")))]
    return tag("div", [tag("h3", "Controls"), tag("ul", items, {"class": "controls"})])


def _no_control(run: Run) -> str:
    """Why there is no control to show."""
    if run.status not in ("complete", "void"):
        return "Controls are evaluated when the run ends."
    if run.manifest.get("kind") == "sweep":
        return "Controls are played with the games on fresh luck, and no point came to be played on it."
    return "The run played no control."


def _control(one: Mapping[str, Any]) -> Html:
    passed = bool(one.get("passed"))
    word = "✓ passed" if passed else "✕ failed"
    text = [tag("strong", word), " ", name(str(one.get("name", ""))), ": ", str(one.get("detail", ""))]
    return tag("li", text, {"class": "met" if passed else "missed"})


def _named(value: Any) -> Content:
    return None if value is None else name(str(value))


def _flat(value: Any) -> Content:
    """Plain values on one line."""
    if not value:
        return None
    if isinstance(value, Mapping):
        return " · ".join(f"{key} {_short(one)}" for key, one in value.items() if one is not None)
    return " · ".join(map(_short, value)) if isinstance(value, list | tuple) else str(value)


def _engine(engine: Any) -> Content:
    if not isinstance(engine, Mapping) or "name" not in engine:
        return _flat(engine)
    others = {key: one for key, one in engine.items() if key not in ("name", "workers")}
    workers = [plural(int(engine["workers"]), "worker")] if engine.get("workers") else []
    return ", ".join([str(engine["name"]), *workers, *filter(None, [str(_flat(others) or "")])])


def _time(timings: Any) -> Content:
    """Seconds of wall clock; kept apart from what the run is, and different each time."""
    if not isinstance(timings, Mapping):
        return None
    others = {key: one for key, one in timings.items() if key != "seconds"}
    seconds = [f"{_short(timings['seconds'])} s"] if "seconds" in timings else []
    return " · ".join([*seconds, *filter(None, [str(_flat(others) or "")])]) or None


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping | list) else str(value)


def _verbatim(value: Any, longest: int) -> Html:
    """Plain values as indented text; a very long one is cut, and says so."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    lines = [piece for line in text[:longest].split("\n") for piece in (join(line), Html("\n"))]
    left = len(text) - longest
    cut = (
        note(f"{count(left)} more characters are in manifest.json, in the run’s folder.")
        if left > 0
        else None
    )
    return join([tag("pre", lines, {"tabindex": 0}), cut])
