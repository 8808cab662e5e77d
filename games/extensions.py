"""Folders of the user's own that hold further games and policies."""

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["extended", "extension_folders"]


def extension_folders() -> tuple[Path, ...]:
    """The folders that `EQUIPOISE_PATH` names, in order."""
    return tuple(
        Path(part).resolve() for part in os.environ.get("EQUIPOISE_PATH", "").split(os.pathsep) if part
    )


def extended(package_path: Iterable[str], room: str) -> list[str]:
    """`package_path` of a room, followed by the folders of that name in the extension folders."""
    return [
        *package_path,
        *(str(folder / room) for folder in extension_folders() if (folder / room).is_dir()),
    ]
