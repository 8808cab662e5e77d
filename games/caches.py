"""Where Equipoise keeps what it can make again: compiled code, and what probes of own code found."""

import os
from pathlib import Path

__all__ = ["cache_home"]


def cache_home() -> Path:
    """`EQUIPOISE_CACHE`, else `equipoise` in the user's cache folder."""
    home = os.environ.get("EQUIPOISE_CACHE")
    return (
        Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "equipoise"
    )
