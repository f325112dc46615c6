"""Functions for scripts and commands: read and score a tour, and write its sheets."""
