"""Rulebooks and set-up as sheets."""
