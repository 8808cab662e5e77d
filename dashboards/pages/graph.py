"""A branch graph as a picture: nodes from top to bottom by how far on they lie, endings in the last row.

What is real is solid, what is hypothetical dashed; the wider a way, the more often it is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from dashboards.estimates import Estimate
from dashboards.exhibits import BranchGraph, Node, Way
from dashboards.markup import Html, shorten, tag
from dashboards.words import percent

__all__ = ["Place", "branch_picture", "layout"]

_NODE, _LEAF, _HIGH, _STEP = 104, 92, 40, 92
_EDGE, _LEAST_WIDTH = 24, 300
# How far along a way its label stands: near its beginning, where ways that cross are still apart.
_AT = 0.35


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node or ending stands: its centre, and its row."""

    x: float
    row: int

    @property
    def y(self) -> float:
        """Its centre."""
        return _EDGE + _HIGH / 2 + self.row * _STEP


def layout(graph: BranchGraph) -> tuple[dict[str, Place], dict[str, Place], float]:
    """Places of nodes, places of endings, and the width of the picture.

    A node's row is the longest way to it that goes round nowhere; hypothetical nodes stand to the right of real ones.
    """
    rows = _rows(graph)
    last = max(rows.values()) + 1
    sides = [
        _columns([node for node in graph.nodes if node.hypothetical == side], rows) for side in (False, True)
    ]
    real, columns = (
        max(sides[0].values(), default=-1) + 1,
        sum(max(s.values(), default=-1) + 1 for s in sides),
    )
    width = max(_LEAST_WIDTH, columns * (_NODE + 40), len(graph.endings) * (_LEAF + 8)) + 2 * _EDGE
    column = {**sides[0], **{name: real + at for name, at in sides[1].items()}}
    nodes = {name: Place(_spread(width, max(columns, 2), at), rows[name]) for name, at in column.items()}
    endings = {
        leaf.name: Place(_spread(width, len(graph.endings), at), last)
        for at, leaf in enumerate(graph.endings)
    }
    return nodes, endings, width


def _columns(nodes: Sequence[Node], rows: Mapping[str, int]) -> dict[str, int]:
    """Of some nodes, each one's place in its row."""
    places: dict[str, int] = {}
    for node in nodes:
        places[node.name] = sum(rows[other] == rows[node.name] for other in places)
    return places


def branch_picture(
    graph: BranchGraph,
    taken: Mapping[Way, Estimate],
    entered: Mapping[str, Estimate],
    ended: Mapping[str, Estimate],
    words: str,
) -> Html:
    """The picture: how often each way is `taken`, each node `entered` and each ending reached; `words` say the same."""
    nodes, endings, width = layout(graph)
    lines: list[Html] = []
    labels: list[Html] = []
    for way in graph.ways:
        share = taken.get(way)
        if way.ends and not (share and share.value):
            continue
        source, target = nodes[way.source], (endings if way.ends else nodes)[way.target]
        curve = _curve(source, target, width)
        lines.append(_line(way, share, curve))
        if not way.ends:
            labels.append(_label(_shown(share), curve, width))
    boxes = [
        _box(
            nodes[node.name],
            node.name,
            entered.get(node.name),
            _NODE,
            "hypothetical" if node.hypothetical else "",
        )
        for node in graph.nodes
    ]
    leaves = [
        _box(endings[leaf.name], leaf.name, ended.get(leaf.name), _LEAF, "leaf") for leaf in graph.endings
    ]
    height = endings[graph.endings[0].name].y + _HIGH / 2 + _EDGE if graph.endings else 0
    attributes = {
        "class": "graph",
        "viewBox": f"0 0 {width:g} {height:g}",
        "role": "img",
        "aria-label": words,
    }
    return tag("svg", [*lines, *boxes, *leaves, *labels], attributes)


Curve = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""The four points of a cubic Bezier curve"""


def _rows(graph: BranchGraph) -> dict[str, int]:
    """The row of every node: one below the lowest from which a way leads to it, ways back left out."""
    led: dict[str, list[str]] = {node.name: [] for node in graph.nodes}
    for way in graph.ways:
        if not way.ends:
            led[way.source].append(way.target)
    order, on, rows = [], set(), dict.fromkeys(led, 0)
    forward: dict[str, list[str]] = {name: [] for name in led}

    def visit(name: str) -> None:
        on.add(name)
        for target in led[name]:
            if target in on and target not in order:
                continue  # a way back to where this one came from
            forward[name].append(target)
            if target not in on:
                visit(target)
        order.append(name)

    for name in (graph.start, *led):
        if name not in on:
            visit(name)
    for name in reversed(order):
        for target in forward[name]:
            rows[target] = max(rows[target], rows[name] + 1)
    return rows


def _spread(width: float, number: int, at: int) -> float:
    return _EDGE + (width - 2 * _EDGE) * (at + 0.5) / number


def _curve(source: Place, target: Place, width: float) -> Curve:
    """Down from one box to another; around those between where it skips a row or leads back."""
    if target.row <= source.row:
        out = width - 2
        return (
            (source.x + _NODE / 2, source.y),
            (out, source.y),
            (out, target.y),
            (target.x + _NODE / 2, target.y),
        )
    start, end = (source.x, source.y + _HIGH / 2), (target.x, target.y - _HIGH / 2)
    bend = (end[1] - start[1]) * 0.55
    aside = _NODE * 0.9 if target.row > source.row + 1 and source.x == target.x else 0.0
    return start, (start[0] + aside, start[1] + bend), (end[0] + aside, end[1] - bend), end


def _point(curve: Curve, at: float) -> tuple[float, float]:
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1)
    )
    return x, y


def _label(content: str, curve: Curve, width: float) -> Html:
    """Beside a way straight down, towards the rim; upon one that leads across."""
    x, y = _point(curve, _AT)
    if curve[0][0] != curve[3][0]:
        return _text(content, x, y + 4, "label")
    left = x < width / 2
    return _text(content, x - 10 if left else x + 10, y + 10, "label", "end" if left else "start")


def _line(way: Way, share: Estimate | None, curve: Curve) -> Html:
    (x0, y0), *rest = curve
    path = f"M{x0:.1f} {y0:.1f}C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in rest)
    value = share.value if share else None
    kind = ["way", *(["hypothetical"] if way.hypothetical else []), *([] if value else ["never"])]
    return tag(
        "path", None, {"d": path, "class": " ".join(kind), "stroke-width": round(1.2 + 6 * (value or 0.0), 2)}
    )


def _box(place: Place, title: str, share: Estimate | None, width: int, kind: str) -> Html:
    box = {
        "x": round(place.x - width / 2, 1),
        "y": round(place.y - _HIGH / 2, 1),
        "width": width,
        "height": _HIGH,
    }
    lines = [
        tag("rect", None, {**box, "rx": _HIGH / 2 if kind == "leaf" else 6}),
        _text(shorten(title, width // 8), place.x, place.y + (4 if share is None else -3), "title"),
        *([] if share is None else [_text(_shown(share), place.x, place.y + 12, "share")]),
    ]
    return tag("g", lines, {"class": f"node {kind}".strip()})


def _text(content: str, x: float, y: float, kind: str, anchor: str = "middle") -> Html:
    return tag("text", content, {"x": round(x, 1), "y": round(y, 1), "text-anchor": anchor, "class": kind})


def _shown(share: Estimate | None) -> str:
    """A share and its interval, as short as can be: `18 % ±1`, or `<1 % (0–1)` where it is not symmetric."""
    if share is None or share.value is None:
        return "no games"
    if share.value in (0.0, 1.0):
        return "always" if share.value else "never"
    if share.radius is None:
        return percent(share.value, 0)
    digits = 0 if share.radius >= 0.002 else 1
    value = percent(share.value, digits)
    unit, (low, high) = 100 * 10**digits, share.ends
    radius = ceil(round(share.radius * unit, 9))
    lopsided = abs(low + high - 2 * share.value) * unit > 0.5
    if lopsided or not radius <= share.value * unit <= unit - radius:
        ends = (floor(round(low * unit, 9)), ceil(round(high * unit, 9)))
        return f"{value} ({'–'.join(f'{end / 10**digits:.{digits}f}' for end in ends)})"
    return f"{value} ±{radius / 10**digits:.{digits}f}"
