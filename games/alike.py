"""Names that look the same: compared in one form, whatever keys or programs wrote them."""

import unicodedata
from collections.abc import Iterable

__all__ = ["alike", "look_alikes"]


def alike(name: str) -> str:
    """One form for all names that look like `name`: composed characters, plain spaces, nothing that has no width.

    Two names with one form are the same to a reader (Unicode's NFKC; format characters are left out).
    """
    text = unicodedata.normalize("NFKC", name)
    shown = "".join(character for character in text if unicodedata.category(character) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", shown).split())


def look_alikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of different names that look the same: each with the first of its look, in order."""
    first: dict[str, str] = {}
    pairs = []
    for name in dict.fromkeys(names):
        earlier = first.setdefault(alike(name), name)
        if earlier != name:
            pairs.append((earlier, name))
    return pairs
