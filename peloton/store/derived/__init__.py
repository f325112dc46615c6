"""Rows derived from the facts, and seasons and records added up from these rows."""
