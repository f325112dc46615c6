"""Reports on a whole tour, such as the overview, awards, book and web site."""
