"""How long tests wait for other programs and threads."""

PATIENCE = 120
"""Seconds to wait, however busy the machine and slow the disk; only a failure does."""
