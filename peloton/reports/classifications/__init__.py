"""The classifications as sheets: ranks, jerseys, what is still to win."""
