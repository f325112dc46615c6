"""Read users' workbooks as plain cells, within size limits."""
