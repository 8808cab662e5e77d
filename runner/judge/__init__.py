"""Counts in, verdicts out: every number a report, the terminal or `--json` shows is computed in this folder.

Nothing here plays a game, reads a file or a clock; NumPy arrays come in, frozen dataclasses go out.
"""
