"""Checks of weights that name numbers of rolls, points or turns."""

from collections.abc import Mapping

__all__ = ["whole_numbers"]


def whole_numbers(weights: Mapping[str, float], least: int = 1) -> list[int]:
    """The weights as whole numbers, in order. Raises `ValueError` naming every one that is not, or is below `least`."""
    wrong = [
        f"{name} = {value:g}"
        for name, value in weights.items()
        if not (float(value).is_integer() and value >= least)
    ]
    if wrong:
        raise ValueError(f"{', '.join(wrong)}: must be a whole number, {least} or more")
    return [int(value) for value in weights.values()]
