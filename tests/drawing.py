"""How many examples are drawn: as many as the profile says (`tests/conftest.py`)."""

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
"""For what takes long with each example."""
