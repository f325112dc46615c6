"""The facts of a tour: what the game leader saw, and nothing derived."""
