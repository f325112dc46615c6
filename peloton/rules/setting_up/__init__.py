"""What a game needs on the table before it begins."""
