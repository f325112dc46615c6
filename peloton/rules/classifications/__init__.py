"""Classifications: running totals, ranks, tie-breaks and jerseys."""
