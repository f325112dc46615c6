"""Checks of the facts: one small function per check; problems are returned values."""
