"""The classifications: running sums, ranks, ties and jerseys."""
