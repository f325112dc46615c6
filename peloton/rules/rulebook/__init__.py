"""A game's rules as data: their keys and values, and a tour's changes to them."""
