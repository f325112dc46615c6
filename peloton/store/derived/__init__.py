"""Rows derived from the facts; seasons and records are added up from these rows."""
