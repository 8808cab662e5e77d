"""What every test shares: one hypothesis profile, quiet clusters, and the size of the long studies."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before anything can import Ray

# The first example of a property may compile the code under test, so no example is held to a deadline. The
# same examples are drawn every time: a test that passed yesterday fails today only if the code changed.
settings.register_profile(
    "equipoise", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "equipoise"))


@pytest.fixture(scope="session")
def study() -> Callable[[int, int], int]:
    """`study(full, reduced)`: the size of a long study, the second where EQUIPOISE_STUDY=reduced."""
    reduced_form = os.environ.get("EQUIPOISE_STUDY") == "reduced"
    return lambda full, reduced: reduced if reduced_form else full
