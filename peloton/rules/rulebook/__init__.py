"""A game's rules as data: the keys, their values, and the choices of a tour."""
