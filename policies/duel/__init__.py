"""Players of duel; what mixed ones come to against each other is known exactly, and maps are drawn by it."""

from policies.duel.maps import generate
from policies.duel.nine import exact_pairs as exact_figures

__all__ = ["exact_figures", "generate"]
