"""Workbooks from other people, read as plain cells within size limits."""
