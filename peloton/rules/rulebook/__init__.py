"""A game's rules as data: its keys, its values, and a tour's own choice of them."""
