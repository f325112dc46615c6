"""Extra turns, cards and money: the sums besides the classifications."""
