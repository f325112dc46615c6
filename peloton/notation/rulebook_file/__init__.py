"""Rulebook files: read, found by name, copied."""
