"""Setting up a game: cards to deal, riders, and courses."""
