"""Checks of the facts: one small function per check, which returns the problems."""
