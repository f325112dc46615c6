"""Select the cases of every run and those of the slow tests.

Examples are drawn as many as the profile says (`tests/conftest.py`).
"""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

drawn = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        # One database for all the examples: that they meet in it is part of the test.
        HealthCheck.function_scoped_fixture,
    ]
)
seldom_drawn = settings(drawn, max_examples=drawn.max_examples // 3)
"""Decorator for tests whose examples take long."""


def slow_but(values: Iterable[object], *quick: object) -> list[ParameterSet]:
    """Return every value as a case; all except these are slow."""
    return [
        pytest.param(value, marks=() if value in quick else pytest.mark.slow)
        for value in values
    ]


def cases_by_cost(
    values: Iterable[object], quick: Collection[object], slow: Collection[object]
) -> list[ParameterSet]:
    """Return every value as a case; those neither quick nor slow are for endurance."""
    cases = []
    for value in values:
        later = pytest.mark.slow if value in slow else pytest.mark.endurance
        cases.append(pytest.param(value, marks=() if value in quick else later))
    return cases
