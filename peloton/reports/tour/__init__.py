"""Reports on a whole tour: overview, totals, honours, book, page."""
