"""Rulebooks as files: read, chosen from, copied."""
