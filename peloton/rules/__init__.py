"""The rules of the games: pure functions from facts to results, no dependencies."""
