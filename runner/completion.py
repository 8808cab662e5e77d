"""What a shell offers after TAB: verbs from a table, options and values from the room of the verb, loaded only then."""

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

__all__ = ["complete"]


def complete(verbs: Mapping[str, tuple[str, str]], words: Sequence[str]) -> int:
    """Answer a shell, or write (or show) the script that makes it ask; the exit code.

    `verbs` gives the module whose `app` holds a verb, and the verb in a few words.
    """
    group = get_command(typer.Typer(cls=_group_of(verbs), name="equipoise", callback=_nothing))
    try:
        group.main(args=list(words), prog_name="equipoise")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def _group_of(verbs: Mapping[str, tuple[str, str]]) -> type[TyperGroup]:
    """A command group that knows the names of `verbs` and loads the one that is asked for."""

    class Verbs(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return list(verbs)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in verbs:
                return None
            room = get_command(importlib.import_module(verbs[cmd_name][0]).app)
            return getattr(room, "commands", {}).get(cmd_name, room)

        def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
            if incomplete.startswith("-"):
                return super().shell_complete(ctx, incomplete)
            return [_item(name, words) for name, (_, words) in verbs.items() if name.startswith(incomplete)]

    return Verbs


def _item(name: str, words: str) -> Any:
    from typer._click.shell_completion import CompletionItem

    return CompletionItem(name, help=words)


def _nothing() -> None:
    """Tells whether a game is balanced, with stated certainty."""
