"""Setting up a game: the cards to deal, the number of riders, and the courses."""
