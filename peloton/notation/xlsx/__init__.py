"""Read workbooks from users as plain cells, within size limits."""
