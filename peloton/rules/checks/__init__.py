"""Checks of the facts; each check is one small function that returns problems."""
