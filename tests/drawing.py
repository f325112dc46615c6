"""Mark test cases as slow, and configure how many examples Hypothesis draws.

The profiles in `tests/conftest.py` set the usual number.
"""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

drawn = settings(
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        # All examples of a test share a database, which is part of what it tests.
        HealthCheck.function_scoped_fixture,
    ]
)
seldom_drawn = settings(drawn, max_examples=drawn.max_examples // 3)
"""Decorator for tests whose examples take long: it draws a third as many."""


def slow_but(values: Iterable[object], *quick: object) -> list[ParameterSet]:
    """Return every value as a case; all except the `quick` ones are marked slow."""
    return [
        pytest.param(value, marks=() if value in quick else pytest.mark.slow)
        for value in values
    ]


def cases_by_cost(
    values: Iterable[object], quick: Collection[object], slow: Collection[object]
) -> list[ParameterSet]:
    """Return every value as a case, marked by its cost.

    `quick` cases run always, `slow` ones with the slow tests, and others only with the
    endurance tests.
    """
    cases = []
    for value in values:
        later = pytest.mark.slow if value in slow else pytest.mark.endurance
        cases.append(pytest.param(value, marks=() if value in quick else later))
    return cases
