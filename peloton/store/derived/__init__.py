"""Rows computed from the recorded facts, and the seasons and records based on them."""
