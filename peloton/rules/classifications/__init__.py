"""The classifications: running totals, ranks, tie-breaks and jerseys."""
