"""Checks of the facts: one small function a check, problems as values."""
