"""Report rulebooks, and what is needed to set up a game."""
