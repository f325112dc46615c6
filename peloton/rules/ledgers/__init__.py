"""What is kept besides the classifications: extra turns, cards, money."""
