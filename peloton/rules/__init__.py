"""The rules of the games: facts in, results out; pure, and nothing but the library."""
