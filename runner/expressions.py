"""Policy expressions: `optimal`, `hold_at(20)`, `hold_at(n=25)`, `best_response(to=hold_at(20))`.

    expression = name [ "(" [ argument { "," argument } ] ")" ]
    argument   = [ key "=" ] ( number | entrant )

An entrant is a label or an expression, in quotes where it holds a comma, an equals sign or an odd bracket. What name,
keys and entrants mean is looked up elsewhere.
"""

import math
import re
from dataclasses import dataclass

__all__ = ["Argument", "Expression", "parse"]

_CALL = re.compile(r"\s*([^\s(),='\"]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_KEYED = re.compile(r"\s*([^\W\d]\w*)\s*=(.*)", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(inf|nan)", re.IGNORECASE | re.ASCII)
_QUOTES = "'\""


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands between two commas: a number, or the text that names an entrant."""

    key: str | None
    value: float | str


@dataclass(frozen=True, slots=True)
class Expression:
    """A policy by name, with arguments in the order in which they were written."""

    policy: str
    arguments: tuple[Argument, ...] = ()


def parse(text: str) -> Expression:
    """`text` taken apart. Raises `ValueError` saying what is wrong with it."""
    call = _CALL.fullmatch(text)
    if call is None:
        raise ValueError("is not a policy expression")
    name, inner = call.groups()
    if inner is None or not inner.strip():
        return Expression(name)
    return Expression(name, tuple(_argument(part) for part in _parts(inner)))


def _parts(text: str) -> list[str]:
    """`text` cut at the commas that stand in no bracket and no quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in _QUOTES:
            quote = letter
        elif letter in "()":
            depth += 1 if letter == "(" else -1
            if depth < 0:
                raise ValueError("has a bracket that was never opened")
        elif letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    if quote or depth:
        raise ValueError(
            "has quotes that are never closed" if quote else "has a bracket that is never closed"
        )
    return [*parts, text[start:]]


def _argument(text: str) -> Argument:
    keyed = _KEYED.fullmatch(text)
    key, value = keyed.groups() if keyed else (None, text)
    value = value.strip()
    if not value:
        raise ValueError(f"gives {key} no value" if key else "has an empty argument")
    if _NUMBER.fullmatch(value):
        number = float(value)
        if not math.isfinite(number):
            raise ValueError(f"holds {value}, which is not a finite number")
        return Argument(key, number)
    quoted = len(value) > 1 and value[0] in _QUOTES and value.find(value[0], 1) == len(value) - 1
    return Argument(key, value[1:-1].strip() if quoted else value)
