"""How results are shown to people: tables on standard output, progress on standard error."""

from runner.show.console import Console

__all__ = ["Console"]
