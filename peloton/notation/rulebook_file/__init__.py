"""Rulebook files: read, find by name, and copy them."""
