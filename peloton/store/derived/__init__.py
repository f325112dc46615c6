"""Rows derived from the facts, and the seasons and records added up from them."""
