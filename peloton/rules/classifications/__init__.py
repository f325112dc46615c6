"""The classifications: running sums, ties, ranks, jerseys."""
