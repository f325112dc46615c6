"""The facts of a tour as rows, and the journal of their changes."""
