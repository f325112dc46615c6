"""What tests need of the machine they run on."""

import os

import pytest

PATIENCE = 120
"""Seconds to wait for other programs and threads on a busy machine."""

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has other permissions, links and signals"
)
