"""Reports on a whole tour: overview, totals, awards, book, web site."""
