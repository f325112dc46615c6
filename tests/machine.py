"""What tests need of the machine they run on."""

import os

import pytest

PATIENCE = 120
"""Seconds to wait for others, however busy the machine and slow the disk."""

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has other permissions, links and signals"
)
