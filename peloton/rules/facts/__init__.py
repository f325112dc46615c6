"""The facts of a tour, as the game leader recorded them; nothing is derived."""
