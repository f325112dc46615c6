"""Limits and conditions that depend on the machine that runs the tests."""

import os

import pytest

PATIENCE = 120
"""Maximum seconds to wait for other programs and threads on a busy machine."""

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has other permissions, links and signals"
)
