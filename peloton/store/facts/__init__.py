"""The facts of a tour as database rows, and the journal of changes to them."""
