"""Conditions between numbers, such as `Defend.block <= Strike.damage`, read as arithmetic and never run as code.

    condition = sum ("<=" | "<" | ">=" | ">" | "==") sum
    sum       = products of numbers and paths, with + - * / and brackets

A path is a parameter's name, a path into the data, or the end of one where no other ends so.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sweeps.paths import Parts, found_at, parse, shown_path, suffix_matches

__all__ = ["Constraint", "constraint"]

_SUMS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
# What must be at most 0; a strict sign is broken by equality as well.
_SIGNS: dict[type[ast.cmpop], Callable[[float, float], float]] = {
    ast.LtE: lambda left, right: left - right,
    ast.GtE: lambda left, right: right - left,
    ast.Eq: lambda left, right: abs(left - right),
    ast.Lt: lambda left, right: left - right if left < right else left - right or _LEAST,
    ast.Gt: lambda left, right: right - left if left > right else right - left or _LEAST,
}
_LEAST = 1e-9
# Of a condition that divides by zero: it has no truth, so it does not hold.
_MOST = 1e9
_FORM = "a condition reads: Defend.block <= Strike.damage"


@dataclass(frozen=True)
class Constraint:
    """One condition, its names looked up."""

    text: str
    tree: ast.Compare
    places: Mapping[str, Parts]
    """By how it is written in the condition: where in the data the value stands."""

    def violation(self, plain: Any) -> float:
        """By how much the data breaks the condition; 0 where it holds."""
        try:
            left = _value(self.tree.left, plain, self.places)
            right = _value(self.tree.comparators[0], plain, self.places)
        except ZeroDivisionError:
            return _MOST
        return max(_SIGNS[type(self.tree.ops[0])](left, right), 0.0)


def constraint(text: str, plain: Any, names: Mapping[str, Parts]) -> Constraint:
    """The condition in `text`, its paths looked up among parameters' `names` and in the data `plain`.

    Raises `ValueError` saying what is wrong with it.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise ValueError(f"cannot be read; {_FORM}") from None
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in _SIGNS:
        raise ValueError(f"is no comparison of two sides; {_FORM}")
    places: dict[str, Parts] = {}
    for side in (tree.left, tree.comparators[0]):
        _look_up(side, plain, names, places)
    return Constraint(text, tree, places)


def _look_up(node: ast.expr, plain: Any, names: Mapping[str, Parts], places: dict[str, Parts]) -> None:
    if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
        _look_up(node.left, plain, names, places)
        _look_up(node.right, plain, names, places)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        _look_up(node.operand, plain, names, places)
    elif isinstance(node, (ast.Attribute, ast.Name, ast.Subscript)):
        written = ast.unparse(node)
        places[written] = _place(written, plain, names)
    elif not (isinstance(node, ast.Constant) and type(node.value) in (int, float)):
        raise ValueError(f"holds {ast.unparse(node)!r}, which is neither a number, a path nor a sum; {_FORM}")


def _place(written: str, plain: Any, names: Mapping[str, Parts]) -> Parts:
    if written in names:
        return names[written]
    found = suffix_matches(plain, parse(written))
    if not found:
        raise ValueError(f"{written} is neither a parameter nor a path into the data")
    if len(found) > 1:
        several = ", ".join(shown_path(place) for place in found[:4])
        raise ValueError(f"{written} may stand for {several}: write it in full")
    value = found_at(plain, found[0])
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{written} is {value!r}, which is not a number")
    return found[0]


def _value(node: ast.expr, plain: Any, places: Mapping[str, Parts]) -> float:
    if isinstance(node, ast.BinOp):
        left, right = (_value(side, plain, places) for side in (node.left, node.right))
        return _SUMS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, plain, places)
    if isinstance(node, ast.Constant):
        return float(node.value)  # type: ignore[arg-type]  # checked when it was looked up
    return float(found_at(plain, places[ast.unparse(node)]))
