"""What a game says is worth a picture, read from the manifest: matrix games, branch graphs, histograms, grids.

The kinds and their keys are in the README. An exhibit of another kind, of a newer version say, is only named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = [
    "BranchGraph",
    "Exhibits",
    "Grid",
    "Histogram",
    "Leaf",
    "MatrixGame",
    "Node",
    "Side",
    "Use",
    "Way",
    "read",
]


@dataclass(frozen=True, slots=True)
class Use:
    """One option of one side of a matrix game."""

    name: str
    option: str
    """Its name among the game's options"""
    usage: float
    """At the equilibrium that uses the least used option most"""
    low: float
    high: float
    """Over all equilibria"""
    fictitious: float
    """By fictitious play"""


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a matrix game."""

    name: str
    seat: int
    options: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """The row player gets a cell, the column player pays it."""

    scenario: str
    part: str
    payoffs: tuple[tuple[float, ...], ...]
    even: float
    """The payoff that favours nobody"""
    value: float
    fictitious_value: float
    least_usage: float
    """Usage under which an option counts as unused"""
    players: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a branch graph."""

    name: str
    hypothetical: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from a node, to another or to an ending."""

    source: str
    target: str
    ends: bool
    hypothetical: bool
    by: tuple[str, ...]
    """What may lead there"""
    event: int
    """The event that counts it"""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An ending of a scenario, under its own name."""

    name: str
    kind: str
    termination: int


@dataclass(frozen=True, slots=True)
class BranchGraph:
    """The ways through a scenario."""

    scenario: str
    start: str
    nodes: tuple[Node, ...]
    ways: tuple[Way, ...]
    endings: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """A quantity of every game in classes: event i counts those in [edges[i], edges[i + 1])."""

    of: str
    unit: str
    edges: tuple[float, ...]
    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Two quantities of every game in cells: the event at [row][column] counts those in that cell."""

    of: tuple[str, str]
    """What the rows tell, and what the columns tell"""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    events: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Exhibits:
    """Everything that a game exhibits, by kind."""

    matrix_games: tuple[MatrixGame, ...] = ()
    branch_graphs: tuple[BranchGraph, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    grids: tuple[Grid, ...] = ()
    unknown: tuple[str, ...] = ()
    """Kinds that this version does not know"""


def read(listed: Iterable[Mapping[str, Any]]) -> Exhibits:
    """The exhibits of a manifest. Raises `KeyError` or `TypeError` for one that lacks what its kind must have."""
    found: dict[str, list[Any]] = {kind: [] for kind in _KINDS}
    unknown: dict[str, None] = {}
    for one in listed:
        kind = str(one["kind"])
        if kind in _KINDS:
            found[kind].append(_KINDS[kind](one))
        else:
            unknown[kind] = None
    games, graphs, histograms, grids = (tuple(several) for several in found.values())
    return Exhibits(games, graphs, histograms, grids, tuple(unknown))


def _matrix_game(one: Mapping[str, Any]) -> MatrixGame:
    row, column = (_side(player) for player in one["players"])
    return MatrixGame(
        one["scenario"], one["part"], tuple(map(tuple, one["payoffs"])), one["even"], one["value"],
        one["fictitious_value"], one["least_usage"], (row, column),
    )  # fmt: skip


def _side(player: Mapping[str, Any]) -> Side:
    return Side(player["name"], player["seat"], tuple(Use(**option) for option in player["options"]))


def _branch_graph(one: Mapping[str, Any]) -> BranchGraph:
    ways = (
        Way(way["from"], way["to"], way["ends"], way["hypothetical"], tuple(way["by"]), way["event"])
        for way in one["ways"]
    )
    nodes = tuple(Node(**node) for node in one["nodes"])
    endings = tuple(Leaf(**ending) for ending in one["endings"])
    return BranchGraph(one["scenario"], one["start"], nodes, tuple(ways), endings)


def _histogram(one: Mapping[str, Any]) -> Histogram:
    return Histogram(one["of"], one["unit"], tuple(one["edges"]), tuple(one["events"]))


def _grid(one: Mapping[str, Any]) -> Grid:
    rows, columns = one["of"]
    return Grid((rows, columns), tuple(one["rows"]), tuple(one["columns"]), tuple(map(tuple, one["events"])))


_KINDS = {
    "matrix game": _matrix_game, "branch graph": _branch_graph, "histogram": _histogram, "grid": _grid,
}  # fmt: skip
