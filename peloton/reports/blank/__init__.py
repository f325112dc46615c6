"""Blank forms: pages to fill in by hand."""
