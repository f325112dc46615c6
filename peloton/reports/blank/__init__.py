"""Blank forms: printed pages to fill in by hand."""
