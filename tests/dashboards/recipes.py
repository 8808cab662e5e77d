"""What the made-up runs of these tests hold: a plain one, one of each hard kind, and names that try to be markup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

__all__ = ["EXHIBITS", "HOSTILE", "RECIPES", "Recipe"]

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=document.title='owned'>",
    "타격",
    "強打",
    "🔥🗡️ emoji",
    "ضربة قوية",
    "a name of eighty characters, " + "x" * 51,
    "<b>bold</b> & <a href='javascript:alert(1)'>link</a> %{x} $y$",
    "\"quoted\" 'names' `too` -- ; {{curly}}",
    "evil\u202egnp.exe",
)


@dataclass(frozen=True)
class Recipe:
    """What a made-up run holds."""

    policies: tuple[str, ...] = ("optimal", "hold_at(20)", "hold_at(25)", "keep_pace")
    strengths: tuple[float, ...] = (0.16, 0.02, 0.0, 0.12)
    scenarios: tuple[str, ...] = ("base",)
    seats: int = 2
    pairs: int = 2_000
    seat_edge: float = 0.06
    drawn: float = 0.01
    turn_caps: int = 0
    faults: int = 0
    length: float = 22.0
    options: tuple[tuple[str, dict[str, Any]], ...] = (("roll", {}), ("hold", {}))
    usage: tuple[float, ...] = (0.8, 0.2)
    dealt: bool = False
    """Whether the game deals its options."""
    effects: int = 0
    """Games of each option and seat that were played on twice."""
    events: tuple[float, ...] = ()
    """How often each event happens in a game, on average, to every policy alike."""
    targets: tuple[dict[str, Any], ...] = (
        {"name": "fair duels", "metric": "win_rate", "band": [0.45, 0.55]},
    )
    status: str = "complete"
    name: str = "pig-round-robin"
    title: str | None = "Pig, round robin"
    game: str = "pig"
    parts: int = 3
    controls: bool = True
    champions: tuple[str, ...] = ()
    alike: bool = False
    """All match-ups have the same counts, so that a large field is soon written."""
    extra: tuple[tuple[str, Any], ...] = ()


CARDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Strike", {"kind": "Attack", "efficiency": 9.0}),
    ("Bash", {"kind": "Attack", "efficiency": 5.0}),
    ("Defend", {"kind": "Skill", "efficiency": 5.0}),
    ("Slam", {"kind": "Attack", "efficiency": 5.5}),
    ("Parry", {"kind": "Skill", "efficiency": None}),
)
_DECK = Recipe(
    policies=("heuristic",), strengths=(0.48,), seats=1, game="deckfight", name="deckfight", title="Deckfight",
    options=CARDS, dealt=True, length=5.7, usage=(0.9, 0.1, 0.7, 0.4, 0.0),
    targets=({"name": "winnable", "metric": "win_rate", "band": [0.9, 1.0]},),
)  # fmt: skip
_FIELD = tuple(f"policy {number:03d} of a large field" for number in range(300))

# Names from data wherever an exhibit has one. The second column's option is used by no equilibrium.
_START, _REAL, _ELSE, _WON, _LOST = HOSTILE[0], HOSTILE[2], HOSTILE[1], HOSTILE[7], HOSTILE[8]


def _use(name: str, usage: float, low: float, high: float) -> dict[str, Any]:
    return {
        "name": name,
        "option": name,
        "usage": usage,
        "low": low,
        "high": high,
        "fictitious": usage + 0.001,
    }


def _way(source: str, target: str, event: int, **others: Any) -> dict[str, Any]:
    plain = {"from": source, "to": target, "ends": False, "hypothetical": False, "by": [HOSTILE[0]]}
    return {**plain, "event": event, **others}


EXHIBITS: tuple[dict[str, Any], ...] = (
    {
        "kind": "matrix game", "scenario": HOSTILE[0], "part": HOSTILE[7], "payoffs": [[7, 4], [4, 6]], "even": 5,
        "value": 5.2, "fictitious_value": 5.198, "least_usage": 0.05,
        "players": [
            {
                "name": HOSTILE[0], "seat": 0,
                "options": [_use(HOSTILE[0], 0.4, 0.4, 0.4), _use(HOSTILE[2], 0.6, 0.6, 0.6)],
            },
            {
                "name": HOSTILE[8], "seat": 1,
                "options": [_use(HOSTILE[1], 0.97, 0.9, 1.0), _use(HOSTILE[7], 0.03, 0.0, 0.1)],
            },
        ],
    },
    {
        "kind": "branch graph", "scenario": HOSTILE[0], "start": _START,
        "nodes": [
            {"name": _START, "hypothetical": False}, {"name": _ELSE, "hypothetical": True},
            {"name": _REAL, "hypothetical": False},
        ],
        "ways": [
            _way(_START, _REAL, 4), _way(_START, _ELSE, 5, hypothetical=True), _way(_ELSE, _REAL, 6, hypothetical=True),
            _way(_REAL, _WON, 7, ends=True, by=[]), _way(_REAL, _LOST, 8, ends=True, by=[]),
        ],
        "endings": [
            {"name": _WON, "kind": HOSTILE[0], "termination": 8}, {"name": _LOST, "kind": "failed", "termination": 9},
        ],
    },
    {"kind": "histogram", "of": HOSTILE[0], "unit": HOSTILE[7], "edges": [0, 10, 20, 30, 40], "events": [0, 1, 2, 3]},
    {
        "kind": "grid", "of": [HOSTILE[0], HOSTILE[7]], "rows": [HOSTILE[2], "low"],
        "columns": [HOSTILE[8], HOSTILE[1]], "events": [[9, 10], [11, 12]],
    },
    {"kind": HOSTILE[1], "unheard": "of"},
)  # fmt: skip

RECIPES = {
    "forced": Recipe(options=(*((f"o{at}", {}) for at in range(6)), ("hold", {})), usage=(0.4, 0.2, 0.02), effects=200),
    "pig": Recipe(
        turn_caps=3,
        faults=2,
        targets=(
            {"name": "fair duels", "metric": "win_rate", "band": [0.45, 0.55]},
            {"name": "first seat", "metric": "seat_advantage", "band": [-0.05, 0.05]},
            {"name": "length", "metric": "turns", "band": [18, 24]},
        ),
    ),
    "deck": replace(
        _DECK, policies=("heuristic", "random", "lookahead"), strengths=(0.4, 0.1, 0.5), scenarios=("base", "even")
    ),
    "use": Recipe(
        policies=("a", "b", "c"), strengths=(0.1, 0.0, -0.1), scenarios=("left", "right"),
        targets=({"metric": "use", "band": [0.05, 1.0]},),
    ),
    "three seats": Recipe(
        seats=3, pairs=400, targets=({"name": "third", "metric": "win_rate", "band": [0.3, 0.36]},)
    ),
    "one policy": _DECK,
    "gauntlet": Recipe(policies=tuple("abcdefghijkl"), champions=("c",), pairs=200),
    "empty": Recipe(pairs=0, status="running"),
    "running": Recipe(pairs=200, status="running", controls=False, extra=(("controls", []), ("timings", {}))),
    "interrupted": Recipe(pairs=200, status="interrupted"),
    "undecided": Recipe(policies=("a", "b", "c"), strengths=(0.0,), seat_edge=0.0, pairs=40),
    "no targets": Recipe(targets=(), options=(), pairs=100),
    "hostile": Recipe(
        policies=HOSTILE, strengths=(0.1, 0.0, 0.05, 0.02, 0.0, -0.03), pairs=300, faults=3, turn_caps=5,
        title=HOSTILE[1], name=HOSTILE[0], game=HOSTILE[7], status="void", scenarios=(HOSTILE[0], HOSTILE[3]),
        options=tuple((name, {"kind": HOSTILE[at % 3], "efficiency": 5.0 + at}) for at, name in enumerate(HOSTILE)),
        targets=({"name": HOSTILE[1], "metric": "win_rate", "band": [0.45, 0.55]},),
        extra=(
            ("data", HOSTILE[0]), ("warnings", [HOSTILE[1]]),
            ("controls", [{"name": HOSTILE[0], "passed": False, "detail": HOSTILE[1]}]),
        ),
    ),
    "exhibits": Recipe(
        policies=(HOSTILE[0], "b"), pairs=500, scenarios=(HOSTILE[0],), turn_caps=4, usage=(0.9, 0.1),
        options=tuple((name, {}) for name in HOSTILE), extra=(("exhibits", list(EXHIBITS)),),
        events=(0.1, 0.6, 0.3, 0.0, 0.75, 0.25, 0.25, 0.9, 0.1, 0.4, 0.35, 0.25, 0.0),
    ),
    "exhibits, going round": Recipe(
        policies=("a",), seats=1, pairs=500, scenarios=(HOSTILE[0],), extra=(("exhibits", [EXHIBITS[1]]),),
        events=(0.0, 0.0, 0.0, 0.0, 2.5, 0.5, 0.5, 0.9, 0.1),
    ),
    "exhibits of nothing": Recipe(pairs=0, status="running", extra=(("exhibits", list(EXHIBITS)),)),
    "long names": Recipe(
        policies=tuple(f"{number:03d}{'🔥' * 77}" for number in range(40)), pairs=20, parts=1, alike=True,
        targets=({"name": "&" * 80, "metric": "win_rate", "band": [0.45, 0.55]},), scenarios=("<" * 80,),
    ),
    "large gauntlet": Recipe(policies=_FIELD, champions=_FIELD[:3], pairs=60, parts=1, alike=True),
    "large field": Recipe(policies=_FIELD, pairs=60, parts=1, alike=True),
}  # fmt: skip
