"""A game's rules as data: keys and values, and a tour's changes to the values."""
